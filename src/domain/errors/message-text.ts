/**
 * English texts of checkout messages and purchase errors; `src/texts` has the translations. `{name}` is replaced by a
 * part, formatted for the reader's language.
 */
export const MESSAGE_TEXTS = {
  cart_empty: 'The cart is empty. Add an item.',
  item_withdrawn: '"{item}" is no longer sold. Remove the line.',
  property_missing: '"{item}" needs the property "{property}". Set it on the line.',
  property_gone: '"{item}" is no longer available with "{property}": "{value}". Choose again on the line.',
  stock_none: '"{item}" is out of stock. Remove the line.',
  stock_some: 'Only {count} of "{item}" are available here. Lower the quantity to {count}.',
  destination_needed: 'Set a destination; the country alone is enough for a quote.',
  undeliverable: 'The shop does not ship to this destination. Set another destination.',
  option_needed: 'Select a fulfillment option.',
  option_not_for: '"{item}" is not available with the selected option. Select another option, or remove the line.',
  email_needed: 'Set the buyer with an email address.',
  address_needed: 'Set {field} of the destination.',
  region_needed: 'Set address_region of {address}: prices in {country} depend on it.',
  region_unknown: 'address_region of {address} is not a known region of {country}. Set it to {hint}.',
  region_hint: 'its ISO 3166-2 code or its name',
  region_near: '"{code}", if that is meant',
  recipient_needed: 'Set full_name of the destination, or of the buyer: a parcel needs a recipient.',
  postal_code_form: 'postal_code of the destination is not in the form of {country}. Correct it.',
  postal_code_elsewhere: 'postal_code of the destination is not in {region}. Correct it or address_region.',
  the_destination: 'the destination',
  no_payments: 'The shop accepts no payments at the moment. Only the shop can change that; try again later.',
  approval_needed: 'The total is above the limit that the buyer must review. Ask the buyer to open continue_url.',
  above_limit_per_order:
    'The total is above {limit}, the limit per order of this API key. Ask the buyer to open continue_url and approve it.',
  above_limit_per_30_days:
    'Only {left} is left of {limit}, the limit of this API key in 30 days. Ask the buyer to open continue_url and approve the total.',
  above_ask_limit:
    'The buyer wants to be asked about totals above {limit}. Ask the buyer to open continue_url and approve it.',
  limit_in_other_currency:
    'The limits of this API key are in {currency}, the prices are not. Ask the buyer to open continue_url and approve the total.',
  outside_categories:
    '"{item}" is in none of the categories that this API key may buy: {categories}. Ask the buyer to open continue_url and approve it, or remove the line.',
  age_needed:
    '"{item}" may be bought only by people who are {age} or older. Ask the buyer to open continue_url and confirm their age.',
  terms_needed:
    'The shop sells only to buyers who accept its terms. Ask the buyer to open continue_url and accept them.',
  late_one: '{late} of {units} of "{item}" is not in stock and comes later: {when}.',
  late_more: '{late} of {units} of "{item}" are not in stock and come later: {when}.',
  units_one: '1 unit',
  units_more: '{count} units',
  promised_on: 'all that is sent with it is promised for {day}',
  promised_from: 'all that is sent with it is promised from {first} to {last}',
  later_one: 'the times of the options are 1 day later',
  later_more: 'the times of the options are {count} days later',
  price_changed:
    'The price of "{item}" changed from {before} to {now}. Tell the buyer, and update the line to accept it.',
  option_price_changed:
    'The price of "{option}" changed from {before} to {now}. Tell the buyer, and select the fulfillment option again to accept it.',
  tax_included_now:
    'Prices include tax now; it came on top before. Tell the buyer, and select the fulfillment option again to accept it.',
  tax_on_top_now:
    'Tax comes on top now; prices included it before. Tell the buyer, and select the fulfillment option again to accept it.',
  tax_changed:
    'The tax on "{category}" in {place} changed from {before} to {now}. Tell the buyer, and select the fulfillment option again to accept it.',
  tax_none: 'none',
  fee_changed:
    'The fee "{fee}" changed from {before} to {now}. Tell the buyer, and select the fulfillment option again to accept it.',
  code_ended: 'The code {code} has no effect: the shop ended it. Remove it.',
  code_expired: 'The code {code} has no effect: it {why}. Remove it.',
  code_ineligible: 'The code {code} has no effect: it {why}. Change the cart, or remove the code.',
  code_superseded:
    'The code {code} has no effect: it {why}. It takes effect as soon as the buyer pays less with it; nothing needs to be done.',
  code_without_effect: 'The code {code} takes nothing off now: {why}.',
  nothing_left: 'nothing is left to take off, or its share is less than half a unit',
  nothing_selected: 'no fulfillment option is selected',
  nothing_for_option: 'it is for the option {options}, and "{selected}" is selected',
  nothing_to_pay: 'the selected option costs nothing, or another code makes it free',
  automatic_one: '{names} has no effect: it {why}.',
  automatic_more: '{names} have no effect: each {why}.',
  names_more: '{names} and {count} more',
  not_yet_valid: 'is not valid yet',
  no_longer_valid: 'is no longer valid',
  used_up: 'has been used up',
  used_by_buyer: 'can be used once per buyer, and this buyer has used it',
  needs_item: 'needs one of its items in the cart',
  needs_subtotal: 'needs a subtotal of at least {minimum}; it is {subtotal}',
  needs_subtotal_of_items: 'needs a subtotal of its items of at least {minimum}; it is {subtotal}',
  not_combinable: 'cannot be combined with {names}, and the buyer does not pay less with it',
  one_destination: 'All goods go to one destination. The other destinations that were sent are not used.',
  option_dropped: 'The option "{option}" is no longer offered for this cart and destination. Select another.',
  action_needed: 'The buyer must confirm the payment by {until}. Ask the buyer to open continue_url now.',
  last_declined: 'The last payment was declined. Nothing was charged. Pay again.',
  last_expired: 'The last payment was not completed in time and was voided. Nothing was charged. Pay again.',
  cart_expired: 'The cart expired after 6 hours without a change. Start a new one.',
  not_again: '{item} ({id}): {why}.',
  not_again_parent: 'what it belongs to is not in the cart',
  not_again_sold: 'it is no longer sold',
  not_again_full: 'the cart cannot hold more of it',
  not_again_refused: 'it cannot be added',
  not_again_property: '"{property}: {value}" is no longer offered',

  at_path: '{path}: {problem}',
  other_total: 'expected_total: you sent {sent}, but the total is {total} now (minor units).',
  over_limit: 'max_total: the limit is {limit}, but the total is {total} (minor units).',
  kept_as: 'The cart is kept as checkout {checkout}.',
  purchase_changed:
    'The purchase was changed since the first call with this idempotency key, so the repeat does not pay it.',
  purchase_over:
    'Checkout {checkout} of this purchase was canceled or has expired; to buy it after all, use another idempotency key.',
  declined: 'The payment was declined: {reason}. Nothing was charged.',
  payment_open: 'A payment of this checkout is in progress; read it again in a moment.',
  over_with_order: 'This checkout is completed; its order is {order}.',
  over_completed: 'This checkout is completed; get the current cart to start a new one.',
  over_expired: 'This checkout is expired; get the current cart to start a new one.',
  over_canceled: 'This checkout is canceled; get the current cart to start a new one.',
  code_unknown: 'code: the shop has no such discount code',
  code_twice: 'code: this code is already on the checkout',
  codes_full: 'code: a checkout accepts at most {most} discount codes',
  code_refused: 'code: it {why}',
  code_absent: 'code: this code is not on the checkout',
  destination_before_option: 'selected_option_id: set the destination before selecting a shipping option',
  destination_with_option: 'destinations: a shipping option needs the destination as the first entry',
  destination_first: 'Set the destination first; address_country alone is enough.',
  no_option: 'selected_option_id: this checkout offers no option now',
  other_option: 'selected_option_id: must be one of {options}',
  other_option_near: 'selected_option_id: must be one of {options}; did you mean "{near}"?',
  item_unknown: '{path}: the shop has no item with this id',
  item_gone: '{path}: this item is no longer sold',
  line_full: '{path}: one line holds at most {most} units',
  cart_full: '{path}: a cart holds at most {most} lines',
  goods_too_much: '{path}: the goods of a cart may cost at most {most} in all',
  cart_too_much: 'The amounts of the cart add up to more than {most}. Buy fewer units at a time.',
  parent_unknown: '{path}: no line with this id is in the cart or earlier in the request',
  line_differs: '{path}: line "{line}" has another item, other properties or another parent',
  no_properties: '{path}: item "{item}" accepts no properties',
  other_property: '{path}: item "{item}" accepts only {names}',
  other_property_near: '{path}: item "{item}" accepts only {names}; did you mean "{near}"?',
  other_value: '{path}: "{property}" must be one of {values}',
  other_value_near: '{path}: "{property}" must be one of {values}; did you mean "{near}"?',
  value_length: '{path}: "{property}" must be 1 to {most} characters',
} as const;

export type MessageTextKey = keyof typeof MESSAGE_TEXTS;
export type MessageTexts = Readonly<Record<MessageTextKey, string>>;

/** A part of a text: literal text, or a value formatted for the reader. */
export type Part =
  | string
  | number
  | MessageText
  /** Minor units. */
  | { readonly amount: number; readonly currency: string }
  /** A date such as `2026-12-24`. */
  | { readonly day: string }
  /** Parts per million: 1,000,000 is 100 %. */
  | { readonly ppm: number };

/** A text key and the parts to insert into the text. */
export interface MessageText {
  readonly text: MessageTextKey;
  readonly parts: Readonly<Record<string, Part>>;
}

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type PartsOf<Text extends MessageTextKey> = Names<(typeof MESSAGE_TEXTS)[Text]>;

/** Builds a message text. The compiler checks that all parts of the text are given. */
export function messageText<Text extends MessageTextKey>(
  text: Text,
  ...[parts]: [PartsOf<Text>] extends [never] ? [] : [parts: Readonly<Record<PartsOf<Text>, Part>>]
): MessageText {
  return { text, parts: { ...parts } };
}
