/** A row of a table with the JSON in its body. */
export interface StoredRow {
  readonly columns: Record<string, unknown>;
  readonly body: Body;
}

/** JSON of a row. Changes are made in place, as SQL would make them. */
// biome-ignore lint/suspicious/noExplicitAny: a stored body is any JSON
type Body = any;

/** Tables of the attacked rows, by the words of the audit. */
export const TABLE_OF = { order: 'order', consumer: 'consumer', grant: 'api_key' } as const;

interface RowCase {
  readonly name: string;
  readonly of: keyof typeof TABLE_OF;
  readonly change: (row: StoredRow) => void;
  /** Message of `portal log verify` about the row. */
  readonly says: string;
}

function order(name: string, change: (body: Body) => void, says: string): RowCase {
  return { name: `an order's ${name}`, of: 'order', change: ({ body }) => change(body), says };
}

function grant(name: string, change: (body: Body) => void, says: string): RowCase {
  return { name: `a grant's ${name}`, of: 'grant', change: ({ body }) => change(body), says };
}

function columnOfGrant(name: string, value: unknown): RowCase {
  const says = `its column ${name} differs from its body`;
  return { name: `a grant's column ${name}`, of: 'grant', change: ({ columns }) => (columns[name] = value), says };
}

const LATER = 4_000_000_000_000;

/** Changes of a logged grant. */
const GRANT_CASES: readonly RowCase[] = [
  grant('limit per order, raised', (body) => (body.limits.per_order *= 100), 'limits was changed'),
  grant('limit in 30 days, raised', (body) => (body.limits.per_30_days *= 100), 'limits was changed'),
  grant(
    'limit in 30 days, removed',
    (body) => Reflect.deleteProperty(body.limits, 'per_30_days'),
    'limits was changed',
  ),
  grant('limit per order, as a text', (body) => (body.limits.per_order = '10000'), 'limits was changed'),
  grant('amount to ask above, added', (body) => (body.limits.ask_above = 1), 'limits was changed'),
  grant('currency', (body) => (body.limits.currency = 'JPY'), 'limits was changed'),
  grant('categories, widened', (body) => body.limits.categories.push('Jewelry'), 'categories was changed'),
  grant('limits, removed', (body) => Reflect.deleteProperty(body, 'limits'), 'limits, categories were changed'),
  grant('scopes, widened', (body) => body.scopes.push('fulfillment'), 'scopes was changed'),
  grant('linked scopes, widened', (body) => (body.grant.linked_scopes = []), 'linked_scopes was changed'),
  grant('shared parts, widened', (body) => body.grant.shares.push('address'), 'shares was changed'),
  grant('resource', (body) => (body.grant.resource = '/ucp'), 'resource was changed'),
  grant('deployment', (body) => (body.deployment_id = 'dep_other'), 'deployment_id was changed'),
  grant('buyer, not required', (body) => (body.buyer_required = !body.buyer_required), 'buyer_required was changed'),
  grant('kind', (body) => (body.kind = 'organization'), 'kind was changed'),
  grant('end, postponed', (body) => (body.expires_at = body.grant.ends_at = LATER), 'ends_at, expires_at were changed'),
  grant('end, removed', (body) => (body.expires_at = null), 'expires_at was changed'),
  grant(
    'end, as a text',
    (body) => (body.expires_at = '2030-01-01T00:00:00.000Z'),
    'its body is not that of an API key',
  ),
  grant('revocation, added', (body) => (body.revoked_at = LATER), 'revoked_at was changed'),
  grant('time', (body) => (body.created_at = 1), 'created_at was changed'),
  grant('organization', (body) => (body.organization_id = 'org_other'), 'it belongs to another organization'),
  grant('person', (body) => (body.grant.person_id = 'prs_eve'), 'person was changed'),
  grant('person, removed', (body) => Reflect.deleteProperty(body.grant, 'person_id'), 'person was changed'),
  grant('assistant', (body) => (body.grant.client_id = 'https://eve.example/client.json'), 'client was changed'),
  grant('assistant, of another kind', (body) => (body.grant.client_kind = 'predefined'), 'client_kind was changed'),
  grant('platform', (body) => (body.ucp_profiles = ['https://eve.example/profile']), 'profiles was changed'),
  grant('name', (body) => (body.name = 'Eve'), 'name was changed'),
  grant('creator', (body) => (body.created_by = 'Eve'), 'creator was changed'),
  grant('key', (body) => (body.hash = 'a'.repeat(64)), 'key was changed'),
  grant('salt', (body) => (body.evidence.salts.person = 'x'.repeat(22)), 'person was changed'),
  grant(
    'salts, removed',
    (body) => Reflect.deleteProperty(body, 'evidence'),
    'categories, client, creator, key, name, person were changed',
  ),
  grant(
    'grant, removed',
    (body) => Reflect.deleteProperty(body, 'grant'),
    'client_kind, ends_at, resource, shares, client, person were changed',
  ),
  columnOfGrant('organization_id', 'org_other'),
  columnOfGrant('deployment_id', null),
  columnOfGrant('hash', 'a'.repeat(64)),
  columnOfGrant('created_at', 1),
  columnOfGrant('grant_client', 'https://eve.example/client.json'),
  columnOfGrant('grant_person', 'prs_eve'),
  {
    ...{ name: "a grant's version", of: 'grant', change: ({ columns }) => (columns.version = 1) },
    says: 'its version is earlier than that of its last entry',
  },
];

/** Changes of a logged order, consumer or grant by someone who can write any SQL. */
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
    of: 'order',
    change: ({ columns }) => (columns.status = 'canceled'),
    says: 'its column status differs from its body',
  },
  {
    name: "an order's column context_hash",
    of: 'order',
    change: ({ columns }) => (columns.context_hash = `sha256:${'0'.repeat(64)}`),
    says: 'its column context_hash differs from its context',
  },
  {
    name: "an order's version",
    of: 'order',
    change: ({ columns }) => (columns.version = 1),
    says: 'its version is earlier than that of its last entry',
  },
  {
    name: "a consumer's name",
    of: 'consumer',
    change: ({ body }) => (body.name = 'Eve'),
    says: 'name or description was changed',
  },
  {
    name: "a consumer's link",
    of: 'consumer',
    change: ({ body }) => Object.assign(body, { linked_consumer_org_id: 'org_eve', linked_at: 1 }),
    says: 'linked_consumer_org_id or linked_at was changed',
  },
  ...GRANT_CASES,
];

/** Rows that are added or removed. */
export const WHOLE_ROW_CASES = [
  'an order deleted',
  'an order added',
  'a consumer deleted',
  'a consumer added',
  'a grant deleted',
  'the revocation of a grant, removed',
  'a grant added',
  'a key without limits that gets some',
  'a person, added to a grant that nobody signed in gave',
  'an amount that an order counts toward the limits of its grant, lowered',
  "an order's payment, counted toward another grant",
  "an order's payment, deleted",
  'a forged entry that waits for its place',
  'a forged entry of a grant that waits for its place',
] as const;
