import { type Row, taken } from './row.js';
import { HOME, PAYMENT } from './scene.js';

const MUG = { item: { id: 'enamel-mug' }, quantity: 1 };
const TEE = { item: { id: 'shop-tee' }, quantity: 1 };
const FLAT = { street: '1 Main St', city: 'Seattle', state: 'Washington', zip: '98101', country: 'United States' };
const NOTHING = { id: null, parent_id: null, properties: null };
const [CARD] = PAYMENT.instruments;
const where = (more: object) => ({ destination: { ...HOME, ...more } });
const json = JSON.stringify;

const LINES: readonly Row[] = [
  taken('empty', 'lines as JSON text', 'add_line_items', { line_items: json([MUG]) }),
  taken('empty', 'one line without its list', 'add_line_items', { line_items: MUG }),
  taken('empty', 'one line as JSON text', 'add_line_items', { line_items: json(MUG) }),
  taken('empty', 'a line as JSON text in the list', 'add_line_items', { line_items: [json(MUG)] }),
  taken('empty', 'item_id in a line', 'add_line_items', { line_items: [{ item_id: 'enamel-mug', quantity: 1 }] }),
  taken('empty', 'item as text', 'add_line_items', { line_items: [{ item: 'enamel-mug', quantity: 1 }] }),
  taken('empty', 'items', 'add_line_items', { items: [MUG] }),
  taken('empty', 'lineItems', 'add_line_items', { lineItems: [MUG] }),
  taken('empty', 'items with itemId', 'add_line_items', { items: [{ itemId: 'enamel-mug', quantity: 1 }] }),
  taken('empty', 'a flat line', 'add_line_items', { item_id: 'enamel-mug', quantity: 1 }),
  taken('empty', 'a flat line with product_id and qty', 'add_line_items', { product_id: 'enamel-mug', qty: 2 }),
  taken('empty', 'quantity as digits', 'add_line_items', { line_items: [{ ...MUG, quantity: '2' }] }),
  taken('empty', 'null for omitted members', 'add_line_items', { line_items: [{ ...MUG, ...NOTHING }] }),
  taken('empty', 'empty texts for omitted members', 'add_line_items', {
    checkout_id: '',
    line_items: [{ ...MUG, id: '', parent_id: '' }],
  }),
  taken('empty', 'properties as an object', 'add_line_items', {
    line_items: [{ ...TEE, properties: { Size: 'M', Color: 'Natural' } }],
  }),
  taken('empty', 'properties in lower case', 'add_line_items', {
    line_items: [{ ...TEE, properties: { size: 'm', color: 'natural' } }],
  }),
  taken('empty', 'properties in capitals, as a list', 'add_line_items', {
    line_items: [{ ...TEE, properties: [{ name: 'SIZE', value: 'm' }] }],
  }),
  taken('empty', 'properties as JSON text', 'add_line_items', {
    line_items: [{ ...TEE, properties: json({ Size: 'M' }) }],
  }),
  taken('empty', 'one property without its list', 'add_line_items', {
    line_items: [{ ...TEE, properties: { name: 'Size', value: 'M' } }],
  }),
  taken('ready', 'lineItemId', 'update_line_item', { lineItemId: 'mug', quantity: 3 }),
  taken('ready', 'line_id', 'update_line_item', { line_id: 'mug', quantity: 3 }),
  taken('ready', 'quantity 0 as digits', 'update_line_item', { line_item_id: 'mug', quantity: '0' }),
  taken('ready', 'properties of a line as an object', 'update_line_item', {
    ...{ line_item_id: 'tee', quantity: 1, properties: { size: 'l', color: 'Natural' } },
  }),
  taken('ready', 'id of a line to remove', 'remove_line_item', { id: 'mug' }),
];

