import { type Checkout, newCheckout } from '../../src/domain/checkout/checkout.js';
import { newPlatformCart, type PlatformCart } from '../../src/domain/checkout/platform-cart.js';
import type { Order } from '../../src/domain/order/order.js';
import type { ShopAccount } from '../../src/domain/payment/shop-account.js';
import type { Discount } from '../../src/domain/shop/discount.js';
import type { Item } from '../../src/domain/shop/item.js';
import { DEFAULT_SETTINGS, type Shop } from '../../src/domain/shop/shop.js';
import type { Grant } from '../../src/domain/tenant/grant.js';
import type { Agent, ApiKey, Consumer, Deployment, LinkCode, Organization } from '../../src/domain/tenant/tenant.js';
import type { Webhook } from '../../src/domain/webhook/webhook.js';
import {
  type IdempotencyRecord,
  insertWrite,
  type MovementCause,
  type Put,
  replaceWrite,
  type Store,
  type TableName,
  type Tables,
  type Write,
} from '../../src/ports.js';

/** Valid rows; the store does not check their content. */

export const NOW = 1_800_000_000_000;
const stamps = { created_at: NOW, updated_at: NOW, version: 0 };

export const ORG: Organization = { id: 'org_1', name: 'One', ...stamps };
export const OTHER_ORG: Organization = { ...ORG, id: 'org_2', name: 'Two' };
export const SHOP = shopRow('shop_1');
export const OTHER_SHOP = shopRow('shop_2');
export const DEPLOYMENT = deploymentRow('dep_1', SHOP);
export const OTHER_DEPLOYMENT = deploymentRow('dep_2', OTHER_SHOP);

/** Stores the tenants that all other rows refer to. */
export async function seed(store: Store): Promise<void> {
  await write(
    store,
    put('organization', ORG),
    ...[SHOP, OTHER_SHOP].map((row) => put('shop', row)),
    ...[DEPLOYMENT, OTHER_DEPLOYMENT].map((row) => put('deployment', row)),
  );
}

/** Builds the write that replaces the row of this version, or inserts the row if its version is 0. */
export function put<T extends TableName>(table: T, row: Tables[T]): Put {
  // A generic pair of table and row is one of the union's members.
  return (row.version === 0 ? insertWrite(table, row) : replaceWrite(table, row, row)) as Put;
}

export function write(store: Store, ...writes: readonly Write[]): Promise<void> {
  return store.update(() => ({ writes, result: undefined }));
}

/** Default cause of stock changes. */
export const CAUSE: MovementCause = {
  kind: 'correction',
  reason: null,
  checkout_id: null,
  order_id: null,
  actor: 'test',
  at: NOW,
};

export const setStock = (key: string, to: number | null): Write => ({ type: 'set_stock', key, to, cause: CAUSE });
export const moveStock = (key: string, by: number): Write => ({ type: 'move_stock', key, by, cause: CAUSE });

function shopRow(id: string): Shop {
  return {
    id,
    organization_id: ORG.id,
    name: id,
    description: null,
    demo: false,
    settings: DEFAULT_SETTINGS,
    ...stamps,
  };
}

function deploymentRow(id: string, shop: Shop): Deployment {
  return { id, organization_id: ORG.id, shop_id: shop.id, name: id, ...stamps };
}

export function itemRow(id: string, change: Partial<Item> = {}): Item {
  return {
    id,
    shop_id: SHOP.id,
    product_id: null,
    options: [],
    title: id,
    description: '',
    gtin: null,
    mpn: null,
    brand: null,
    categories: [],
    keywords: [],
    price: 100,
    image_url: null,
    images: [],
    backorder: null,
    fulfillment_types: ['shipping'],
    weight_grams: 0,
    tax_category: 'standard',
    age_restricted: false,
    property_specs: [],
    counted: false,
    status: 'active',
    ...stamps,
    ...change,
  };
}

