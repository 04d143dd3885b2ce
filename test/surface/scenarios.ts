import { totalOf } from '../actors/shopper.js';
import type { Signer } from '../actors/signer.js';
import type { Outcome } from '../support/surfaces.js';

/** One call of a scenario. Arguments may use responses of earlier steps. */
export interface Step {
  readonly call: string;
  /** With `organization`, the call uses the demo organization's key. By default it uses the key of the scenario. */
  readonly of?: 'organization';
  readonly args?: (known: Known) => Readonly<Record<string, unknown>>;
  /** Expected error code; absent for a success. */
  readonly error?: string;
  /** Saves part of the response for later steps. */
  readonly keep?: (outcome: Outcome) => Partial<Known>;
}

export interface Known {
  readonly cart: string;
  readonly line: string;
  readonly order: string;
  readonly total: number;
  readonly cursor: string;
  readonly consumer: string;
  readonly agent: string;
  /** Agent, consumer and key of the receipts. */
  readonly agent_id: string;
  readonly consumer_id: string;
  readonly signer: Signer;
  /** Hash of the order's context, and id of the accepted receipt. */
  readonly hash: string;
  readonly receipt: string;
}

export interface Scenario {
  readonly name: string;
  /** With `organization`, calls use the key of a new organization. By default they use a deployment's, for a buyer. */
  readonly of?: 'organization';
  readonly steps: readonly Step[];
}

const cart = (known: Known) => ({ checkout_id: known.cart });
const keepCart = ({ body }: Outcome): Partial<Known> => ({ cart: body.data.id });
const keepTotal = ({ body }: Outcome): Partial<Known> => ({ total: totalOf(body.data) });
const keepLine = ({ body }: Outcome): Partial<Known> => ({ line: body.data.line_items[0].id });

const newCart: Step = { call: 'get_cart', keep: keepCart };
const add = (...items: readonly (string | object)[]): Step => ({
  call: 'add_line_items',
  args: (known) => ({
    ...cart(known),
    line_items: items.map((entry) => (typeof entry === 'string' ? { item: { id: entry }, quantity: 1 } : entry)),
  }),
  keep: keepLine,
});
const buyer: Step = {
  call: 'set_buyer',
  args: (known) => ({ ...cart(known), buyer: { email: 'ann@example.com', full_name: 'Ann Lee' } }),
};
const ADDRESS = {
  full_name: 'Ann Lee',
  address_country: 'us',
  street_address: '1 Main St',
  address_locality: 'Salem',
  address_region: 'OR',
  postal_code: '97301',
};
const destination = (value: object = ADDRESS): Step => ({
  call: 'set_destination',
  args: (known) => ({ ...cart(known), destination: value }),
});
const select = (id: string, more: object = {}): Step => ({
  call: 'select_fulfillment',
  args: (known) => ({ ...cart(known), selected_option_id: id, ...more }),
});
const read: Step = { call: 'get_checkout', args: cart, keep: keepTotal };
const card = (token: string) => ({
  instruments: [
    {
      id: 'c1',
      handler_id: 'sandbox_card',
      type: 'card',
      brand: 'visa',
      last_digits: '4242',
      credential: { type: 'token', token },
    },
  ],
});
const complete = (payment: object): Step => ({
  call: 'complete_checkout',
  args: (known) => ({ ...cart(known), expected_total: known.total, payment }),
});
const failing = (step: Step, error: string): Step => ({
  call: step.call,
  error,
  ...(step.args && { args: step.args }),
});
const buy = (more: object = {}): Step => ({
  call: 'buy',
  args: () => ({
    line_items: [{ item: { id: 'enamel-mug' }, quantity: 2 }],
    buyer: { email: 'ann@example.com', full_name: 'Ann Lee' },
    destination: ADDRESS,
    selected_option_id: 'cheapest',
    discount_codes: ['welcome10'],
    max_total: 10_000,
    payment: card('tok_approve'),
    ...more,
  }),
});
const order = (known: Known) => ({ order_id: known.order });
const discount = (code: string): Step => ({ call: 'apply_discount', args: (known) => ({ ...cart(known), code }) });