const CARTS: readonly Row[] = [
  taken('ready', 'cart_id', 'get_checkout', ({ cart }) => ({ cart_id: cart })),
  taken('ready', 'cartId', 'get_checkout', ({ cart }) => ({ cartId: cart })),
  taken('ready', 'checkoutId', 'get_checkout', ({ cart }) => ({ checkoutId: cart })),
  taken('ready', 'checkout_id null', 'get_checkout', { checkout_id: null }),
  taken('ready', 'no id to read', 'get_checkout', {}),
  taken('empty', 'no id to add', 'add_line_items', { line_items: [MUG] }),
  taken('ready', 'no id to update', 'update_line_item', { line_item_id: 'mug', quantity: 1 }),
  taken('ready', 'no id to remove', 'remove_line_item', { line_item_id: 'mug' }),
  taken('ready', 'no id for the buyer', 'set_buyer', { buyer: { email: 'ada@example.com' } }),
  taken('ready', 'no id for a code', 'apply_discount', { code: 'WELCOME10' }),
  taken('ready', 'no id to remove a code', 'remove_discount', { code: 'WELCOME10' }, [
    ['apply_discount', { code: 'WELCOME10' }],
  ]),
  taken('ready', 'no id for the destination', 'set_destination', where({})),
  taken('ready', 'no id to list methods', 'list_fulfillment_methods', {}),
  taken('ready', 'no id to select', 'select_fulfillment', { selected_option_id: 'pickup-portland' }),
  taken('ready', 'no id to complete', 'complete_checkout', ({ total }) => ({
    ...{ expected_total: total, payment: PAYMENT },
  })),
  taken('ordered', 'completed again without id', 'complete_checkout', ({ total }) => ({ expected_total: total })),
  taken('ordered', 'completed again with another payment', 'complete_checkout', ({ total }) => ({
    ...{ expected_total: total, payment: PAYMENT },
  })),
  taken('ready', 'an idempotency key with a read', 'get_cart', { idempotency_key: 'k1' }),
  taken('ready', 'idempotencyKey', 'apply_discount', { code: 'WELCOME10', idempotencyKey: 'k2' }),
  taken('ready', 'idempotencyKey with a read', 'get_cart', { idempotencyKey: 5 }),
  taken('ready', 'an idempotency key that is null', 'apply_discount', { code: 'WELCOME10', idempotency_key: null }),
  taken('ready', 'discount_code', 'apply_discount', { discount_code: 'WELCOME10' }),
];

const PEOPLE: readonly Row[] = [
  taken('empty', 'a buyer as JSON text', 'set_buyer', { buyer: json({ email: 'ada@example.com' }) }),
  taken('empty', 'a flat buyer', 'set_buyer', { email: 'ada@example.com', full_name: 'Ada Park' }),
  taken('empty', 'name and phone', 'set_buyer', {
    buyer: { email: 'ada@example.com', name: 'Ada Park', phone: '+1 503 555 0100' },
  }),
  taken('empty', 'flat name and phone', 'set_buyer', { email: 'ada@example.com', name: 'Ada', phone: '503' }),
  taken('empty', 'firstName and lastName', 'set_buyer', {
    buyer: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Park' },
  }),
  taken('empty', 'email with blanks around it', 'set_buyer', { buyer: { email: ' ada@example.com ' } }),
  taken('empty', 'email_address', 'set_buyer', { email_address: 'ada@example.com' }),
  taken('empty', 'a buyer with nulls', 'set_buyer', {
    buyer: { email: 'ada@example.com', first_name: null, last_name: null, full_name: '', phone_number: null },
    billing_address: null,
  }),
  taken('empty', 'a billing address with aliases', 'set_buyer', {
    ...{ buyer: { email: 'ada@example.com' }, billing: FLAT },
  }),
];

