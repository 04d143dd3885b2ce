/** Checkout messages that tell an agent which call to make, in words for the person who sees the cart. */
const WORDS: Readonly<Record<string, string>> = {
  cart_empty: 'The cart is empty.',
  fulfillment_destination_required: 'The delivery address is missing.',
  fulfillment_option_required: 'Please choose a delivery option.',
  fulfillment_option_dropped: 'The chosen delivery option is no longer offered. Please choose another.',
  address_undeliverable: 'The shop does not deliver to this address.',
  region_unknown: 'The state or region of the address is not known.',
  postal_code_invalid: 'The postal code does not fit the address.',
  payment_unavailable: 'The shop accepts no payments at the moment.',
  high_value_order: 'The shop asks you to approve the total on its page.',
  age_verification_required: 'The shop asks you to confirm your age on its page.',
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
