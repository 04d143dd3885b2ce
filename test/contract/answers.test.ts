import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertWrite } from '../../src/ports.js';
import { systemIds } from '../../src/system.js';
import { GRANT, keyRow } from '../store/sample-rows.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { openSurface } from '../support/surfaces.js';
import { anotherKey, changeSettings, fullKey } from '../support/tenants.js';
import { keepKeys, proveJob, proveLog, submitMany } from './attestations.js';
import { cancelDue, deliver, filterOrders, payBack, payLater, readHistory } from './fulfillments.js';
import { manage, nameThings } from './managing.js';
import { keepDiscounts, keepSettings } from './managing-shops.js';
import {
  DOCUMENTED_PATHS,
  documentedQueryMembers,
  documentedRequestMembers,
  NEVER_ANSWERED,
  NOT_YET_PRODUCED,
  type OperationName,
  operations,
} from './portal-api.js';
import {
  browse,
  buyAtOnce,
  buyLittle,
  chooseShipping,
  fillCart,
  followOrder,
  giveUp,
  payByCard,
  payByNumber,
  setPeople,
} from './purchases.js';
import { Recorder, type RecorderKeys } from './recorder.js';

let portal: TestPortal;
let over: Recorder;
beforeAll(async () => {
  const clock = stillClock();
  portal = await startPortal({ clock });
  await giveEveryMemberACause();
  await addGrant();
  over = new Recorder(portal, await fullKeys(portal));
  await everyTool(over, portal);
  await payByNumber(over);
  await pages(over);
  await keepDiscounts(over, portal.demo.shop_id);
  await keepSettings(over, portal.demo.shop_id);
  await keepKeys(over, portal.demo.organization_id);
  await proveLog(over);
  await submitMany(over, { agent_id: portal.demo.agent_id, consumer_id: portal.demo.consumer_id });
  await manage(over, clock);
});
afterAll(() => portal.close());

/** Creates keys with every scope of their kind. */
async function fullKeys(of: TestPortal): Promise<RecorderKeys> {
  return {
    deployment: (await anotherKey(of, 'deployment', { scopes: ['commerce', 'fulfillment'] })).key,
    organization: await fullKey(of, 'organization'),
  };
}

/** Stores a grant, which otherwise the consent page does. */
async function addGrant(): Promise<void> {
  const { organization_id, deployment_id } = portal.demo;
  const id = systemIds.next('grt');
  const row = keyRow(id, { organization_id, deployment_id, hint: 'at_…wxyz', grant: GRANT, created_at: 1 });
  await portal.app.store.update(() => ({ writes: [insertWrite('api_key', row)], result: undefined }));
}

/**
 * Changes the demo so that responses can have every member. Without this change its pickup location has no second
 * address line or phone number, its shipping is not taxed, and it has no fees.
 */
async function giveEveryMemberACause(): Promise<void> {
  const shop = await portal.app.store.read((rows) => rows.get('shop', portal.demo.shop_id));
  if (!shop) throw new Error('the demo has no shop');
  const { pickup, tax } = shop.settings;
  const more = { extended_address: 'Yellow door', phone_number: '+1 503 555 0199' };
  await changeSettings(portal, {
    pickup: pickup.map((place) => ({ ...place, address: { ...place.address, ...more } })),
    tax: { ...tax, on_shipping: true },
    fees: [{ id: 'packing', title: 'Packing', price: { type: 'fixed', amount: 150 }, tax_category: 'standard' }],
  });
}

async function everyTool(by: Recorder, of: TestPortal): Promise<void> {
  await browse(by);
  const id = await fillCart(by);
  await setPeople(by, id);
  const total = await chooseShipping(by, id);
  const order_id = await payByCard(by, id, total);
  await followOrder(by, order_id);
  await deliver(by, order_id);
  await payBack(by, order_id);
  await readHistory(by, order_id);
  const { agent_id, consumer_id } = of.demo;
  await proveJob(by, { agent_id, consumer_id }, order_id);
  await payLater(by, await buyLittle(by));
  await cancelDue(by, await buyLittle(by));
  await filterOrders(by);
  await giveUp(by);
  await buyAtOnce(by);
  await nameThings(by, of);
}

async function pages(by: Recorder): Promise<void> {
  for (const name of ['list_orders', 'search_catalog'] as const) {
    const first = await by.body(name, { limit: 1 });
    const [next] = await by.call(name, { limit: 1, cursor: first.pagination.cursor });
    expect(next.id).not.toBe(first.data[0].id);
  }
  await by.refused('get_order', { order_id: 'absent' }, 'order_not_found');
}

const names = Object.keys(DOCUMENTED_PATHS) as (keyof typeof DOCUMENTED_PATHS)[];

describe.each(names)('%s over HTTP', (name) => {
  const documented = DOCUMENTED_PATHS[name].filter((path) => !NEVER_ANSWERED.includes(path));
  const seen = () => [...(over.seen.get(name) ?? [])].sort();

  it('returns every documented member, except those listed as not yet produced', () => {
    const asked = documented.filter((path) => !NOT_YET_PRODUCED[name].includes(path));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((path) => !seen().includes(path))).toEqual([]);
  });

  it('returns no undocumented member', () => {
    expect(seen().filter((path) => !documented.includes(path))).toEqual([]);
  });
});

describe.each(operations)('$name', ({ name }) => {
  it('is called with exactly the documented request members', () => {
    const members = documentedRequestMembers[name];
    const query = documentedQueryMembers[name] ?? [];
    expect([...(over.sent.get(name) ?? [])].sort()).toEqual([...members, ...query].sort());
  });
});

it('calls every operation', () => {
  expect([...over.sent.keys()].sort()).toEqual(operations.map(({ name }): OperationName => name).sort());
});

describe('over MCP', () => {
  it('returns a checkout as a summary or variant F, and no undocumented member', async () => {
    const other = await startPortal({ clock: stillClock() });
    const keys = await fullKeys(other);
    const open = (key: string) => openSurface('mcp 2.x http', { url: other.url, database: other.database, key });
    const tools = { deployment: await open(keys.deployment), organization: await open(keys.organization) };
    const by = new Recorder(other, keys, tools);
    await everyTool(by, other);
    await tools.deployment.close();
    await tools.organization.close();
    await other.close();
    expect([...by.sent.keys()].sort()).toEqual(
      operations
        .filter(({ tool }) => tool)
        .map(({ name }) => name)
        .sort(),
    );
    expect([...by.seen.keys()].sort()).toEqual(
      [
        ...['checkoutF', 'item', 'order', 'orderHistory', 'orderWithReceipts'],
        ...['receipt', 'receiptContext', 'receiptList', 'registration', 'verifiedReceipt'],
        ...['shop', 'shopList', 'consumer', 'agent'],
      ].sort(),
    );
    for (const [name, paths] of by.seen) expect(DOCUMENTED_PATHS[name]).toEqual(expect.arrayContaining([...paths]));
  });
});
