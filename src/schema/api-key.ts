import { z } from 'zod';
import { SCOPES } from '../domain/tenant/tenant.js';
import { answer, dateTime, id, instant } from './primitives.js';
import { tenantName } from './tenant.js';

/** API keys as an organization manages them (docs/tenants.md, Keys). */

const members = {
  id: z.string(),
  hint: z.string().describe('Prefix and last four characters'),
  kind: z.enum(['deployment', 'organization']),
  deployment_id: z.string().nullable(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  buyer_required: z.boolean(),
  created_by: z.string().nullable().describe('Id of the key that created it, or "command line"; null = not known'),
  status: z.enum(['live', 'expired', 'revoked']),
  created_at: dateTime('When it was created'),
  expires_at: dateTime('Refused from this instant on').nullable(),
  revoked_at: dateTime('Refused since this instant').nullable(),
  last_used_at: dateTime('Accurate to the minute').nullable(),
};

export const apiKey = answer(members);
export type ApiKeyAnswer = z.output<typeof apiKey>;

export const newApiKey = answer({ ...members, key: z.string().describe('The key itself, shown only once') });

const keyRequest = z.strictObject({
  name: tenantName,
  deployment_id: id('Id of the deployment that it shops for; left out = a key of the organization').exactOptional(),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, { error: 'names a scope twice' })
    .exactOptional()
    .describe(
      'None that your key lacks, but for commerce and fulfillment of a deployment; left out = the defaults of its kind as far as that',
    ),
  buyer_required: z.boolean().exactOptional().describe('Of a deployment key only: refuse calls that name no buyer'),
  expires_at: instant
    .exactOptional()
    .describe(
      'ISO 8601; from this instant on it is refused. No later than your key expires; left out = when your key expires',
    ),
});

export const newKeyInput = keyRequest.refine(
  ({ deployment_id, buyer_required }) => deployment_id !== undefined || buyer_required === undefined,
  { path: ['buyer_required'], error: 'takes a key with deployment_id' },
);
