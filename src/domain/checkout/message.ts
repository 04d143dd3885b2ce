import type { MessageText } from '../errors/message-text.js';

export type MessageCode =
  | 'cart_empty'
  | 'item_unavailable'
  | 'out_of_stock'
  | 'limit_exceeded'
  | 'property_required'
  | 'field_required'
  | 'region_unknown'
  | 'postal_code_invalid'
  | 'fulfillment_destination_required'
  | 'fulfillment_option_required'
  | 'fulfillment_unavailable'
  | 'address_undeliverable'
  | 'payment_unavailable'
  | 'high_value_order'
  | 'category_outside_limits'
  | 'age_verification_required'
  | 'terms_acceptance_required'
  | 'backordered'
  | 'price_changed'
  | 'fulfillment_price_changed'
  | 'tax_changed'
  | 'fee_changed'
  | 'discount_code_ineligible'
  | 'discount_code_expired'
  | 'discount_code_combination_disallowed'
  | 'discount_code_without_effect'
  | 'fulfillment_option_dropped'
  | 'payment_action_required'
  | 'payment_failed'
  | 'checkout_expired';

export type Severity = 'recoverable' | 'requires_buyer_review' | 'requires_buyer_input' | 'unrecoverable';

/** A problem or hint for the agent, derived on every read (docs/checkout.md, Messages). */
export interface Message {
  readonly type: 'error' | 'warning';
  readonly code: MessageCode;
  readonly text: MessageText;
  /** RFC 9535 JSONPath into the checkout. */
  readonly path: string;
  readonly severity?: Severity;
}
