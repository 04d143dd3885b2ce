import { sampleAbandonedCart } from '../../src/docs/sample-abandoned-cart.js';
import { sampleGrant } from '../../src/docs/sample-grant.js';
import type { Checkout } from '../../src/domain/checkout/checkout.js';
import { createGrantEvidence } from '../../src/domain/evidence/grant-evidence.js';
import { staffKey } from '../../src/domain/person/staff.js';
import type { Discount } from '../../src/domain/shop/discount.js';
import { type Item, itemKey } from '../../src/domain/shop/item.js';
import type { ShopSettings } from '../../src/domain/shop/shop.js';
import type { Grant } from '../../src/domain/tenant/grant.js';
import type { LimitChange } from '../../src/domain/tenant/limits.js';
import { KEY_SCOPES } from '../../src/domain/tenant/tenant.js';
import { required } from '../../src/domain/values/required.js';
import { buildLimitChange } from '../../src/operations/tenancy/key-limits.js';
import { buildNewKey, type KeyOwner, type KeyRequest } from '../../src/operations/tenancy/key-writes.js';
import { newAgent, newDeployment, newOrganization, newShop } from '../../src/operations/tenancy/provision.js';
import { insertWrite, type Rows, replaceWrite } from '../../src/ports.js';
import type { Author } from '../../src/records/audit.js';
import type { GrantKey } from '../../src/records/grants.js';
import { systemIds } from '../../src/system.js';
import type { TestPortal } from './portal.js';

export interface Tenant {
  readonly key: string;
  readonly shop_id: string;
  readonly deployment_id: string;
  readonly organization_id: string;
}

const author: Author = { ids: systemIds, now: Date.UTC(2026, 10, 20), actor: 'test' };

function demoShop(rows: Rows, portal: TestPortal) {
  const shop = rows.get('shop', portal.demo.shop_id);
  if (!shop) throw new Error('the demo shop is missing');
  return shop;
}

function demoItem(rows: Rows, portal: TestPortal, id: string): Item {
  const item = rows.get('item', itemKey(portal.demo.shop_id, id));
  if (!item) throw new Error(`the demo has no item ${id}`);
  return item;
}

/** Creates a second organization with a shop, a deployment and a key. The shop has the demo's settings and one item. */
export async function secondTenant(portal: TestPortal, itemId: string): Promise<Tenant> {
  return portal.app.store.update((rows) => {
    const { settings } = demoShop(rows, portal);
    const organization = newOrganization(author, 'Second');
    const shop = newShop(author, organization.id, { name: 'Second', description: null, settings, demo: true });
    const deployment = newDeployment(author, shop, 'Second');
    const owner = { kind: 'deployment', organization_id: organization.id, deployment_id: deployment.id } as const;
    const { key, writes } = buildNewKey(author, owner, { name: 'second' });
    const item: Item = { ...demoItem(rows, portal, 'enamel-mug'), shop_id: shop.id, id: itemId, version: 0 };
    return {
      writes: [
        insertWrite('organization', organization),
        insertWrite('shop', shop),
        insertWrite('deployment', deployment),
        ...writes,
        insertWrite('item', item),
      ],
      result: { key, shop_id: shop.id, deployment_id: deployment.id, organization_id: organization.id },
    };
  });
}

/** Creates another key of the demo's deployment or organization, or of a given organization. */
export async function anotherKey(
  portal: TestPortal,
  kind: KeyOwner['kind'],
  request: Partial<KeyRequest> = {},
  organization_id = portal.demo.organization_id,
) {
  const owner = { kind, organization_id, deployment_id: kind === 'deployment' ? portal.demo.deployment_id : null };
  const { key, row, writes } = buildNewKey(author, owner, { name: 'another', ...request });
  await portal.app.store.update(() => ({ writes, result: undefined }));
  return { key, id: row.id };
}

/** Changes the limits of a key. */
export async function limitKey(portal: TestPortal, keyId: string, change: LimitChange): Promise<void> {
  await portal.app.store.update((rows) => {
    const { writes } = buildLimitChange(rows, author, keyId, change);
    return { writes, result: undefined };
  });
}

