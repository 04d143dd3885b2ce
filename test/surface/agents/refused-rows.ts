import { type Row, refused } from './row.js';
import { HOME, PAYMENT } from './scene.js';

const MUG = { item: { id: 'enamel-mug' }, quantity: 1 };
const [CARD] = PAYMENT.instruments;
const amount = (words: RegExpExecArray) => Number(words[1]);
const word = (words: RegExpExecArray) => words[1] ?? '';
const one = (line: object) => ({ line_items: [line] });

const AMOUNTS: readonly Row[] = [
  ...(
    [
      ['an amount with decimals', (total: number) => total / 100 + 0.001 - 0.001],
      ['an amount as a price', (total: number) => `$${(total / 100).toFixed(2)}`],
      ['an amount with a comma', (total: number) => `${(total / 100).toFixed(2).replace('.', ',')} USD`],
      ['an amount as digits', (total: number) => String(total)],
    ] as const
  ).map(([name, written]) =>
    refused(
      'ready',
      name,
      'complete_checkout',
      ({ total }) => ({ expected_total: written(total), payment: PAYMENT }),
      ['invalid_request', /minor units: send (\d+)/],
      (words) => ['complete_checkout', { expected_total: amount(words), payment: PAYMENT }],
    ),
  ),
  refused(
    'ready',
    'no total',
    'complete_checkout',
    { payment: PAYMENT },
    ['invalid_request', /^expected_total: is required \(integer.*only if they agree to pay it.*get_checkout/],
    () => ['get_checkout', {}],
  ),
  refused(
    'ready',
    'another total',
    'complete_checkout',
    { expected_total: 1, payment: PAYMENT },
    ['total_changed', /the total is (\d+) now/],
    (words) => ['complete_checkout', { expected_total: amount(words), payment: PAYMENT }],
  ),
];

const example = (words: RegExpExecArray, total: number): readonly [string, object] => [
  'complete_checkout',
  { expected_total: total, payment: JSON.parse(word(words)) },
];
const EXAMPLE = /Send payment as (\{.*?\}\]\}) or/;

const PAYMENTS: readonly Row[] = (
  [
    ['no payment', undefined],
    ['a handler of another shop', { instruments: [{ ...CARD, handler_id: 'stripe' }] }],
    ['no credential', { instruments: [{ ...CARD, credential: null }] }],
    ['a token of another provider', { instruments: [{ ...CARD, credential: { type: 'token', token: 'tok_visa' } }] }],
    ['a selected instrument that does not exist', { instruments: [CARD], selected_instrument_id: 'card-2' }],
  ] as const
).map(([name, payment]) =>
  refused(
    'ready',
    name,
    'complete_checkout',
    ({ total }) => ({ expected_total: total, payment }),
    ['payment_instrument_invalid', EXAMPLE],
    (words, { total }) => example(words, total),
  ),
);

const READY: readonly Row[] = [
  refused(
    'empty',
    'nothing in the cart',
    'complete_checkout',
    { expected_total: 1999, payment: PAYMENT },
    ['checkout_not_ready', /The cart is empty.*(search_catalog)/],
    (words) => [word(words), { query: 'mug' }],
  ),
  refused(
    'empty',
    'no buyer',
    'complete_checkout',
    { expected_total: 1999 },
    ['checkout_not_ready', /Set the buyer with an email address.*(set_buyer)/],
    (words) => [word(words), { buyer: { email: 'ada@example.com' } }],
    [['add_line_items', one(MUG)]],
  ),
  refused(
    'empty',
    'no option',
    'complete_checkout',
    { expected_total: 1999 },
    ['checkout_not_ready', /Select a fulfillment option.*(list_fulfillment_methods)/],
    (words) => [word(words), {}],
    [['add_line_items', one(MUG)]],
  ),
  refused(
    'shipped',
    'an incomplete address',
    'complete_checkout',
    ({ total }) => ({ expected_total: total, payment: PAYMENT }),
    ['checkout_not_ready', /Set (street_address) of the destination.*set_destination/],
    (words) => ['set_destination', { destination: { ...HOME, [word(words)]: '1 Main St' } }],
    [['set_destination', { destination: { address_country: 'US', address_region: 'OR' } }]],
  ),
  refused(
    'ready',
    'a line without its required size',
    'complete_checkout',
    ({ total }) => ({ expected_total: total, payment: PAYMENT }),
    ['checkout_not_ready', /needs the property "(Size)".*update_line_item/],
    () => ['update_line_item', { line_item_id: 'bare', quantity: 1, properties: { Size: 'M', Color: 'Natural' } }],
    [['add_line_items', one({ id: 'bare', item: { id: 'shop-tee' }, quantity: 1 })]],
  ),
];

