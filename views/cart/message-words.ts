import { en } from '../../src/texts/en.js';

/** Checkout messages that tell an agent which call to make, in words for the person who sees the cart. */
const WORDS: Readonly<Record<string, string>> = {
  cart_empty: 'The cart is empty.',
  fulfillment_destination_required: 'The delivery address is missing.',
  fulfillment_option_required: 'Please choose a delivery option.',
  fulfillment_option_dropped: en.notes.fulfillment_option_dropped,
  address_undeliverable: 'The shop does not deliver to this address.',
  region_unknown: 'The state or region of the address is not known.',
  postal_code_invalid: 'The postal code does not fit the address.',
  payment_unavailable: en.notes.payment_unavailable,
  high_value_order: 'The shop asks you to approve the total on its page.',
  age_verification_required: 'The shop asks you to confirm your age on its page.',
  terms_acceptance_required: 'The shop asks you to accept its terms on its page.',
  price_changed: 'A price has changed since the item was put into the cart.',
  fulfillment_price_changed: en.notes.fulfillment_price_changed,
  tax_changed: en.notes.tax_changed,
  fee_changed: en.notes.fee_changed,
  discount_code_expired: en.notes.discount_code_expired,
  discount_code_ineligible: en.notes.discount_code_ineligible,
  discount_code_combination_disallowed: en.notes.discount_code_combination_disallowed,
  discount_code_without_effect: en.notes.discount_code_without_effect,
};

/** A missing entry is named by the last part of its path; a summary has no path. */
const MISSING: Readonly<Record<string, string>> = {
  email: 'Your email address is missing.',
  name: 'The name of the recipient is missing.',
  address_region: 'The state or region of the address is missing.',
};

export function wordsOf(code: string, path: string, content: string): string {
  if (code !== 'field_required') return WORDS[code] ?? content;
  if (path === '') return content;
  return MISSING[path.split('.').at(-1) ?? ''] ?? 'The delivery address is not complete.';
}

const PROBLEMS: Readonly<Record<string, string | undefined>> = en.problems;

/** Why a call was rejected. */
export function problemWords(code: string): string {
  return PROBLEMS[code] ?? en.problems.other;
}
