import type { MessageCode } from '../domain/checkout/message.js';
import { lineTitle } from '../domain/shop/item-title.js';
import type { CheckoutF } from '../schema/checkout.js';
import { type Html, html } from './html.js';

type Message = CheckoutF['messages'][number];

type Text = (message: Message, item: string) => string;

/** The messages of a checkout are written for agents; these are the same for the buyer. */
const BUYER_TEXT: Readonly<Record<string, Text>> = {
  cart_empty: () => 'The cart is empty. Your agent can add items.',
  item_unavailable: (_message, item) => `${item} is no longer sold. Please ask your agent to remove it from the cart.`,
  property_required: (_message, item) => `A choice is missing for ${item}. Please tell your agent what you want.`,
  out_of_stock: (_message, item) =>
    `There is not enough of ${item} in stock. Please ask your agent to change the cart.`,
  fulfillment_destination_required: () => 'The address is missing.',
  fulfillment_option_required: () => 'Please choose a delivery option.',
  fulfillment_unavailable: (_message, item) =>
    `${item} is not available with this delivery option. Please choose another.`,
  fulfillment_option_dropped: () => 'The chosen delivery option is no longer offered.',
  address_undeliverable: () => 'The shop does not deliver to this address.',
  field_required: ({ path }) =>
    path.startsWith('$.buyer') ? 'Your email address is missing.' : 'The address is not complete.',
  region_unknown: () => 'The state or province of the address is not a known one.',
  high_value_order: () => 'You must approve a total this high before it can be paid.',
  age_verification_required: (_message, item) => `${item} is for adults only: please confirm your age.`,
  backordered: ({ content }) => content,
  price_changed: (_message, item) => `The price of ${item} has changed since it was put into the cart.`,
  fulfillment_price_changed: () => 'The price of the delivery has changed since it was chosen.',
  tax_changed: () => 'The tax has changed since the cart was filled.',
  fee_changed: () => 'The fees have changed since the cart was filled.',
  discount_code_expired: () => 'A discount code in this cart is no longer valid. Your agent can remove it.',
  discount_code_ineligible: () => 'A discount code in this cart does not apply to what is in the cart now.',
  discount_code_combination_disallowed: () =>
    'A discount has no effect, since it cannot be combined with another that takes off as much or more.',
  discount_code_without_effect: () => 'A discount code in this cart takes nothing off now.',
  payment_unavailable: () => 'The shop accepts no payments at the moment.',
  checkout_expired: () => 'The cart has expired. Your agent can start a new one.',
} satisfies Record<MessageCode, Text>;

/** What the buyer should know. Each text is shown once: two missing parts of an address have the same text. */
export function notesPart(checkout: CheckoutF): Html | false {
  const texts = new Set(checkout.messages.map((message) => textOf(message, checkout)));
  const heading = checkout.messages.some(isMissing) ? 'What is missing' : 'Please note';
  return (
    texts.size > 0 &&
    html`<h2>${heading}</h2>
<ul class="notes">${[...texts].map((text) => html`<li>${text}</li>`)}</ul>`
  );
}

const isMissing = ({ type, severity }: Message) => type === 'error' && severity !== 'unrecoverable';

function textOf(message: Message, { line_items }: CheckoutF): string {
  const line = line_items[Number(/^\$\.line_items\[(\d+)\]/.exec(message.path)?.[1])];
  return BUYER_TEXT[message.code]?.(message, line ? lineTitle(line) : 'An item') ?? message.content;
}