export function discountRow(code: string, change: Partial<Discount> = {}): Discount {
  return {
    shop_id: SHOP.id,
    code,
    title: code,
    kind: 'free_shipping',
    once_per_buyer: false,
    combinable: true,
    automatic: false,
    ...stamps,
    ...change,
  };
}

export function checkoutRow(id: string, change: Partial<Checkout> = {}): Checkout {
  const owner = { shop_id: SHOP.id, deployment_id: DEPLOYMENT.id, buyer_id: id };
  return { ...newCheckout(id, owner, NOW), ...change };
}

/** Builds the writes of an order and its completed checkout. */
export function orderRows(id: string, change: Partial<Order> = {}): Put[] {
  const order = orderRow(id, change);
  return [put('checkout', checkoutRow(order.checkout_id, { state: 'completed' })), put('order', order)];
}

export function orderRow(id: string, change: Partial<Order> = {}): Order {
  return {
    id,
    display_id: id,
    organization_id: ORG.id,
    shop_id: SHOP.id,
    deployment_id: DEPLOYMENT.id,
    buyer_id: '',
    checkout_id: `chk_${id}`,
    currency: 'USD',
    language: 'en',
    status: 'processing',
    payment_status: 'paid',
    line_items: [],
    totals: [],
    included_tax: 0,
    shipping: { fulfillment: 0, discount: 0, tax: 0 },
    fulfillment: { events: [], expectations: [] },
    payment: { handler_id: 'invoice', attempt_id: 'pay_1' },
    adjustments: [],
    ...stamps,
    ...change,
  };
}

export const GRANT: Grant = {
  ...{ client_id: 'client_row', client_kind: 'registered', client_name: 'Assistant', client_host: 'localhost' },
  ...{ resource: '/mcp', ends_at: NOW + 9 },
};

export function keyRow(id: string, change: Partial<ApiKey> = {}): ApiKey {
  return {
    id,
    hash: `hash of ${id}`,
    hint: 'dk_…',
    kind: 'deployment',
    organization_id: ORG.id,
    deployment_id: DEPLOYMENT.id,
    name: id,
    scopes: ['commerce'],
    buyer_required: false,
    created_by: null,
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    ...stamps,
    ...((change.grant ?? change.limits) && { evidence: { salts: { grant: 'salt' } } }),
    ...change,
  };
}

export function agentRow(id: string, change: Partial<Agent> = {}): Agent {
  return { id, organization_id: ORG.id, name: id, description: null, ...stamps, ...change };
}

export function consumerRow(id: string, change: Partial<Consumer> = {}): Consumer {
  return { ...agentRow(id), linked_consumer_org_id: null, linked_at: null, ...change };
}

export function linkCodeRow(id: string, expires_at = NOW): LinkCode {
  return { id, organization_id: ORG.id, expires_at, created_at: NOW, version: 0 };
}

export function platformCartRow(id: string, more: Partial<PlatformCart> = {}): PlatformCart {
  const platform = { profile: 'https://agent.example/profile.json', proven: true };
  return { ...newPlatformCart(id, { shop_id: SHOP.id, deployment_id: DEPLOYMENT.id, platform }, NOW), ...more };
}

export function recordRow(id: string, outcome: unknown, created_at = NOW): IdempotencyRecord {
  return { id, fingerprint: 'f', outcome, created_at, version: 0 };
}

/** The account of the shop for a payment handler. */
export function accountRow(handler_id: string, change: Partial<ShopAccount> = {}): ShopAccount {
  const row = { organization_id: ORG.id, shop_id: SHOP.id, handler_id, settings: { publishable_key: 'pk_test_1' } };
  return { ...row, sealed: { secret_key: 'x' }, replaced: {}, test: true, ...stamps, ...change };
}

export function webhookRow(id: string, change: Partial<Webhook> = {}): Webhook {
  const row = { id, organization_id: ORG.id, shop_id: null, url: 'https://one.example/hook', description: null };
  return { ...row, events: null, status: 'active', secrets: [{ sealed: 'x', expires_at: null }], ...stamps, ...change };
}
