import { type Row, refused } from './row.js';
import { HOME, PAYMENT } from './scene.js';

const MUG = { item: { id: 'enamel-mug' }, quantity: 1 };
const word = (words: RegExpExecArray) => words[1] ?? '';
const ABSENT = 'chk_00000000-0000-7000-8000-000000000000';

const OBJECTS: readonly Row[] = [
  refused(
    'ready',
    'a checkout that does not exist',
    'get_checkout',
    { checkout_id: ABSENT },
    ['checkout_not_found', /Leave checkout_id out/],
    () => ['get_checkout', {}],
  ),
  refused(
    'ready',
    'the word current as the checkout id',
    'add_line_items',
    { checkout_id: 'current', line_items: [MUG] },
    ['checkout_not_found', /Leave checkout_id out/],
    () => ['add_line_items', { line_items: [MUG] }],
  ),
  refused(
    'ordered',
    'an order id as the checkout id',
    'get_checkout',
    ({ order }) => ({ checkout_id: order }),
    ['checkout_not_found', /Call (get_order) with it as order_id/],
    (words, { order }) => [word(words), { order_id: order }],
  ),
  refused(
    'ordered',
    'a checkout id as the order id',
    'get_order',
    ({ cart }) => ({ order_id: cart }),
    ['order_not_found', /Call (get_checkout) with it as checkout_id/],
    (words, { cart }) => [word(words), { checkout_id: cart }],
  ),
  refused(
    'ordered',
    'an order id as the checkout id',
    'cancel_checkout',
    ({ order }) => ({ checkout_id: order }),
    ['checkout_not_found', /Call (get_order) with it as order_id/],
    (words, { order }) => [word(words), { order_id: order }],
  ),
  refused(
    'ordered',
    'an order number that does not exist',
    'get_order',
    { order_id: '999999' },
    ['order_not_found', /Call (list_orders)/],
    (words) => [word(words), {}],
  ),
  refused(
    'ordered',
    'no order id',
    'get_order',
    {},
    ['invalid_request', /^order_id: is required.*(list_orders)/],
    (words) => [word(words), {}],
  ),
  refused(
    'ordered',
    'a completed checkout to cancel',
    'cancel_checkout',
    ({ cart }) => ({ checkout_id: cart }),
    ['checkout_closed', /get_order, order_id "([^"]+)"/],
    (words) => ['get_order', { order_id: word(words) }],
  ),
  refused(
    'ordered',
    'an item for a completed checkout',
    'add_line_items',
    ({ cart }) => ({ checkout_id: cart, line_items: [MUG] }),
    ['checkout_closed', /omit checkout_id/],
    () => ['add_line_items', { line_items: [MUG] }],
  ),
  refused(
    'ready',
    'an item for a canceled checkout',
    'add_line_items',
    ({ cart }) => ({ checkout_id: cart, line_items: [MUG] }),
    ['checkout_closed', /is canceled.*Call (get_cart)/],
    (words) => [word(words), {}],
    [['cancel_checkout', ({ cart }) => ({ checkout_id: cart })]],
  ),
  refused(
    'ready',
    'no checkout id to cancel',
    'cancel_checkout',
    {},
    ['invalid_request', /^checkout_id: is required.*(get_cart)/],
    (words) => [word(words), {}],
  ),
  refused(
    'ordered',
    'a second hold',
    'hold_order',
    ({ order }) => ({ order_id: order, reason: 'Wait' }),
    ['order_already_on_hold', /Call (get_order)/],
    (words, { order }) => [word(words), { order_id: order }],
    [['hold_order', ({ order }) => ({ order_id: order, reason: 'Wait' })]],
  ),
  refused(
    'ordered',
    'a release of an order that is not on hold',
    'release_order',
    ({ order }) => ({ order_id: order }),
    ['order_not_on_hold', /Call (get_order)/],
    (words, { order }) => [word(words), { order_id: order }],
  ),
];

const KEYS: readonly Row[] = [
  refused(
    'ordered',
    'an order, with a key that lacks the scope',
    'cancel_order',
    ({ order }) => ({ order_id: order }),
    ['forbidden', /Tell the person that this needs a key with the scope "fulfillment".*\b(get_order)\b/],
    (words, { order }) => [word(words), { order_id: order }],
  ),
  refused(
    'empty',
    'a shop, with the key of a deployment',
    'create_shop',
    { name: 'Mine' },
    ['forbidden', /only read, with this key: (\w+)/],
    (words) => [word(words), { query: 'mug' }],
  ),
  refused(
    'ready',
    'the idempotency key of another call',
    'apply_discount',
    { code: 'MUG5', idempotency_key: 'k' },
    ['idempotency_conflict', /Use a new key/],
    () => ['apply_discount', { code: 'MUG5', idempotency_key: 'k2' }],
    [['apply_discount', { code: 'WELCOME10', idempotency_key: 'k' }]],
  ),
];

const TOOLS: readonly Row[] = (
  [
    ['add_to_cart', 'add_line_items', { line_items: [MUG] }],
    ['add_item', 'add_line_items', { line_items: [MUG] }],
    ['addLineItems', 'add_line_items', { line_items: [MUG] }],
    ['get_basket', 'get_cart', {}],
    ['checkout', 'get_checkout', {}],
    ['pay', 'complete_checkout', undefined],
    ['search_products', 'search_catalog', { query: 'mug' }],
    ['find_items', 'search_catalog', { query: 'mug' }],
    ['get_product', 'get_item', { item_id: 'enamel-mug' }],
    ['remove_item', 'remove_line_item', { line_item_id: 'mug' }],
    ['apply_coupon', 'apply_discount', { code: 'WELCOME10' }],
    ['set_shipping_address', 'set_destination', { destination: HOME }],
    ['select_shipping', 'select_fulfillment', { selected_option_id: 'pickup-portland' }],
    ['list_shipping_methods', 'list_fulfillment_methods', {}],
    ['serach_catalog', 'search_catalog', { query: 'mug' }],
  ] as const
).map(([name, meant, args]) =>
  refused(
    'ready',
    `the tool ${name}`,
    name,
    {},
    ['-32602', new RegExp(`Unknown tool "${name}"; did you mean "(${meant})"`)],
    (words, { total }) => [word(words), args ?? { expected_total: total, payment: PAYMENT }],
  ),
);

