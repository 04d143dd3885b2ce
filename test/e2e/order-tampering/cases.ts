/** A row of a table with the JSON in its body. */
export interface StoredRow {
  readonly columns: Record<string, unknown>;
  readonly body: Body;
}

/** JSON of a row. Changes are made in place, as SQL would make them. */
// biome-ignore lint/suspicious/noExplicitAny: a stored body is any JSON
type Body = any;

interface RowCase {
  readonly name: string;
  readonly table: 'order' | 'consumer';
  readonly change: (row: StoredRow) => void;
  /** Message of `portal log verify` about the row. */
  readonly says: string;
}

function order(name: string, change: (body: Body) => void, says: string): RowCase {
  return { name: `an order's ${name}`, table: 'order', change: ({ body }) => change(body), says };
}

/** Changes of a logged order or consumer by someone who can write any SQL. */
export const ROW_CASES: readonly RowCase[] = [
  order('title', (body) => (body.line_items[0].item.title = 'Gold bar'), 'items was changed'),
  order('options', (body) => (body.line_items[0].options = [{ name: 'Color', value: 'Red' }]), 'items was changed'),
  order('unit price', (body) => (body.line_items[0].item.price += 100), 'prices was changed'),
  order('quantity', (body) => (body.line_items[0].quantity.total += 1), 'prices was changed'),
  order('shop', (body) => (body.shop_id = 'shop_other'), 'seller was changed'),
  order('number', (body) => (body.display_id = '9999'), 'seller was changed'),
  order('time', (body) => (body.created_at -= 86_400_000), 'seller was changed'),
  order('tax by rate', (body) => (body.shipping.tax_lines = [{ rate_ppm: 1 }]), 'tax was changed'),
  order('split of the total', (body) => (body.totals[0].amount += 1), 'totals was changed'),
  order('discounts', (body) => (body.discounts.codes = ['FREE']), 'totals was changed'),
  order('delivery promise', (body) => (body.fulfillment.expectations[0].fulfillable_on += 1), 'delivery was changed'),
  order('payment reference', (body) => (body.payment.provider_reference = 'other'), 'payment was changed'),
  order('captured amount', (body) => (body.payment.progress.paid = 1), 'payment was changed'),
  order('status', (body) => (body.status = 'canceled'), 'state was changed'),
  order('payment status', (body) => (body.payment_status = 'refunded'), 'state was changed'),
  order('shipment', (body) => (body.fulfillment.events = []), 'state, texts were changed'),
  order('refund', (body) => (body.adjustments = []), 'state, texts were changed'),
  order('e-mail address', (body) => (body.buyer.email = 'eve@example.com'), 'buyer was changed'),
  order(
    'address',
    (body) => (body.fulfillment.expectations[0].destination.street_address = '2 Other St'),
    'address was changed',
  ),
  order('engraving', (body) => (body.line_items[0].properties[0].value = 'Eve'), 'properties was changed'),
  order('tracking number', (body) => (body.fulfillment.events[0].tracking_number = 'X'), 'texts was changed'),
  order('salt', (body) => (body.evidence.salts.buyer = 'x'.repeat(22)), 'buyer was changed'),
  order(
    'salts, removed',
    (body) => Reflect.deleteProperty(body, 'evidence'),
    'address, buyer, delivery, items, payment, prices, properties, seller, state, tax, totals, texts were changed',
  ),
  order(
    'context, of the earlier version',
    (body) => Reflect.deleteProperty(body.evidence, 'context'),
    'context was changed',
  ),
  order('body, emptied', (body) => Reflect.deleteProperty(body, 'line_items'), 'its body is not that of an order'),
  {
    name: "an order's column status",
    table: 'order',
    change: ({ columns }) => (columns.status = 'canceled'),
    says: 'its column status differs from its body',
  },
  {
    name: "an order's column context_hash",
    table: 'order',
    change: ({ columns }) => (columns.context_hash = `sha256:${'0'.repeat(64)}`),
    says: 'its column context_hash differs from its context',
  },
  {
    name: "an order's version",
    table: 'order',
    change: ({ columns }) => (columns.version = 1),
    says: 'its version is earlier than that of its last entry',
  },
  {
    name: "a consumer's name",
    table: 'consumer',
    change: ({ body }) => (body.name = 'Eve'),
    says: 'name or description was changed',
  },
  {
    name: "a consumer's link",
    table: 'consumer',
    change: ({ body }) => Object.assign(body, { linked_consumer_org_id: 'org_eve', linked_at: 1 }),
    says: 'linked_consumer_org_id or linked_at was changed',
  },
];

/** Rows that are added or removed. */
export const WHOLE_ROW_CASES = [
  'an order deleted',
  'an order added',
  'a consumer deleted',
  'a consumer added',
  'a forged entry that waits for its place',
] as const;
