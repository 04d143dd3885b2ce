import { attestation } from './attestation-operations.js';
import type { DOCUMENTED_PATHS } from './documented-paths.js';

/** Name of the schema of a success body, or of the object in its `data` (`BODIES` in portal-api.ts says which). */
export type ResponseName = Exclude<keyof typeof DOCUMENTED_PATHS, 'errorBody'>;

export interface DocumentedOperation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path as documented, with the parameter names of the API document. */
  readonly path: string;
  /**
   * `portal-api` if the API document names method and path. Otherwise this portal adds the operation, and the source is
   * a section of its design document, which is not in this repository.
   */
  readonly source: 'portal-api' | 'design 4.2' | 'design 3';
  /** Success bodies over HTTP; if there are several, `when` selects one. MCP returns no variant B. */
  readonly responses: readonly { readonly body: ResponseName; readonly when?: string }[];
}

const C = '/api/commerce/checkouts';
const O = '/api/commerce/orders';
const LINES = `${C}/{id}/line-items`;
const F = [{ body: 'checkoutF' }] as const;
const B = [{ body: 'checkoutB' }] as const;
const ORDER = [{ body: 'order' }] as const;
const S = '/api/shops/{id}';
const SETTINGS = [{ body: 'shopSettings' }] as const;
const DISCOUNT = [{ body: 'discount' }] as const;
const ADDED = 'design 4.2';
const NAMED = 'portal-api';

const commerce = [
  // API document, Commerce: checkout.
  { name: 'get_cart', method: 'GET', path: `${C}/current`, source: NAMED, responses: F },
  { name: 'add_line_items', method: 'POST', path: LINES, source: NAMED, responses: B },
  {
    name: 'update_line_item',
    method: 'PATCH',
    path: `${LINES}/{lineId}`,
    source: NAMED,
    responses: [
      {
        body: 'checkoutF',
        when: '`properties` is sent, or the item of the line has property specs',
      },
      { body: 'checkoutB', when: '`quantity` alone is sent, and the item has no property specs' },
    ],
  },
  {
    name: 'remove_line_item',
    method: 'DELETE',
    path: `${LINES}/{lineId}`,
    source: NAMED,
    responses: F,
  },
  { name: 'set_buyer', method: 'POST', path: `${C}/{id}/buyer`, source: NAMED, responses: B },
  {
    name: 'apply_discount',
    method: 'POST',
    path: `${C}/{id}/discount`,
    source: NAMED,
    responses: B,
  },
  {
    name: 'set_destination',
    method: 'POST',
    path: `${C}/{id}/fulfillment/destination`,
    source: NAMED,
    responses: F,
  },
  {
    name: 'select_fulfillment',
    method: 'POST',
    path: `${C}/{id}/fulfillment`,
    source: NAMED,
    responses: [
      { body: 'checkoutB', when: 'the envelope: `destinations` is sent with one entry or none' },
      { body: 'checkoutF', when: 'selection only: no `destinations`; and several, of which one is used' },
    ],
  },
  // API document, Commerce: orders. It does not name the path of the list.
  { name: 'get_order', method: 'GET', path: `${O}/{id}`, source: NAMED, responses: [{ body: 'orderWithReceipts' }] },
  { name: 'hold_order', method: 'POST', path: `${O}/{id}/hold`, source: NAMED, responses: ORDER },
  {
    name: 'release_order',
    method: 'POST',
    path: `${O}/{id}/release`,
    source: NAMED,
    responses: ORDER,
  },
  {
    name: 'list_orders',
    method: 'GET',
    path: O,
    source: ADDED,
    responses: [{ body: 'orderSummaryList' }],
  },
  // Not in the API document.
  {
    name: 'search_catalog',
    method: 'GET',
    path: '/api/commerce/items',
    source: ADDED,
    responses: [{ body: 'itemList' }],
  },
  {
    name: 'get_item',
    method: 'GET',
    path: '/api/commerce/items/{id}',
    source: ADDED,
    responses: [{ body: 'item' }],
  },
  { name: 'get_checkout', method: 'GET', path: `${C}/{id}`, source: ADDED, responses: F },
  {
    name: 'remove_discount',
    method: 'DELETE',
    path: `${C}/{id}/discount/{code}`,
    source: ADDED,
    responses: F,
  },
  {
    name: 'list_fulfillment_methods',
    method: 'GET',
    path: `${C}/{id}/fulfillment/methods`,
    source: ADDED,
    responses: [{ body: 'fulfillmentMethods' }],
  },
  {
    name: 'complete_checkout',
    method: 'POST',
    path: `${C}/{id}/complete`,
    source: ADDED,
    responses: F,
  },
  {
    name: 'cancel_checkout',
    method: 'POST',
    path: `${C}/{id}/cancel`,
    source: ADDED,
    responses: F,
  },
  { name: 'buy', method: 'POST', path: `${C}/buy`, source: ADDED, responses: F },
] as const satisfies readonly DocumentedOperation[];

