import { z } from 'zod';
import { CLIENT_KINDS } from '../domain/tenant/grant.js';
import { type LimitName, MAX_LIMIT_CATEGORIES } from '../domain/tenant/limits.js';
import { LINKED_SCOPES } from '../domain/tenant/linked-scopes.js';
import { SCOPES } from '../domain/tenant/tenant.js';
import { amount, answer, dateTime, id, instant, text } from './primitives.js';
import { tenantName } from './tenant.js';

/** API keys, as managed by their organization (docs/tenants.md, Keys). */

const limit = (what: string) => amount(`${what}, in minor units`).min(0);

/** Descriptions of the limits of what a key may spend. */
const LIMITS: Readonly<Record<LimitName, string>> = {
  per_order: 'Limit of each order',
  per_30_days: 'Limit of all orders in any 30 days',
  ask_above: 'Total above which the buyer is asked',
};

const CATEGORIES = 'Names of the only categories of items that it may buy, ignoring case; absent = all';

export const keyLimits = answer({
  per_order: limit(LIMITS.per_order).exactOptional(),
  per_30_days: limit(LIMITS.per_30_days).exactOptional(),
  ask_above: limit(LIMITS.ask_above).exactOptional(),
  categories: z.array(z.string()).exactOptional().describe(CATEGORIES),
  currency: z.string(),
  left_30_days: limit('What is left of per_30_days now').exactOptional(),
});

/** Members that change the limits of a key. Null removes a limit. */
export const limitChange = {
  per_order: limit(LIMITS.per_order).nullable().exactOptional(),
  per_30_days: limit(LIMITS.per_30_days).nullable().exactOptional(),
  ask_above: limit(LIMITS.ask_above).nullable().exactOptional(),
  categories: z
    .array(text(100, 'Name of a category'))
    .max(MAX_LIMIT_CATEGORIES)
    .nullable()
    .exactOptional()
    .describe(CATEGORIES),
};

/** Permissions of a grant for UCP. */
export const linkedScopes = z
  .array(z.enum(LINKED_SCOPES))
  .exactOptional()
  .describe('What the person allows over UCP; absent for a grant for MCP');

/** The assistant of a grant, as the person saw it. */
const keyGrant = answer({
  client_id: z.string(),
  client_kind: z
    .enum(CLIENT_KINDS)
    .describe(
      'metadata = known by the host of its document; registered = not checked; outside = named by an outside issuer',
    ),
  client_name: z.string(),
  client_host: z.string(),
  resource: z.string().describe('Path that accepts its tokens'),
  linked_scopes: linkedScopes,
});

const members = {
  id: z.string(),
  hint: z.string().describe('Prefix and last four characters'),
  kind: z.enum(['deployment', 'organization']),
  deployment_id: z.string().nullable(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  buyer_required: z.boolean(),
  limits: keyLimits.exactOptional().describe('What it may spend without the buyer; absent = any amount'),
  created_by: z
    .string()
    .nullable()
    .describe('Id of the key that created it, "command line", or "person" for a grant; null = not known'),
  status: z.enum(['live', 'expired', 'revoked']),
  created_at: dateTime('When it was created'),
  expires_at: dateTime('Refused from this instant on').nullable(),
  revoked_at: dateTime('Refused since this instant').nullable(),
  last_used_at: dateTime('Accurate to the minute').nullable(),
};

export const apiKey = answer({
  ...members,
  grant: keyGrant.exactOptional().describe('Only of a grant: the assistant that a person connected'),
});
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
  limits: z
    .strictObject(limitChange)
    .exactOptional()
    .describe('Only for a deployment key: what it may spend without the buyer'),
  expires_at: instant
    .exactOptional()
    .describe('ISO 8601; the key expires at this instant. At most, and by default, the expiry of your own key'),
});

export const newKeyInput = keyRequest.superRefine(({ deployment_id, ...request }, check) => {
  if (deployment_id !== undefined) return;
  for (const member of ['buyer_required', 'limits'] as const)
    if (request[member] !== undefined)
      check.addIssue({ code: 'custom', path: [member], message: 'is allowed only with deployment_id' });
});
