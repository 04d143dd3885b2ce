import { z } from 'zod';
import { DISPUTE_STATES } from '../../domain/payment/dispute.js';
import { PAYMENT_STATES } from '../../domain/payment/payment.js';
import { CAPTURE_POLICIES } from '../../domain/shop/shop.js';
import { once } from '../../domain/values/once.js';
import { amount, instant, maybe, text } from './forms.js';

const requested = once(() => ({
  id: text,
  amount,
  final: z.boolean(),
  event_id: maybe(text),
  external: maybe(z.literal(true)),
  created_at: instant,
}));

/** Form of a policy by which payments are captured after the order is placed. */
export const laterCapture = once(() => z.enum(CAPTURE_POLICIES).exclude(['at_once']));

/** Form of a payment's progress, in the row of the payment and in that of its order. */
export const paymentProgress = once(() =>
  z.strictObject({
    state: z.enum(PAYMENT_STATES),
    paid: maybe(amount),
    authorized_until: maybe(instant),
    warned: maybe(z.literal(true)),
    parts: maybe(z.enum(['once', 'many'])),
    policy: maybe(laterCapture()),
    captures: maybe(
      z.array(
        z.discriminatedUnion('status', [
          z.strictObject({ ...requested(), status: z.literal('pending') }),
          z.strictObject({ ...requested(), status: z.literal('completed'), settled_at: instant }),
          z.strictObject({ ...requested(), status: z.literal('failed'), settled_at: instant, failure: text }),
        ]),
      ),
    ),
    disputes: maybe(
      z.array(
        z.strictObject({
          id: text,
          state: z.enum(DISPUTE_STATES),
          amount,
          reason: maybe(text),
          opened_at: instant,
          evidence_due: maybe(instant),
          reminded: maybe(z.literal(true)),
        }),
      ),
    ),
    spent: maybe(amount),
    late_success: maybe(z.literal(true)),
  }),
);
