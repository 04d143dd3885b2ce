import { DEFAULT_SETTINGS } from '../../../src/domain/shop/shop.js';
import { KEY_SCOPES } from '../../../src/domain/tenant/tenant.js';
import { hashSecret } from '../../../src/domain/values/secret.js';
import { OPERATIONS } from '../../../src/operations/index.js';
import { buildNewKey } from '../../../src/operations/tenancy/key-writes.js';
import { newAgent, newConsumer, newShop } from '../../../src/operations/tenancy/provision.js';
import { buildStaffMember } from '../../../src/operations/tenancy/staff-writes.js';
import { insertWrite } from '../../../src/ports.js';
import { systemIds } from '../../../src/system.js';
import { attesterIn, demoAttester, newSignerOf, submitted } from '../../actors/attester.js';
import { type RegistryCaller, registryCaller } from '../../actors/registry-caller.js';
import { orderOnAccount, placeOrder, readyCart, type Shopper, shopper } from '../../actors/shopper.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { NOON, stillClock } from '../../support/still-clock.js';
import {
  addDiscounts,
  addGrant,
  anotherKey,
  changeItem,
  changeSettings,
  fullKey,
  secondTenant,
} from '../../support/tenants.js';
import { ORGANIZATION_SCOPES } from '../portal-api.js';
import { type Attested, attest } from './attested.js';

/** Objects for calls of every operation, and the corresponding objects of other tenants. */
export interface Objects {
  /** The demo's shop, with items and discounts, including `WELCOME10`. */
  readonly shop: string;
  /** Another shop of the same organization, which is not a demo and has two discounts but no items. */
  readonly plainShop: string;
  readonly keys: Keys;
  readonly cursors: Cursors;
  readonly checkout: string;
  /** Total of `checkout`, sent as `expected_total` to complete it. */
  readonly total: number;
  readonly order: string;
  readonly held: string;
  /** A request to cancel `held`. */
  readonly request: string;
  /** An open draft order of `shop`. */
  readonly draft: string;
  /** Order for two mugs, one of which was shipped. */
  readonly moved: string;
  /** The shipment of `moved`. */
  readonly event: string;
  /** Order on account, whose payment is due. */
  readonly due: string;
  /** Order whose payment is authorized, not captured. */
  readonly authorized: string;
  readonly tenants: OwnTenants;
  readonly attested: Attested;
  readonly foreign: Others & Tenants & { readonly shop: string; readonly signingKey: string; readonly receipt: string };
  readonly bob: Others;
  /** Objects of a caller with the deployment's key but without a buyer. */
  readonly nobody: Others;
}

/** Ids of an organization's objects besides its shops. */
interface Tenants {
  readonly deployment: string;
  readonly consumer: string;
  readonly agent: string;
  /** Id of an API key. */
  readonly key: string;
  readonly person: string;
}

/** Ids of the demo organization's objects, which include a webhook and a delivery. */
interface OwnTenants extends Tenants {
  readonly webhook: string;
  /** A delivery waiting for the webhook. */
  readonly delivery: string;
  /** A grant to an assistant. */
  readonly grant: string;
}

export interface World extends Objects {
  readonly portal: TestPortal;
}

/** Valid keys of different kinds, scopes and tenants. */
interface Keys {
  readonly deployment: string;
  readonly organization: string;
  /** A key of the demo's deployment, with `commerce` and `fulfillment`. */
  readonly fulfillment: string;
  /** Keys of the demo's deployment and organization that have only `receipts:write`. */
  readonly poorDeployment: string;
  readonly poorOrganization: string;
  /** A key of the demo's organization, with `shops` only. */
  readonly shopKeeping: string;
  readonly foreignDeployment: string;
  readonly foreignOrganization: string;
}

/** Valid cursors of different lists. */
interface Cursors {
  readonly items: string;
  readonly plainDiscounts: string;
  readonly receipts: string;
  readonly signingKeys: string;
  readonly agents: string;
}

interface Others {
  readonly checkout: string;
  readonly order: string;
}

const ALL_OF_ORGANIZATION = KEY_SCOPES.organization.allowed;

