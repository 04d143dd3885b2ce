import { z } from 'zod';
import { CLIENT_KINDS } from '../../domain/tenant/grant.js';
import { once } from '../../domain/values/once.js';
import { amount, instant, maybe, text } from './forms.js';

/** Form of the limits of an API key. */
export const spendingLimits = once(() =>
  z.strictObject({
    per_order: maybe(amount),
    per_30_days: maybe(amount),
    ask_above: maybe(amount),
    categories: maybe(z.array(text)),
    currency: text,
  }),
);

/** Form of the permission under which a payment began. */
export const paymentGrant = once(() =>
  z.strictObject({
    id: text,
    buyer_id: text,
    client: maybe(z.strictObject({ client_id: text, client_kind: z.enum(CLIENT_KINDS), client_host: text })),
    ends_at: maybe(instant),
    limits: maybe(spendingLimits()),
    spent: amount,
    approved: maybe(z.literal(true)),
  }),
);