const PLACES: readonly Row[] = [
  taken('ready', 'a destination as JSON text', 'set_destination', { destination: json(HOME) }),
  taken('ready', 'a flat destination', 'set_destination', HOME),
  taken('ready', 'a flat destination with aliases', 'set_destination', FLAT),
  taken('ready', 'a destination with aliases', 'set_destination', { destination: FLAT }),
  taken('ready', 'address', 'set_destination', { address: FLAT }),
  taken('ready', 'shippingAddress', 'set_destination', { shippingAddress: FLAT }),
  taken('ready', 'line1, line2 and postcode', 'set_destination', {
    ...{ line1: '1 Main St', line2: 'Apt 2', city: 'Portland', province: 'OR', postcode: '97205', country: 'US' },
  }),
  taken('ready', 'camel case', 'set_destination', {
    destination: { streetAddress: '1 Main St', addressLocality: 'Portland', addressCountry: 'us', postalCode: '97205' },
  }),
  taken('ready', 'a destination with nulls', 'set_destination', where({ first_name: null, instructions: '' })),
  ...['USA', 'United States', 'united states of america', 'U.S.', 'UK', 'Deutschland', 'Pays-Bas', 'deu'].map((name) =>
    taken('ready', `the country ${name}`, 'set_destination', { destination: { address_country: name } }),
  ),
  taken('ready', 'a region with its country', 'set_destination', where({ address_region: 'US-OR' })),
  taken('ready', 'option_id', 'select_fulfillment', { option_id: 'pickup-portland' }),
  taken('ready', 'optionId', 'select_fulfillment', { optionId: 'pickup-portland' }),
  taken('ready', 'option', 'select_fulfillment', { option: 'pickup-portland' }),
  taken('ready', 'destinations null', 'select_fulfillment', {
    ...{ selected_option_id: 'pickup-portland', destinations: null },
  }),
  taken('ready', 'one destination without its list', 'select_fulfillment', {
    ...{ selected_option_id: 'standard', destinations: HOME },
  }),
  taken('ready', 'destination with the option', 'select_fulfillment', {
    ...{ selected_option_id: 'standard', destination: HOME },
  }),
  taken('ready', 'destinations as JSON text', 'select_fulfillment', {
    ...{ selected_option_id: 'express', destinations: json([HOME]) },
  }),
];

const PAYMENTS: readonly Row[] = [
  taken('ready', 'payment as JSON text', 'complete_checkout', ({ total }) => ({
    ...{ expected_total: total, payment: json(PAYMENT) },
  })),
  taken('ready', 'one instrument without its list', 'complete_checkout', ({ total }) => ({
    ...{ expected_total: total, payment: { instruments: CARD } },
  })),
  taken('ready', 'an instrument without instruments', 'complete_checkout', ({ total }) => ({
    ...{ expected_total: total, payment: CARD },
  })),
  taken('ready', 'a handler alone', 'complete_checkout', ({ total }) => ({
    ...{ expected_total: total, payment: { handler_id: 'invoice' } },
  })),
  taken('ready', 'a handler beside the total', 'complete_checkout', ({ total }) => ({
    ...{ expected_total: total, handlerId: 'invoice' },
  })),
  taken('ready', 'an instrument without id', 'complete_checkout', ({ total }) => ({
    ...{ expected_total: total, payment: { instruments: [{ ...CARD, id: null }] } },
  })),
  taken('ready', 'flat instruments', 'complete_checkout', ({ total }) => ({
    ...{ expected_total: total, instruments: [CARD] },
  })),
  taken('ready', 'an instrument with nulls', 'complete_checkout', ({ total }) => ({
    expected_total: total,
    payment: {
      selected_instrument_id: null,
      instruments: [{ ...CARD, billing_address: null, rich_card_art: null, expiry_month: null, expiry_year: '2030' }],
    },
  })),
  taken('ready', 'expectedTotal', 'complete_checkout', ({ total }) => ({ expectedTotal: total, payment: PAYMENT })),
];

const READS: readonly Row[] = [
  taken('empty', 'q, and a limit as digits', 'search_catalog', { q: 'mug', limit: '5', cursor: null }),
  taken('empty', 'a filter as text', 'search_catalog', { query: 'mug', inStock: 'true', maxPrice: 3000 }),
  taken('empty', 'id of an item', 'get_item', { id: 'enamel-mug' }),
  taken('empty', 'product_id of an item', 'get_item', { product_id: 'enamel-mug' }),
  taken('ordered', 'id of an order', 'get_order', ({ order }) => ({ id: order })),
  taken('ordered', 'orderId', 'get_order', ({ order }) => ({ orderId: order })),
  taken('ordered', 'orders with nulls', 'list_orders', { limit: '10', cursor: null, status: null, created_from: null }),
  taken('ordered', 'a hold with orderId', 'hold_order', ({ order }) => ({ orderId: order, reason: 'Ask first' })),
];

/** Calls that are accepted although they deviate from the declaration. */
export const TAKEN: readonly Row[] = [...LINES, ...CARTS, ...PEOPLE, ...PLACES, ...PAYMENTS, ...READS];