const OPTIONS: readonly Row[] = [
  refused(
    'ready',
    'a misspelt option',
    'select_fulfillment',
    { selected_option_id: 'pickup-portlnd' },
    ['fulfillment_option_unknown', /did you mean "([^"]+)"/],
    (words) => ['select_fulfillment', { selected_option_id: word(words) }],
  ),
  refused(
    'shipped',
    'the title of an option',
    'select_fulfillment',
    { selected_option_id: 'Fast delivery' },
    ['fulfillment_option_unknown', /must be one of "([^"]+)"/],
    (words) => ['select_fulfillment', { selected_option_id: word(words) }],
  ),
  refused(
    'ready',
    'no option id',
    'select_fulfillment',
    {},
    ['invalid_request', /^selected_option_id: is required.*(list_fulfillment_methods)/],
    (words) => [word(words), {}],
  ),
  refused(
    'ready',
    'shipping before a destination',
    'select_fulfillment',
    { selected_option_id: 'standard' },
    ['fulfillment_destination_required', /set the destination.*Call (set_destination)/],
    (words) => [word(words), { destination: HOME }],
  ),
  refused(
    'empty',
    'methods before a destination',
    'list_fulfillment_methods',
    {},
    ['fulfillment_destination_required', /Call (set_destination)/],
    (words) => [word(words), { destination: { address_country: 'US' } }],
    [['add_line_items', one({ item: { id: 'vacuum-flask' }, quantity: 1 })]],
  ),
];