/** A link code created by the second organization. */
export const LINK_CODE = 'lc_abcdefghijklmnopqrstuvwx';

/** Buyer named in `x-buyer-id` by the calls in the tables of bad input. */
export const BUYER = 'ada';
/** Items that cannot be bought in the first shop: one exists only in the second shop, the other is withdrawn. */
export const FOREIGN_ITEM = 'foreign-mug';
export const WITHDRAWN_ITEM = 'rolling-pin';

export async function makeWorld(operations = OPERATIONS): Promise<World> {
  const portal = await startPortal({ clock: stillClock(), operations });
  const tenant = await secondTenant(portal, FOREIGN_ITEM);
  await changeItem(portal, WITHDRAWN_ITEM, { status: 'withdrawn' });
  await addDiscounts(portal, tenant.shop_id, [{ code: 'FOREIGN' }]);
  await addDiscounts(portal, portal.demo.shop_id, [
    { code: 'OVER', ends_at: NOON },
    { code: 'LARGE', minimum_subtotal: 10_000_000 },
  ]);
  const plain = await plainShop(portal);
  await addDiscounts(portal, plain, [{ code: 'PLAIN' }, { code: 'PLAINER' }]);
  const foreign = await foreignThings(portal, tenant.key);
  const foreignAttester = await attesterIn(portal, tenant.organization_id);
  const foreignSigner = await newSignerOf(foreignAttester);
  const foreignReceipt = await submitted(foreignAttester, foreignSigner, NOON);
  const keys = await makeKeys(portal, foreign.order);
  const tenants = await ownTenants(portal);
  const ada = shopper(portal, { buyer: BUYER });
  const orders = await makeOrders(
    ada,
    shopper(portal, { key: keys.fulfillment, buyer: BUYER }),
    registryCaller(() => portal.url, keys.fulfillment, BUYER),
  );
  const authorized = await authorizedOrder(portal, ada);
  const cart = await readyCart(ada);
  const { data } = await ada.ok('apply_discount', { checkout_id: cart.id, code: 'WELCOME10' }).then(() => read());
  const attested = await attest(demoAttester(portal), await callerOfAll(portal));
  return {
    portal,
    shop: portal.demo.shop_id,
    plainShop: plain,
    keys,
    cursors: await makeCursors(portal, plain),
    checkout: cart.id,
    total: data.totals.at(-1).amount,
    ...orders,
    authorized,
    draft: await draftOrder(portal),
    tenants,
    attested,
    foreign: {
      ...foreign,
      ...(await foreignTenants(portal, foreign.order)),
      ...{ shop: tenant.shop_id, signingKey: foreignSigner.id, receipt: foreignReceipt },
    },
    bob: await others(portal, 'bob'),
    nobody: await others(portal, undefined),
  };

  function read() {
    return ada.ok('get_checkout', { checkout_id: cart.id });
  }
}

async function makeOrders(
  ada: Shopper,
  adapter: Shopper,
  agent: RegistryCaller,
): Promise<Pick<Objects, 'order' | 'held' | 'request' | 'moved' | 'event' | 'due'>> {
  const order = await placeOrder(ada, await readyCart(ada));
  const held = await placeOrder(ada, await readyCart(ada));
  await ada.ok('hold_order', { order_id: held });
  const { requests } = await agent.ok('request_order_change', { order_id: held, type: 'cancel' });
  const moved = await placeOrder(ada, await readyCart(ada));
  const line_items = [{ id: 'mug', quantity: 1 }];
  const shipped = await adapter.ok('record_fulfillment_event', { order_id: moved, type: 'shipped', line_items });
  const event: string = shipped.data.fulfillment.events[0].id;
  return { order, held, request: requests[0].id, moved, event, due: await orderOnAccount(ada, await readyCart(ada)) };
}

/** Drafts an order in the shop of the demo, which its buyer has yet to pay. */
async function draftOrder(portal: TestPortal): Promise<string> {
  const owner = await callerOfAll(portal);
  const purchase = { line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }], buyer: { email: 'ada@example.com' } };
  return (await owner.ok('create_draft_order', { shop_id: portal.demo.shop_id, ...purchase })).id;
}

