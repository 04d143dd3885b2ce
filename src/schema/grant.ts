import { z } from 'zod';
import { CLIENT_KINDS } from '../domain/tenant/grant.js';
import { SCOPES } from '../domain/tenant/tenant.js';
import { PROFILE_PARTS } from '../domain/values/profile-part.js';
import { keyLimits, linkedScopes } from './api-key.js';
import { orderSummary } from './order.js';
import { amount, answer, dateTime } from './primitives.js';

/** Grants of people to assistants, as the merchant of the shop sees them (docs/mcp.md, Connect an assistant by URL). */

const grantOrder = orderSummary.pick({
  ...{ id: true, display_id: true, created_at: true, status: true },
  ...{ payment_status: true, currency: true, total: true },
});

export const shopGrant = answer({
  id: z.string().describe('Also the buyer reference of its carts and orders: the pseudonym of the person'),
  deployment_id: z.string(),
  client_id: z.string(),
  client_name: z.string().describe('The assistant, as the person saw it'),
  client_host: z.string(),
  client_kind: z.enum(CLIENT_KINDS),
  scopes: z.array(z.enum(SCOPES)),
  linked_scopes: linkedScopes,
  status: z.enum(['live', 'expired', 'revoked']),
  limits: keyLimits.exactOptional().describe("The person's limits within the shop's ceilings; absent = any amount"),
  spent_30_days: amount('What counts toward the limits now, in minor units; absent without limits').exactOptional(),
  shares: z.array(z.enum(PROFILE_PARTS)).describe('What the person lets the assistant fill in'),
  email: z.string().exactOptional().describe('Mail address of the person, only if they share their contact'),
  created_at: dateTime('When the person allowed it'),
  ends_at: dateTime('When it ends by itself'),
  revoked_at: dateTime('When it was ended').nullable(),
  last_used_at: dateTime('Accurate to the minute').nullable(),
  orders: z
    .array(grantOrder)
    .exactOptional()
    .describe('The newest five, newest first; only for callers with the scope orders:read'),
});
export type ShopGrantAnswer = z.output<typeof shopGrant>;