/** Connects an assistant to a deployment; `changes`, and `granted` of the grant, differ from the sample. Returns the id of the grant. */
export async function addGrant(
  portal: TestPortal,
  deploymentId: string,
  changes: Partial<GrantKey> = {},
  granted: Partial<Grant> = {},
): Promise<string> {
  return portal.app.store.update((rows) => {
    const deployment = required(rows.get('deployment', deploymentId), 'deployment');
    const sample = sampleGrant(systemIds, Date.now(), deployment);
    const row = { ...sample, ...changes, grant: { ...sample.grant, ...changes.grant, ...granted } };
    const key = { ...row, evidence: createGrantEvidence(row, (length) => systemIds.secret(length)) };
    return { writes: [insertWrite('api_key', key)], result: key.id };
  });
}

/** Leaves a cart with an item in a deployment, which has expired since; `change` differs from the sample. */
export async function addAbandonedCart(
  portal: TestPortal,
  deploymentId: string,
  itemId: string,
  change: Partial<Checkout> = {},
): Promise<string> {
  return portal.app.store.update((rows) => {
    const deployment = required(rows.get('deployment', deploymentId), 'deployment');
    const line = { item_id: itemId, seen_price: 1000 };
    const cart = { ...sampleAbandonedCart(systemIds, portal.app.portal.clock.now(), deployment, line), ...change };
    return { writes: [insertWrite('checkout', cart)], result: cart.id };
  });
}

/** Creates a key of the demo with every scope of its kind. */
export async function fullKey(portal: TestPortal, kind: KeyOwner['kind']): Promise<string> {
  return (await anotherKey(portal, kind, { scopes: KEY_SCOPES[kind].allowed })).key;
}

/** Creates an organization with only an agent, and a key with all scopes. */
export async function emptyOrganization(portal: TestPortal) {
  const organization = newOrganization(author, 'Empty');
  const { id: organization_id } = organization;
  const owner = { kind: 'organization', organization_id, deployment_id: null } as const;
  const { key, writes } = buildNewKey(author, owner, { name: 'all', scopes: KEY_SCOPES.organization.allowed });
  const agent = newAgent(author, organization_id, { name: 'Ada', description: null });
  await portal.app.store.update(() => ({
    writes: [insertWrite('organization', organization), insertWrite('agent', agent), ...writes],
    result: undefined,
  }));
  return { organization_id, key, agent_id: agent.id };
}

export async function changeSettings(portal: TestPortal, change: Partial<ShopSettings>): Promise<void> {
  await portal.app.store.update((rows) => {
    const shop = demoShop(rows, portal);
    const row = { ...shop, settings: { ...shop.settings, ...change } };
    return { writes: [replaceWrite('shop', shop, row)], result: undefined };
  });
}

export async function changeItem(portal: TestPortal, id: string, change: Partial<Item>): Promise<void> {
  await portal.app.store.update((rows) => {
    const before = demoItem(rows, portal, id);
    return { writes: [replaceWrite('item', before, { ...before, ...change })], result: undefined };
  });
}

export async function addDiscounts(
  portal: TestPortal,
  shopId: string,
  discounts: readonly (Pick<Discount, 'code'> & Partial<Discount>)[],
): Promise<void> {
  const { now } = author;
  await portal.app.store.update(() => ({
    writes: discounts.map((discount) =>
      insertWrite('discount', {
        title: discount.code,
        kind: 'percent',
        value_ppm: 100_000,
        once_per_buyer: false,
        combinable: true,
        automatic: false,
        ...discount,
        shop_id: shopId,
        created_at: now,
        updated_at: now,
        version: 0,
      }),
    ),
    result: undefined,
  }));
}

/** Records that a staff member has come to the desk. */
export async function confirmStaff({ app, demo }: TestPortal, { id }: { readonly id: string }): Promise<void> {
  const { organization_id } = demo;
  const { store, clock } = app.portal;
  await store.update((rows) => {
    const row = required(rows.get('staff', staffKey(organization_id, id)), 'staff');
    return { writes: [replaceWrite('staff', row, { ...row, confirmed_at: clock.now() })], result: undefined };
  }, organization_id);
}