/** Places an order while the shop captures with the shipment. */
async function authorizedOrder(portal: TestPortal, ada: Shopper): Promise<string> {
  await changeSettings(portal, { payment_capture: 'on_shipment' });
  const id = await placeOrder(ada, await readyCart(ada));
  await changeSettings(portal, { payment_capture: 'at_once' });
  return id;
}

/** Adds a second shop to the demo's organization, as `portal orgs create` would create it. */
async function plainShop(portal: TestPortal): Promise<string> {
  const { organization_id } = portal.demo;
  const shop = { name: 'Plain', description: null, settings: DEFAULT_SETTINGS, demo: false };
  const row = newShop({ ids: systemIds, now: NOON, actor: 'test' }, organization_id, shop);
  await portal.app.store.update(() => ({ writes: [insertWrite('shop', row)], result: undefined }));
  return row.id;
}

/** Key for valid calls of operations with this scope. */
export function keyFor(scope: string, keys: Keys): string {
  if (ORGANIZATION_SCOPES.includes(scope)) return keys.organization;
  return scope === 'fulfillment' ? keys.fulfillment : keys.deployment;
}

async function makeKeys(portal: TestPortal, foreignOrder: string): Promise<Keys> {
  const scopes = ['receipts:write'] as const;
  return {
    deployment: portal.demo.deployment_key,
    organization: await fullKey(portal, 'organization'),
    fulfillment: (await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] })).key,
    poorDeployment: (await anotherKey(portal, 'deployment', { scopes })).key,
    poorOrganization: (await anotherKey(portal, 'organization', { scopes })).key,
    shopKeeping: (await anotherKey(portal, 'organization', { scopes: ['shops'] })).key,
    ...(await foreignKeys(portal, foreignOrder)),
  };
}

/** Creates keys for the organization and the deployment of an order. */
async function foreignKeys(portal: TestPortal, order: string) {
  const { organization_id, deployment_id } = await orderRow(portal, order);
  const author = { ids: systemIds, now: NOON, actor: 'test' };
  const scopes = ['commerce', 'fulfillment'] as const;
  const owner = { kind: 'organization', organization_id, deployment_id: null } as const;
  const ofAll = buildNewKey(author, owner, { name: 'second', scopes: ALL_OF_ORGANIZATION });
  const ofOne = buildNewKey(author, { kind: 'deployment', organization_id, deployment_id }, { name: 'second', scopes });
  const writes = [...ofAll.writes, ...ofOne.writes];
  await portal.app.store.update(() => ({ writes, result: undefined }));
  return { foreignOrganization: ofAll.key, foreignDeployment: ofOne.key };
}

/** Returns a caller with a new organization key that has every scope. */
async function callerOfAll(portal: TestPortal) {
  const key = await fullKey(portal, 'organization');
  return registryCaller(() => portal.url, key);
}

/** Creates objects, so that the lists of agents, consumers, webhooks, deliveries and grants have two entries. Returns ids. */
async function ownTenants(portal: TestPortal): Promise<OwnTenants> {
  const { deployment_id, consumer_id, organization_id, shop_id } = portal.demo;
  const author = { ids: systemIds, now: NOON, actor: 'test' };
  const agent = newAgent(author, organization_id, { name: 'Second', description: null });
  const consumer = newConsumer(author, organization_id, { name: 'Second', description: null });
  await portal.app.store.update(() => ({
    writes: [insertWrite('agent', agent), insertWrite('consumer', consumer)],
    result: undefined,
  }));
  const { id: key } = await anotherKey(portal, 'deployment');
  const owner = await callerOfAll(portal);
  const told = { url: 'https://merchant.example/events', events: ['receipt.accepted'] };
  await owner.ok('create_webhook', told);
  const { id: webhook } = await owner.ok('create_webhook', told);
  await owner.ok('ping_webhook', { webhook_id: webhook });
  await owner.ok('invite_staff', { email: 'ada@merchant.example', role: 'books' });
  const { id: person } = await owner.ok('invite_staff', { email: 'bob@merchant.example', role: 'books' });
  const settings = { secret_key: 'sk_test_1', publishable_key: 'pk_test_1' };
  await owner.ok('put_payment_account', { shop_id, handler_id: 'stripe', settings });
  const { id: delivery } = await owner.ok('ping_webhook', { webhook_id: webhook });
  await addGrant(portal, deployment_id);
  const grant = await addGrant(portal, deployment_id);
  return { deployment: deployment_id, consumer: consumer_id, agent: agent.id, key, person, webhook, delivery, grant };
}

