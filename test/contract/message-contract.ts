import { z } from 'zod';

type Severity = 'recoverable' | 'requires_buyer_review' | 'requires_buyer_input' | 'unrecoverable';

interface Kind {
  readonly type: 'error' | 'warning';
  readonly severity?: Severity;
}

const RECOVERABLE: Kind = { type: 'error', severity: 'recoverable' };
const WARNING: Kind = { type: 'warning' };

/** Every code of a checkout message with its type and severity (docs/checkout.md, Messages). */
export const CHECKOUT_MESSAGES: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['cart_empty', RECOVERABLE],
  ['item_unavailable', RECOVERABLE],
  ['out_of_stock', RECOVERABLE],
  ['limit_exceeded', RECOVERABLE],
  ['property_required', RECOVERABLE],
  ['field_required', RECOVERABLE],
  ['region_unknown', RECOVERABLE],
  ['postal_code_invalid', RECOVERABLE],
  ['fulfillment_destination_required', RECOVERABLE],
  ['fulfillment_option_required', RECOVERABLE],
  ['fulfillment_unavailable', RECOVERABLE],
  ['address_undeliverable', RECOVERABLE],
  ['payment_unavailable', RECOVERABLE],
  ['high_value_order', { type: 'error', severity: 'requires_buyer_review' }],
  ['category_outside_limits', { type: 'error', severity: 'requires_buyer_review' }],
  ['age_verification_required', { type: 'error', severity: 'requires_buyer_input' }],
  ['terms_acceptance_required', { type: 'error', severity: 'requires_buyer_input' }],
  ['backordered', WARNING],
  ['price_changed', WARNING],
  ['fulfillment_price_changed', WARNING],
  ['tax_changed', WARNING],
  ['fee_changed', WARNING],
  ['discount_code_ineligible', WARNING],
  ['discount_code_expired', WARNING],
  ['discount_code_combination_disallowed', WARNING],
  ['discount_code_without_effect', WARNING],
  ['fulfillment_option_dropped', WARNING],
  ['payment_failed', WARNING],
  ['payment_action_required', { type: 'error', severity: 'requires_buyer_input' }],
  ['checkout_expired', { type: 'error', severity: 'unrecoverable' }],
]);

/** API document, Checkout `messages`, with the additional `severity`; `path` is an RFC 9535 JSONPath. */
export const checkoutMessage = z
  .strictObject({
    type: z.enum(['error', 'warning']),
    code: z.enum([...CHECKOUT_MESSAGES.keys()]),
    content: z.string().min(1),
    path: z.string().regex(/^\$/),
    severity: z.enum(['recoverable', 'requires_buyer_review', 'requires_buyer_input', 'unrecoverable']).optional(),
  })
  .refine((message) => {
    const kind = CHECKOUT_MESSAGES.get(message.code);
    return kind?.type === message.type && kind.severity === message.severity;
  }, 'type and severity must be those of the code in design 5');

/** API document, Order `messages`: two members; orders only have messages of type `info`. */
export const orderMessage = z.strictObject({ type: z.literal('info'), content: z.string().min(1) });