/** Scenarios that must have the same results on every surface. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a purchase by card, held and released',
    steps: [
      { call: 'search_catalog', args: () => ({ query: 'enamel mug', limit: 2 }) },
      { call: 'get_item', args: () => ({ item_id: 'shop-tee' }) },
      newCart,
      add({ item: { id: 'enamel-mug' }, quantity: 2 }, 'bread-book'),
      buyer,
      destination({ address_country: 'us' }),
      { call: 'list_fulfillment_methods', args: cart },
      select('standard'),
      failing(
        { call: 'complete_checkout', args: (known) => ({ ...cart(known), expected_total: 1 }) },
        'checkout_not_ready',
      ),
      destination(),
      discount('welcome10'),
      read,
      failing({ call: 'complete_checkout', args: (known) => ({ ...cart(known), expected_total: 1 }) }, 'total_changed'),
      failing(complete(card('tok_decline')), 'payment_failed'),
      {
        ...complete(card('tok_approve')),
        keep: ({ body }) => ({ order: body.data.order.id }),
      },
      complete(card('tok_approve')),
      { call: 'get_order', args: order },
      { call: 'list_orders' },
      { call: 'hold_order', args: (known) => ({ ...order(known), reason: 'wrong size' }) },
      failing({ call: 'hold_order', args: order }, 'order_already_on_hold'),
      { call: 'list_orders', args: () => ({ status: 'on_hold', limit: 1 }) },
      { call: 'release_order', args: order },
      failing({ call: 'release_order', args: order }, 'order_not_on_hold'),
      failing(add('enamel-mug'), 'checkout_closed'),
    ],
  },
  {
    name: 'a purchase in one call',
    steps: [
      newCart,
      failing(buy({ max_total: undefined }), 'invalid_request'),
      failing(buy({ max_total: 1 }), 'total_changed'),
      failing(buy({ destination: { address_country: 'us' } }), 'checkout_not_ready'),
      failing(buy({ payment: card('tok_decline') }), 'payment_failed'),
      failing(buy({ payment: { instruments: [] } }), 'invalid_request'),
      { ...buy(), keep: ({ body }) => ({ order: body.data.order.id }) },
      { call: 'get_order', args: order },
      read,
    ],
  },
  {
    name: 'lines: merging, properties, parents, removal',
    steps: [
      newCart,
      add(
        { item: { id: 'enamel-mug' }, quantity: 1, id: 'mug' },
        { item: { id: 'gift-wrap' }, quantity: 1, parent_id: 'mug' },
      ),
      add('enamel-mug'),
      add(
        { item: { id: 'keepsake-mug' }, quantity: 1, properties: [{ name: 'Engraving', value: 'Ann' }] },
        'keepsake-mug',
      ),
      failing(add({ item: { id: 'keepsake-mug' }, quantity: 1, id: 'mug' }), 'line_item_conflict'),
      failing(add({ item: { id: 'enamel-mug' }, quantity: 1, parent_id: 'nobody' }), 'parent_not_found'),
      failing(add('no-such-item'), 'item_not_found'),
      failing(
        add({ item: { id: 'shop-tee' }, quantity: 1, properties: [{ name: 'Size', value: 'Huge' }] }),
        'property_value_invalid',
      ),
      failing(
        add({ item: { id: 'enamel-mug' }, quantity: 1, properties: [{ name: 'Size', value: 'S' }] }),
        'property_unknown',
      ),
      failing(add({ item: { id: 'enamel-mug' }, quantity: 0 }), 'invalid_request'),
      failing(add({ item: { id: 'enamel-mug' }, quantity: 1, colour: 'red' }), 'invalid_request'),
      { call: 'update_line_item', args: (known) => ({ ...cart(known), line_item_id: 'mug', quantity: 5 }) },
      failing(
        { call: 'update_line_item', args: (known) => ({ ...cart(known), line_item_id: 'none', quantity: 5 }) },
        'line_item_not_found',
      ),
      failing(
        { call: 'update_line_item', args: (known) => ({ ...cart(known), line_item_id: 'mug', quantity: 10_000 }) },
        'limit_exceeded',
      ),
      { call: 'remove_line_item', args: (known) => ({ ...cart(known), line_item_id: 'mug' }) },
      read,
    ],
  },
  {
    name: 'fulfillment: pickup, the envelope, refusals',
    steps: [
      newCart,
      add('enamel-mug'),
      { call: 'list_fulfillment_methods', args: cart },
      failing(select('standard'), 'fulfillment_destination_required'),
      failing(select('standard', { destinations: [] }), 'fulfillment_address_required'),
      failing(select('teleport'), 'fulfillment_option_unknown'),
      select('pickup-portland', { destinations: [] }),
      select('express', { destinations: [{ ...ADDRESS, address_country: 'US' }] }),
      destination({ address_country: 'CA' }),
      failing(select('express'), 'fulfillment_option_unknown'),
      add('wool-throw'),
      failing(destination({ address_country: 'ZZ' }), 'invalid_request'),
      failing(destination({}), 'invalid_request'),
      read,
    ],
  },
  {
    name: 'digital goods by invoice, discount codes',
    steps: [
      newCart,
      failing(discount('nonsense'), 'discount_code_invalid'),
      failing(discount('MUG5'), 'discount_code_ineligible'),
      add('preserving-ebook'),
      buyer,
      discount('WELCOME10'),
      failing(discount('welcome10'), 'discount_code_already_applied'),
      { call: 'remove_discount', args: (known) => ({ ...cart(known), code: 'WELCOME10' }) },
      failing(
        { call: 'remove_discount', args: (known) => ({ ...cart(known), code: 'WELCOME10' }) },
        'discount_code_invalid',
      ),
      read,
      failing(
        { call: 'complete_checkout', args: (known) => ({ ...cart(known), expected_total: known.total }) },
        'payment_instrument_invalid',
      ),
      failing(complete({ instruments: [{ id: 'i', handler_id: 'nobody' }] }), 'payment_instrument_invalid'),
      failing(complete({ instruments: [{ id: 'i', handler_id: 'sandbox_card' }] }), 'payment_instrument_invalid'),
      complete({ instruments: [{ id: 'i', handler_id: 'invoice' }] }),
      newCart,
    ],
  },
  {
    name: 'escalation, stock, cancellation',
    steps: [
      newCart,
      add('espresso-machine', 'oregon-pinot-noir'),
      read,
      add({ item: { id: 'copper-saucepan' }, quantity: 2 }),
      read,
      { call: 'cancel_checkout', args: cart },
      { call: 'cancel_checkout', args: cart },
      failing(add('enamel-mug'), 'checkout_closed'),
      read,
    ],
  },
  {
    name: 'reads: paging, absent objects, wrong arguments',
    steps: [
      { call: 'search_catalog', args: () => ({ limit: 3 }), keep: ({ body }) => ({ cursor: body.pagination.cursor }) },
      { call: 'search_catalog', args: ({ cursor }) => ({ limit: 3, cursor }) },
      failing({ call: 'search_catalog', args: ({ cursor }) => ({ query: 'mug', cursor }) }, 'invalid_cursor'),
      failing({ call: 'search_catalog', args: () => ({ limit: 101 }) }, 'invalid_request'),
      { call: 'search_catalog', args: () => ({ query: '"; DROP TABLE item; -- * ^ NEAR(' }) },
      { call: 'search_catalog', args: () => ({ query: 'cafe' }) },
      failing({ call: 'get_item', args: () => ({ item_id: 'nothing' }) }, 'not_found'),
      failing({ call: 'get_checkout', args: () => ({ checkout_id: 'chk_nothing' }) }, 'checkout_not_found'),
      failing({ call: 'get_order', args: () => ({ order_id: 'x'.repeat(200) }) }, 'order_not_found'),
      failing({ call: 'list_orders', args: () => ({ status: 'lost' }) }, 'invalid_request'),
      failing({ call: 'list_orders', args: () => ({ cursor: 'abc' }) }, 'invalid_cursor'),
    ],
  },
];