/** Creates objects in the organization of an order, including a link code. */
async function foreignTenants(portal: TestPortal, order: string): Promise<Tenants> {
  const { organization_id, deployment_id } = await orderRow(portal, order);
  const author = { ids: systemIds, now: NOON, actor: 'test' };
  const agent = newAgent(author, organization_id, { name: 'Theirs', description: null });
  const consumer = newConsumer(author, organization_id, { name: 'Theirs', description: null });
  const code = { organization_id, expires_at: NOON + 1, created_at: NOON, version: 0 };
  const person = { email: 'grace@merchant.example', secret: portal.app.store.secret('people') };
  const given = { role: 'warehouse', shops: null } as const;
  const staff = await portal.app.store.read((rows) => buildStaffMember(rows, author, organization_id, person, given));
  await portal.app.store.update(() => ({
    writes: [
      insertWrite('agent', agent),
      insertWrite('consumer', consumer),
      insertWrite('link_code', { id: hashSecret(LINK_CODE), ...code }),
      ...staff.writes,
    ],
    result: undefined,
  }));
  const { entries } = await portal.app.store.list('api_keys', { organization_id }, undefined, 1);
  return {
    deployment: deployment_id,
    consumer: consumer.id,
    agent: agent.id,
    key: entries[0]?.id ?? '',
    person: staff.row.person_id,
  };
}

async function orderRow(portal: TestPortal, order: string) {
  const row = await portal.app.store.read((rows) => rows.get('order', order));
  if (!row) throw new Error('the order is missing');
  return row;
}

async function makeCursors(portal: TestPortal, shop_id: string): Promise<Cursors> {
  const merchant = shopper(portal, { key: portal.demo.organization_key });
  return {
    items: (await shopper(portal).ok('search_catalog', { limit: 1 })).pagination.cursor,
    plainDiscounts: (await merchant.ok('list_discounts', { shop_id, limit: 1 })).pagination.cursor,
    receipts: (await merchant.ok('list_receipts', { limit: 1 })).pagination.cursor,
    signingKeys: (await merchant.ok('list_signing_keys', { limit: 1 })).pagination.cursor,
    agents: (await merchant.ok('list_agents', { limit: 1 })).pagination.cursor,
  };
}

async function others(portal: TestPortal, buyer: string | undefined): Promise<Others> {
  const by = shopper(portal, buyer === undefined ? {} : { buyer });
  const order = await placeOrder(by, await readyCart(by));
  return { order, checkout: (await readyCart(by)).id };
}

/** Creates a cart and an order of the second tenant, which has one item, for the same buyer id. */
async function foreignThings(portal: TestPortal, key: string): Promise<Others> {
  const by = shopper(portal, { key, buyer: BUYER });
  const cart = async () => {
    const { data } = await by.ok('get_cart', {});
    const checkout_id: string = data.id;
    await by.ok('add_line_items', {
      checkout_id,
      line_items: [{ item: { id: FOREIGN_ITEM }, quantity: 1, id: 'mug' }],
    });
    await by.ok('set_buyer', { checkout_id, buyer: { email: 'eve@example.com' } });
    const ready = await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'pickup-portland' });
    return { id: checkout_id, total: ready.data.totals.at(-1).amount };
  };
  const order = await placeOrder(by, await cart());
  return { order, checkout: (await cart()).id };
}

/** Well-formed ids of objects that do not exist. */
export const absentCheckout = systemIds.next('chk');
export const absentOrder = systemIds.next('ord');
export const absentShop = systemIds.next('shop');
export const absentUuid = systemIds.uuid();
export const absentTenants: Tenants = {
  deployment: systemIds.next('dep'),
  consumer: systemIds.next('con'),
  agent: systemIds.next('agt'),
  key: systemIds.next('key'),
  person: `prs_${'0'.repeat(32)}`,
};
