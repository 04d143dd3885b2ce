import DatabaseConstructor from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabaseCheck } from '../../src/store/open-store.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { totalOf } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import { anotherKey } from '../support/tenants.js';

/** Quotas that the operator sets for an organization. Work in progress, such as a stored cart, may exceed them. */

let portal: TestPortal;
let manager: RegistryCaller;
let org: string;
beforeAll(async () => {
  portal = await startPortal({ env: { PORTAL_QUOTA_OPEN_CARTS: '3' } });
  const { key } = await anotherKey(portal, 'organization', { scopes: ['keys', 'shops', 'agents'] });
  manager = registryCaller(() => portal.url, key);
  org = (await portal.app.store.list('organizations', {}, undefined, 1)).entries[0]?.id ?? '';
});
afterAll(() => portal.close());

const usage = () => portal.app.store.read((rows) => rows.find('usage', org));
const setQuota = (...flags: string[]) => run(['orgs', 'set', org, ...flags], portal.commandEnv);
const LINES = [{ item: { id: 'preserving-ebook' }, quantity: 1 }];
/** Adds a line to a buyer's cart. The first time, this stores the cart. */
async function addTo(buyer: string) {
  const by = registryCaller(() => portal.url, portal.demo.deployment_key, buyer);
  const { id } = await by.ok('get_cart', {});
  return by.send('add_line_items', { checkout_id: id, line_items: LINES });
}
const putItem = (item_id: string, members: object = {}) =>
  manager.send('put_item', {
    shop_id: portal.demo.shop_id,
    item_id,
    title: 'T',
    price: 1,
    fulfillment_types: ['pickup'],
    ...members,
  });

const refusal = (name: string, limit: number) => ({
  status: 403,
  json: { error: 'quota_exceeded', detail: expect.stringContaining(`quota "${name}" is ${limit} `) },
});

describe('a quota', () => {
  it('limits the open carts as configured, and admits another cart when one ends', async () => {
    const carts = [];
    for (const buyer of ['a', 'b', 'c']) carts.push(await addTo(buyer));
    expect(carts.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await addTo('d')).toMatchObject(refusal('open_carts', 3));
    const by = registryCaller(() => portal.url, portal.demo.deployment_key, 'a');
    await by.ok('cancel_checkout', { checkout_id: carts[0]?.json.data.id });
    expect((await addTo('d')).status).toBe(200);
    expect((await usage()).open_carts).toBe(3);
  });

  it('can be set for one organization, until it is reset to the default', async () => {
    expect(await setQuota('--quota-open-carts', 'none')).toMatchObject({ code: 0, stderr: '' });
    expect((await addTo('e')).status).toBe(200);
    expect((await setQuota('--quota-open-carts', 'default')).code).toBe(0);
    expect(await addTo('f')).toMatchObject(refusal('open_carts', 3));
    expect(await setQuota('--quota-keys', 'many')).toMatchObject({ code: 1 });
    expect(await setQuota()).toMatchObject({ code: 1 });
  });

  it('limits the items on sale, and bytes only when they grow', async () => {
    const { items } = await usage();
    await setQuota('--quota-items', String(items + 1), '--quota-mib', '0');
    expect(await putItem('one')).toMatchObject(refusal('bytes', 0));
    await setQuota('--quota-mib', 'none');
    expect((await putItem('one', { description: 'long text' })).status).toBe(200);
    expect(await putItem('two')).toMatchObject(refusal('items', items + 1));
    await setQuota('--quota-mib', '0');
    expect((await putItem('one', { description: 'short' })).status).toBe(200);
    expect((await putItem('one', { description: 'much longer than it was before' })).status).toBe(403);
    await setQuota('--quota-mib', 'none');
    await manager.ok('withdraw_item', { shop_id: portal.demo.shop_id, item_id: 'one' });
    expect((await putItem('two')).status).toBe(200);
    await setQuota('--quota-items', 'none');
  });

  it('limits keys and rows, even if two calls arrive at once', async () => {
    const { keys, rows } = await usage();
    await setQuota('--quota-keys', String(keys + 1));
    const made = await Promise.all([1, 2].map((n) => manager.send('create_key', { name: `n${n}` })));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await usage()).toMatchObject({ keys: keys + 1, rows: rows + 1 });
    await setQuota('--quota-keys', 'none', '--quota-rows', String(rows + 1));
    expect(await manager.send('create_agent', { name: 'A' })).toMatchObject(refusal('rows', rows + 1));
    await setQuota('--quota-rows', 'none');
  });

  it('does not prevent changes and the payment of a stored cart', async () => {
    const by = registryCaller(() => portal.url, portal.demo.deployment_key, 'e');
    const { id } = await by.ok('get_cart', {});
    await setQuota('--quota-rows', '0', '--quota-mib', '0', '--quota-items', '0', '--quota-open-carts', '0');
    const cart = await by.ok('add_line_items', { checkout_id: id, line_items: LINES });
    const ready = await by.ok('set_buyer', { checkout_id: id, buyer: { email: 'e@example.com', full_name: 'E' } });
    expect(cart.line_items[0].quantity).toBe(2);
    const expected_total = totalOf(ready);
    const payment = { instruments: [{ id: '1', handler_id: 'invoice' }] };
    const paid = await by.ok('complete_checkout', { checkout_id: id, expected_total, payment });
    expect(paid.status).toBe('completed');
    await setQuota(...['rows', 'mib', 'items', 'open-carts'].flatMap((name) => [`--quota-${name}`, 'default']));
  });
});

describe("an organization's usage", () => {
  it('is returned to a key with the scope keys, as the operator sees it', async () => {
    const shown = await run(['orgs', 'show', org, '--json'], { ...portal.commandEnv, PORTAL_QUOTA_OPEN_CARTS: '3' });
    const data = await manager.ok('get_organization', {});
    expect(data).toEqual(JSON.parse(shown.stdout));
    expect(data).toMatchObject({ id: org, usage: { open_carts: 3 }, quotas: { open_carts: 3, bytes: null } });
  });

  it('is printed by portal orgs show and list', async () => {
    const shown = await run(['orgs', 'show', org, '--json'], { ...portal.commandEnv, PORTAL_QUOTA_ROWS: '7000' });
    const { usage: has, quotas } = JSON.parse(shown.stdout);
    expect(has).toEqual(await usage());
    expect(quotas).toEqual({ keys: null, items: null, open_carts: null, rows: 7000, bytes: null });
    expect((await run(['orgs', 'show', org], portal.commandEnv)).stdout).toContain(`${has.items} of any number`);
    const [line = ''] = (await run(['orgs', 'list', '--json'], portal.commandEnv)).stdout.split('\n');
    expect(JSON.parse(line).usage).toEqual(has);
    expect(await run(['orgs', 'show', 'org_none'], portal.commandEnv)).toMatchObject({ code: 1 });
  });

  it.skipIf(process.env.PORTAL_TEST_ENGINE === 'postgres')('is verified by the database check', async () => {
    const faults = async () => {
      const check = await openDatabaseCheck(portal.database);
      const found = (await check.run(() => undefined)).find(({ part }) => part === 'usage');
      await check.close();
      return found?.faults;
    };
    expect(await faults()).toEqual([]);
    const database = new DatabaseConstructor(portal.database);
    database.exec('UPDATE usage SET items = items + 1');
    expect(await faults()).toEqual([
      expect.stringMatching(/^organization org_.*: items says \d+, and its rows are \d+$/),
    ]);
    database.exec('UPDATE usage SET items = items - 1');
    database.close();
  });
});