/** Actions on orders, and their history. A merchant's adapter has the scope for these operations. */
const fulfillment = [
  {
    name: 'record_fulfillment_event',
    method: 'POST',
    path: `${O}/{id}/fulfillment-events`,
    source: ADDED,
    responses: ORDER,
  },
  { name: 'cancel_order', method: 'POST', path: `${O}/{id}/cancel`, source: ADDED, responses: ORDER },
  { name: 'adjust_order', method: 'POST', path: `${O}/{id}/adjustments`, source: ADDED, responses: ORDER },
  { name: 'mark_order_paid', method: 'POST', path: `${O}/{id}/mark-paid`, source: ADDED, responses: ORDER },
  {
    name: 'get_order_history',
    method: 'GET',
    path: `${O}/{id}/history`,
    source: ADDED,
    responses: [{ body: 'orderHistory' }],
  },
] as const satisfies readonly DocumentedOperation[];

/** Settings of a shop, which have routes but no tools. */
const merchant = [
  { name: 'get_shop_settings', method: 'GET', path: `${S}/settings`, source: ADDED, responses: SETTINGS },
  { name: 'update_shop_settings', method: 'PUT', path: `${S}/settings`, source: ADDED, responses: SETTINGS },
] as const satisfies readonly DocumentedOperation[];

/** Discounts of a shop, which have routes but no tools. */
const discounts = [
  {
    name: 'list_discounts',
    method: 'GET',
    path: `${S}/discounts`,
    source: ADDED,
    responses: [{ body: 'discountList' }],
  },
  { name: 'get_discount', method: 'GET', path: `${S}/discounts/{code}`, source: ADDED, responses: DISCOUNT },
  { name: 'put_discount', method: 'PUT', path: `${S}/discounts/{code}`, source: ADDED, responses: DISCOUNT },
  { name: 'delete_discount', method: 'DELETE', path: `${S}/discounts/{code}`, source: ADDED, responses: DISCOUNT },
] as const satisfies readonly DocumentedOperation[];

type Managed<Name extends string> = readonly [
  name: Name,
  method: DocumentedOperation['method'],
  path: string,
  body: ResponseName,
];

function managed<const Name extends string>(
  scope: 'shops' | 'items' | 'consumers' | 'agents' | 'keys',
  source: DocumentedOperation['source'],
  tool: boolean,
  rows: readonly Managed<Name>[],
) {
  return rows.map(([name, method, path, body]) => ({ name, method, path, source, scope, tool, responses: [{ body }] }));
}

