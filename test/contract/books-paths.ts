import { members } from './path-list.js';

const TAX_LINE = 'rate_ppm jurisdiction category taxable_amount amount included';

/** docs/money.md, Tax: tax lines of a line, of the delivery and of the whole object. */
export const taxLinesAt = (parent: string): readonly string[] => members(`${parent}tax_lines[]`, TAX_LINE);

export const FEES = [...members('fees[]', 'id title amount'), ...taxLinesAt('fees[].')];

/** UCP, Discount Extension. */
export const DISCOUNTS = [
  ...members('discounts', 'codes'),
  ...members('discounts.applied[]', 'code title amount automatic method priority'),
  ...members('discounts.applied[].allocations[]', 'path amount'),
];

export const BUYER = members('buyer', 'email first_name full_name last_name phone_number');

export const BILLING_ADDRESS = members(
  'billing_address',
  'address_country address_locality address_region extended_address first_name last_name full_name phone_number postal_code street_address',
);

export const ORDER_PAYMENT = [
  ...members('payment', 'handler_id handler_name provider_reference amount_paid amount_refunded amount_owed'),
  ...members('payment.received[]', 'amount reference created_at'),
  ...members('payment.instrument', 'type brand last_digits expiry_month expiry_year rich_text_description'),
];