const ITEMS: readonly Row[] = [
  refused(
    'empty',
    'a misspelt item id',
    'add_line_items',
    one({ item: { id: 'enamal-mug' }, quantity: 1 }),
    ['item_not_found', /Did you mean item id "([^"]+)"/],
    (words) => ['add_line_items', one({ item: { id: word(words) }, quantity: 1 })],
  ),
  refused(
    'empty',
    'an item id with blanks',
    'add_line_items',
    one({ item: { id: 'Enamel Mug' }, quantity: 1 }),
    ['item_not_found', /Did you mean item id "([^"]+)"/],
    (words) => ['add_line_items', one({ item: { id: word(words) }, quantity: 1 })],
  ),
  refused(
    'empty',
    'a title as the item id',
    'add_line_items',
    one({ item: { id: 'Enamel camp mug' }, quantity: 1 }),
    ['item_not_found', /Did you mean item id "([^"]+)"/],
    (words) => ['add_line_items', one({ item: { id: word(words) }, quantity: 1 })],
  ),
  refused(
    'empty',
    'a kind of item as the item id',
    'add_line_items',
    one({ item: { id: 'mug' }, quantity: 1 }),
    ['item_not_found', /Did you mean item id "([^"]+)" or "keepsake-mug"/],
    (words) => ['add_line_items', one({ item: { id: word(words) }, quantity: 1 })],
  ),
  refused(
    'empty',
    'an item id in capitals',
    'get_item',
    { item_id: 'ENAMEL_MUG' },
    ['not_found', /Did you mean item id "([^"]+)"/],
    (words) => ['get_item', { item_id: word(words) }],
  ),
  refused(
    'empty',
    'a made-up item id',
    'get_item',
    { item_id: 'sku-12345' },
    ['not_found', /by words, such as its title: (search_catalog)/],
    (words) => [word(words), { query: 'mug' }],
  ),
  refused(
    'empty',
    'no item',
    'get_item',
    {},
    ['invalid_request', /^item_id: is required.*(search_catalog)/],
    (words) => [word(words), { query: 'mug' }],
  ),
  refused(
    'empty',
    'no lines',
    'add_line_items',
    {},
    ['invalid_request', /array of object \{ item: \{ id \}, quantity, .*(search_catalog)/],
    (words) => [word(words), { query: 'mug' }],
  ),
  refused(
    'empty',
    'an empty list of lines',
    'add_line_items',
    { line_items: [] },
    ['invalid_request', /^line_items: must have at least 1 entry/],
    () => ['add_line_items', one(MUG)],
  ),
  refused(
    'empty',
    'an item id as the line id',
    'add_line_items',
    one({ id: 'enamel-mug', quantity: 1 }),
    ['invalid_request', /^line_items\[0\]\.item: is required \(object \{ id \}\)/],
    () => ['add_line_items', one(MUG)],
  ),
  ...(
    [
      ['no quantity', {}, /quantity: is required \(integer from 1\)/],
      ['a quantity in words', { quantity: 'two' }, /must be an integer from 1, not a string/],
      ['a fractional quantity', { quantity: 1.5 }, /must be an integer from 1, not a fraction/],
      ['a quantity of 0', { quantity: 0 }, /quantity: must be at least 1/],
      ['a negative quantity', { quantity: -1 }, /quantity: must be at least 1/],
      ['a misspelt member', { quantty: 1 }, /unknown member "quantty"; did you mean "quantity"\?/],
      ['a price', { quantity: 1, price: 2400 }, /unknown member "price" \(it accepts item, quantity, /],
      ['a note', { quantity: 1, gift_note: 'Hi' }, /unknown member "gift_note" \(it accepts .*properties\)/],
    ] as const
  ).map(([name, change, says]) =>
    refused(
      'empty',
      name,
      'add_line_items',
      one({ item: { id: 'enamel-mug' }, ...change }),
      ['invalid_request', says],
      () => ['add_line_items', one(MUG)],
    ),
  ),
  refused(
    'empty',
    'truncated JSON text',
    'add_line_items',
    { line_items: '[{"item":{"id":"enamel-mug"},"quantity":1}' },
    ['invalid_json', /line_items: the text must be strict JSON; it is not well-formed/],
    () => ['add_line_items', one(MUG)],
  ),
  refused(
    'empty',
    'a parent that does not exist',
    'add_line_items',
    one({ ...MUG, parent_id: 'espresso' }),
    ['parent_not_found', /Call (get_cart)/],
    (words) => [word(words), {}],
  ),
  refused(
    'ready',
    'the id of another line',
    'add_line_items',
    one({ item: { id: 'enamel-mug' }, quantity: 1, id: 'tee' }),
    ['line_item_conflict', /Use another id/],
    () => ['add_line_items', one(MUG)],
  ),
];

const LINES: readonly Row[] = [
  refused(
    'ready',
    'a misspelt property',
    'add_line_items',
    one({ item: { id: 'shop-tee' }, quantity: 1, properties: { Sise: 'M' } }),
    ['property_unknown', /did you mean "([^"]+)"/],
    (words) => ['add_line_items', one({ item: { id: 'shop-tee' }, quantity: 1, properties: { [word(words)]: 'M' } })],
  ),
  refused(
    'ready',
    'a size that does not exist',
    'update_line_item',
    { line_item_id: 'tee', quantity: 1, properties: { Size: 'Medium' } },
    ['property_value_invalid', /"Size" must be one of "([^"]+)"/],
    (words) => ['update_line_item', { line_item_id: 'tee', quantity: 1, properties: { Size: word(words) } }],
  ),
  refused(
    'ready',
    'one property twice',
    'update_line_item',
    {
      line_item_id: 'tee',
      quantity: 1,
      properties: [
        { name: 'Size', value: 'M' },
        { name: 'size', value: 'L' },
      ],
    },
    ['invalid_request', /each property can be set once/],
    () => ['update_line_item', { line_item_id: 'tee', quantity: 1, properties: [{ name: 'Size', value: 'L' }] }],
  ),
  refused(
    'ready',
    'an item id as the line id',
    'update_line_item',
    { line_item_id: 'shop-tee', quantity: 2 },
    ['line_item_not_found', /Did you mean line_item_id "([^"]+)"/],
    (words) => ['update_line_item', { line_item_id: word(words), quantity: 2 }],
  ),
  refused(
    'ready',
    'a misspelt line',
    'remove_line_item',
    { line_item_id: 'mugg' },
    ['line_item_not_found', /Did you mean line_item_id "([^"]+)"/],
    (words) => ['remove_line_item', { line_item_id: word(words) }],
  ),
  refused(
    'ready',
    'the position of a line as its id',
    'remove_line_item',
    { line_item_id: '1' },
    ['line_item_not_found', /The lines are "([^"]+)" \(item/],
    (words) => ['remove_line_item', { line_item_id: word(words) }],
  ),
  refused(
    'ready',
    'no line id',
    'remove_line_item',
    {},
    ['invalid_request', /^line_item_id: is required.*Call (get_checkout)/],
    (words) => [word(words), {}],
  ),
  refused(
    'ready',
    'no quantity of a line',
    'update_line_item',
    { line_item_id: 'mug' },
    ['invalid_request', /^quantity: is required \(integer from 0\)/],
    () => ['update_line_item', { line_item_id: 'mug', quantity: 1 }],
  ),
];

/** Calls rejected for their form or for the objects they name, in the order of a purchase. */
export const REFUSED: readonly Row[] = [...AMOUNTS, ...PAYMENTS, ...READY, ...OPTIONS, ...ITEMS, ...LINES];