/** Operations on the objects that an organization manages, with tools and routes or with routes only. */
const organization = [
  ...managed('shops', NAMED, true, [
    ['create_shop', 'POST', '/api/shops', 'shop'],
    ['list_shops', 'GET', '/api/shops', 'shopList'],
  ]),
  ...managed('shops', ADDED, false, [
    ['create_deployment', 'POST', `${S}/deployments`, 'deployment'],
    ['list_deployments', 'GET', `${S}/deployments`, 'deploymentList'],
  ]),
  ...managed('items', ADDED, false, [
    ['list_shop_items', 'GET', `${S}/items`, 'shopItemList'],
    ['get_shop_item', 'GET', `${S}/items/{item_id}`, 'shopItem'],
    ['put_item', 'PUT', `${S}/items/{item_id}`, 'shopItem'],
    ['import_items', 'POST', `${S}/items/import`, 'itemImport'],
    ['patch_item', 'PATCH', `${S}/items/{item_id}`, 'shopItem'],
    ['withdraw_item', 'DELETE', `${S}/items/{item_id}`, 'shopItem'],
    ['move_stock', 'POST', `${S}/items/{item_id}/stock`, 'shopItem'],
    ['list_stock_movements', 'GET', `${S}/items/{item_id}/stock`, 'movementList'],
    ['put_media', 'PUT', `${S}/media/{name}`, 'picture'],
  ]),
  ...managed('consumers', NAMED, true, [
    ['create_consumer', 'POST', '/api/consumers', 'consumer'],
    ['get_consumer', 'GET', '/api/consumers/{id}', 'consumer'],
    ['update_consumer', 'PUT', '/api/consumers/{id}', 'consumer'],
  ]),
  ...managed('consumers', ADDED, false, [
    ['list_consumers', 'GET', '/api/consumers', 'consumerList'],
    ['create_link_code', 'POST', '/api/consumers/link-codes', 'linkCode'],
    ['link_consumer', 'POST', '/api/consumers/{id}/link', 'consumer'],
  ]),
  ...managed('agents', NAMED, true, [
    ['get_agent', 'GET', '/api/agents/{id}', 'agent'],
    ['update_agent', 'PUT', '/api/agents/{id}', 'agent'],
  ]),
  ...managed('agents', ADDED, false, [
    ['create_agent', 'POST', '/api/agents', 'agent'],
    ['list_agents', 'GET', '/api/agents', 'agentList'],
  ]),
  ...managed('keys', 'design 3', false, [
    ['list_keys', 'GET', '/api/keys', 'apiKeyList'],
    ['create_key', 'POST', '/api/keys', 'newApiKey'],
    ['set_key_limits', 'PUT', '/api/keys/{id}/limits', 'apiKey'],
    ['revoke_key', 'DELETE', '/api/keys/{id}', 'apiKey'],
  ]),
];

/** Scopes of an organization's key. A deployment's key may also have the receipt scopes. */
export const ORGANIZATION_SCOPES: readonly string[] = [
  ...['shops', 'items', 'consumers', 'agents', 'keys', 'signing-keys', 'receipts:write', 'receipts:read'],
  ...['orders:read', 'orders:fulfill', 'orders:money', 'privacy', 'webhooks'],
];

export type OperationName =
  | (typeof commerce)[number]['name']
  | (typeof fulfillment)[number]['name']
  | (typeof merchant)[number]['name']
  | (typeof discounts)[number]['name']
  | (typeof organization)[number]['name']
  | (typeof attestation)[number]['name'];

/** An operation with its scope. `tool` is true if it is a tool as well as a route. */
export interface ScopedOperation extends DocumentedOperation {
  readonly name: OperationName;
  readonly scope:
    | 'commerce'
    | 'fulfillment'
    | 'shops'
    | 'items'
    | 'consumers'
    | 'agents'
    | 'keys'
    | 'signing-keys'
    | 'receipts:write'
    | 'receipts:read';
  readonly tool: boolean;
}

/**
 * The operations with the scopes `commerce` and `fulfillment`, and those on tenants, signing keys and receipts.
 * Excludes the operations of the buyer's page, such as `approve_totals`.
 */
export const operations: readonly ScopedOperation[] = [
  ...commerce.map((operation) => ({ ...operation, scope: 'commerce', tool: true }) as const),
  ...fulfillment.map((operation) => ({ ...operation, scope: 'fulfillment', tool: true }) as const),
  ...merchant.map((operation) => ({ ...operation, scope: 'shops', tool: false }) as const),
  ...discounts.map((operation) => ({ ...operation, scope: 'items', tool: false }) as const),
  ...organization,
  ...attestation,
];

/** OperationIds in OpenAPI that differ from the operation's name in camel case. */
export const NAMED_OPERATION_IDS: Partial<Record<OperationName, string>> = {
  list_fulfillment_methods: 'listCheckoutFulfillmentMethods',
  select_fulfillment: 'setCheckoutFulfillment',
};