const PLACES: readonly Row[] = [
  refused(
    'ready',
    'a misspelt country',
    'set_destination',
    { destination: { ...HOME, address_country: 'Untied States' } },
    ['invalid_request', /destination\.address_country: .*did you mean "([^"]+)"/],
    (words) => ['set_destination', { destination: { ...HOME, address_country: word(words) } }],
  ),
  refused(
    'ready',
    'no country',
    'set_destination',
    { destination: { address_locality: 'Portland' } },
    ['invalid_request', /destination\.address_country: is required/],
    () => ['set_destination', { destination: HOME }],
  ),
  refused(
    'ready',
    'an address in one text',
    'set_destination',
    { destination: '1450 Juniper Street, Portland, OR 97205' },
    ['invalid_request', /must be an object \{ address_country, .*street_address\?/],
    () => ['set_destination', { destination: HOME }],
  ),
  refused(
    'ready',
    'a misspelt destination',
    'set_destination',
    { destinaton: HOME },
    ['invalid_request', /unknown member "destinaton"; did you mean "([^"]+)"/],
    (words) => ['set_destination', { [word(words)]: HOME }],
  ),
  refused(
    'ready',
    'a postal code as a number',
    'set_destination',
    { destination: { ...HOME, postal_code: 97205 } },
    ['invalid_request', /postal_code: must be a string, not a number/],
    () => ['set_destination', { destination: { ...HOME, postal_code: '97205' } }],
  ),
  refused(
    'ready',
    'two names of one member',
    'set_destination',
    { destination: { ...HOME, city: 'Seattle' } },
    ['invalid_request', /city: is an alias of "(address_locality)".*send only/],
    (words) => ['set_destination', { destination: { ...HOME, [word(words)]: 'Seattle' } }],
  ),
  refused(
    'ready',
    'several faults at once',
    'set_destination',
    { destination: { adress_country: 'US', postal_code: 97205, street: 5 } },
    [
      'invalid_request',
      /postal_code: .*; .*street_address: .*; .*address_country: is required|address_country: is required.*postal_code.*did you mean "address_country"/,
    ],
    () => ['set_destination', { destination: HOME }],
  ),
];

const PEOPLE: readonly Row[] = [
  refused(
    'empty',
    'an invalid email address',
    'set_buyer',
    { buyer: { email: 'ada' } },
    ['invalid_request', /buyer\.email: must be an email address/],
    () => ['set_buyer', { buyer: { email: 'ada@example.com' } }],
  ),
  refused('empty', 'no buyer', 'set_buyer', {}, ['invalid_request', /^buyer: is required \(object \{ email\?/], () => [
    'set_buyer',
    { buyer: { email: 'ada@example.com' } },
  ]),
  refused(
    'empty',
    'a misspelt buyer',
    'set_buyer',
    { buyr: { email: 'ada@example.com' } },
    ['invalid_request', /unknown member "buyr"; did you mean "([^"]+)"/],
    (words) => ['set_buyer', { [word(words)]: { email: 'ada@example.com' } }],
  ),
];

const CODES: readonly Row[] = [
  refused(
    'ready',
    'a guessed code',
    'apply_discount',
    { code: 'SAVE20' },
    ['discount_code_invalid', /go on without a code/],
    () => ['get_checkout', {}],
  ),
  refused(
    'ready',
    'a code that is already applied',
    'apply_discount',
    { code: 'welcome10' },
    ['discount_code_already_applied', /Call (get_checkout)/],
    (words) => [word(words), {}],
    [['apply_discount', { code: 'WELCOME10' }]],
  ),
  refused(
    'empty',
    'a code for a larger cart',
    'apply_discount',
    { code: 'FREESHIP' },
    ['discount_code_ineligible', /only if they agree.*Call (get_checkout)/],
    (words) => [word(words), {}],
    [['add_line_items', { line_items: [{ item: { id: 'sea-salt' }, quantity: 1 }] }]],
  ),
];

const LISTS: readonly Row[] = [
  refused(
    'empty',
    'a limit above the maximum',
    'search_catalog',
    { query: 'mug', limit: 1000 },
    ['invalid_request', /limit: must be at most (\d+)/],
    (words) => ['search_catalog', { query: 'mug', limit: Number(word(words)) }],
  ),
  refused(
    'empty',
    'a made-up cursor',
    'search_catalog',
    { query: 'mug', cursor: 'page-2' },
    ['invalid_cursor', /omit it for the first page/],
    () => ['search_catalog', { query: 'mug' }],
  ),
  refused(
    'ordered',
    'a misspelt status',
    'list_orders',
    { status: 'procesing' },
    ['invalid_request', /status: must be one of .*did you mean "([^"]+)"/],
    (words) => ['list_orders', { status: word(words) }],
  ),
];

/** Calls rejected because they would not do what the agent intended. */
export const MISLED: readonly Row[] = [...OBJECTS, ...KEYS, ...TOOLS, ...PLACES, ...PEOPLE, ...CODES, ...LISTS];
