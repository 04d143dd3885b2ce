import { z } from 'zod';
import { SCOPES } from '../domain/tenant/tenant.js';
import { answer, dateTime, id, instant } from './primitives.js';
import { tenantName } from './tenant.js';

/** API keys, as managed by their organization (docs/tenants.md, Keys). */

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
  deployment_id: id('Deployment of the key; omit for a key of the organization').exactOptional(),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, { error: 'names a scope twice' })
    .exactOptional()
    .describe(
      'Only scopes that your own key has; for a deployment also commerce and fulfillment. Left out = those defaults of its kind that are allowed',
    ),
  buyer_required: z.boolean().exactOptional().describe('Only for a deployment key: reject calls without a buyer'),
  expires_at: instant
    .exactOptional()
    .describe('ISO 8601; the key expires at this instant. At most, and by default, the expiry of your own key'),
});

export const newKeyInput = keyRequest.refine(
  ({ deployment_id, buyer_required }) => deployment_id !== undefined || buyer_required === undefined,
  { path: ['buyer_required'], error: 'is allowed only with deployment_id' },
);
