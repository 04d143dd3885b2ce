import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complete, ready } from '../actors/purchase.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import { NOON, stillClock } from '../support/still-clock.js';
import { anotherKey, fullKey } from '../support/tenants.js';

/** With the organization's key, a merchant finds and exports a shop's orders across all deployments. */

const DAY = 86_400_000;
const clock = stillClock();
let portal: TestPortal;
let owner: RegistryCaller;
let shop_id: string;
let orders: readonly string[];

async function buys(by: Shopper, email: string, full_name: string, item: string): Promise<string> {
  const wish = { lines: [{ item: { id: item }, quantity: 2, id: 'line' }], email };
  const purchase = await ready(by, wish);
  await by.ok('set_buyer', { checkout_id: purchase.checkout_id, buyer: { email, full_name } });
  const { json } = await complete(purchase);
  return json.data.order.id;
}

beforeAll(async () => {
  portal = await startPortal({ clock });
  ({ shop_id } = portal.demo);
  owner = registryCaller(() => portal.url, portal.demo.organization_key);
  const { id } = await owner.ok('create_deployment', { shop_id, name: 'Second' });
  const scopes = ['commerce', 'fulfillment'] as const;
  const first = shopper(portal, { key: (await anotherKey(portal, 'deployment', { scopes })).key });
  const all = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  const { key } = await all.ok('create_key', { name: 'second', deployment_id: id, scopes });
  const second = shopper(portal, { key });
  const ada = await buys(first, 'ada@example.com', 'Ada Lovelace', 'enamel-mug');
  clock.advance(DAY);
  const bob = await buys(second, 'bob.brown@example.org', '=1+1', 'sea-salt');
  const zoe = await buys(first, 'zoe@example.com', "Zoë O'Brien-Smith", 'enamel-mug');
  const line_items = [{ id: 'line', quantity: 1 }];
  const tracking_number = '1Z-999 AA';
  await first.ok('record_fulfillment_event', { order_id: ada, type: 'shipped', tracking_number, line_items });
  orders = [ada, bob, zoe];
});
afterAll(() => portal.close());

const list = (args: object = {}) => owner.ok('list_shop_orders', { shop_id, ...args });

async function refused(by: RegistryCaller, call: string, args: object, error: string): Promise<string> {
  const { json } = await by.send(call, { shop_id, ...args });
  expect(json.error).toBe(error);
  return json.detail;
}

const found = async (args: object) => (await list(args)).map(({ id }: { id: string }) => orders.indexOf(id));

describe('the orders of a shop', () => {
  it('lists orders newest first, with the buyer and the number of the last change', async () => {
    const [zoe, bob, ada] = await list();
    expect([ada.buyer_name, bob.buyer_name, zoe.buyer_name]).toEqual(['Ada Lovelace', '=1+1', "Zoë O'Brien-Smith"]);
    expect(bob.deployment_id).not.toBe(ada.deployment_id);
    expect([bob.changed, zoe.changed, ada.changed]).toEqual([2, 3, 4]);
  });

  it.each<[string, readonly number[]]>([
    ['1002', [1]],
    ['ada@example.com', [0]],
    ['ADA@EXAMPLE', [0]],
    ['@example.com', [2, 0]],
    ['bob brown', [1]],
    ['lovelace', [0]],
    ['zoe obrien', [2]],
    ['smith', [2]],
    ['Lovel', [0]],
    ['lo', []],
    ['enamel-mug', [2, 0]],
    ['enamel ada', [0]],
    ['salt', [1]],
    ['1z999', [0]],
    ['1Z-999 AA', [0]],
    ['1z999aa', [0]],
    ['nobody', []],
    ['%', []],
    ['enamel_mug', [2, 0]],
  ])('finds orders by %s', async (query, expected) => {
    expect(await found({ query })).toEqual(expected);
  });

  it('filters orders and search results by states, times and changes', async () => {
    expect(await found({ status: 'processing' })).toEqual([2, 1]);
    expect(await found({ payment_status: 'pending', query: 'enamel' })).toEqual([2, 0]);
    expect(await found({ created_from: new Date(NOON + 1).toISOString() })).toEqual([2, 1]);
    expect(await found({ created_before: new Date(NOON + 1).toISOString(), query: 'mug' })).toEqual([0]);
    expect(await found({ changed_since: 2 })).toEqual([2, 0]);
    expect(await found({ changed_since: 2, query: 'ada' })).toEqual([0]);
    expect(await found({ changed_since: 4 })).toEqual([]);
    expect(await refused(owner, 'list_shop_orders', { changed_since: 'x' }, 'invalid_request')).toBe(
      'changed_since: must be an integer from 0, not a string',
    );
  });

  it('returns pages whose cursors work only for their list', async () => {
    const { json } = await owner.send('list_shop_orders', { shop_id, changed_since: 0, limit: 1 });
    const { cursor } = json.pagination;
    expect(await found({ changed_since: 0, limit: 1, cursor })).toEqual([2]);
    await refused(owner, 'list_shop_orders', { limit: 1, cursor }, 'invalid_cursor');
    await refused(owner, 'list_shop_orders', { changed_since: 1, limit: 1, cursor }, 'invalid_cursor');
  });

  it('returns whole orders, of this shop only', async () => {
    const [order_id] = orders;
    expect(await owner.ok('get_shop_order', { shop_id, order_id })).toMatchObject({
      id: order_id,
      buyer: { email: 'ada@example.com' },
    });
    const other = (await owner.ok('create_shop', { name: 'Other' })).id;
    await refused(owner, 'get_shop_order', { shop_id: other, order_id }, 'order_not_found');
    expect(await list({ shop_id: other, changed_since: 0 })).toEqual([]);
  });

  it('summarizes at most 366 days, even when one end is omitted', async () => {
    const summary = (days: object) => owner.send('get_shop_summary', { shop_id, ...days });
    for (const days of [{ from: '2020-01-01' }, { from: '2999-01-01' }, { from: '2026-01-01', to: '2027-01-02' }])
      expect((await summary(days)).json).toMatchObject({
        error: 'invalid_request',
        detail: expect.stringMatching(/^to: must (?:be less|not be before)/),
      });
    expect((await summary({ from: '2026-01-01', to: '2027-01-01' })).json.data.orders).toBe(3);
    expect((await summary({ to: '9999-12-31' })).json.data).toMatchObject({ from: '9999-12-31', orders: 0 });
    expect((await summary({ from: new Date(NOON).toISOString().slice(0, 10) })).json.data.orders).toBe(3);
  });

  it('rejects keys without the scope orders:read', async () => {
    const { key } = await anotherKey(portal, 'organization', { scopes: ['shops'] });
    const by = registryCaller(() => portal.url, key);
    for (const call of ['list_shop_orders', 'get_shop_summary']) await refused(by, call, {}, 'forbidden');
  });
});

describe('portal orders, orgs and shops', () => {
  const portalRun = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(args, portal.commandEnv);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  const shop = () => ['--shop', shop_id];

  it('list and find orders', async () => {
    const lines = (await portalRun('orders', 'list', ...shop())).trimEnd().split('\n');
    expect(lines.map((line) => line.split('  ')[0])).toEqual(['1003', '1002', '1001']);
    expect(lines[2]).toContain('Ada Lovelace ada@example.com');
    const json = await portalRun('orders', 'search', 'enamel ada', '--json', ...shop());
    expect(JSON.parse(json)).toMatchObject({ id: orders[0], email: 'ada@example.com', changed: 4 });
    expect(await portalRun('orders', 'list', '--limit', '1', '--status', 'partially_fulfilled', ...shop())).toContain(
      '1001',
    );
    expect((await portalRun('orders', 'list', '--changed-since', '3', ...shop())).trimEnd().split('\n')).toHaveLength(
      1,
    );
    expect(await portalRun('orgs', 'list')).toContain(portal.demo.organization_id);
    const [listed] = (await portalRun('shops', 'list', '--json')).split('\n').map((line) => line && JSON.parse(line));
    expect(listed).toMatchObject({
      id: shop_id,
      deployments: [{ id: portal.demo.deployment_id, name: 'Quillback Mercantile' }, { name: 'Second' }],
    });
    expect(await portalRun('shops', 'list')).toContain(`\n  ${portal.demo.deployment_id}  `);
  });

  it('reject an invalid option with the reason', async () => {
    const refused = async (...args: string[]) => (await run(['orders', ...args, ...shop()], portal.commandEnv)).stderr;
    expect(await refused('list', '--from', '22.11.2026')).toContain('--from must be a day such as 2026-11-22');
    expect(await refused('list', '--limit', '0')).toContain('--limit must be 1 to');
    expect(await refused('list', '--limit', '2')).toContain('there are more than these 2; --limit accepts up to');
    expect(await refused('list', '--limit', '3')).toBe('');
    expect(await refused('search', '!')).toContain('the query has no word');
    expect(await refused('list', '--changed-since', 'x')).toContain('--changed-since must be a whole number');
  });

  it('export a table without spreadsheet formulas, and the orders as JSON Lines', async () => {
    const rows: Record<string, string>[] = parse(await portalRun('orders', 'export', '--rows', 'orders', ...shop()), {
      columns: true,
    });
    expect(rows.map(({ number, name }) => [number, name])).toEqual([
      ['1003', "Zoë O'Brien-Smith"],
      ['1002', "'=1+1"],
      ['1001', 'Ada Lovelace'],
    ]);
    const lines: Record<string, string>[] = parse(await portalRun('orders', 'export', ...shop()), { columns: true });
    expect(lines[2]).toMatchObject({
      number: '1001',
      item_id: 'enamel-mug',
      quantity: '2',
      fulfilled: '1',
      subtotal: '32.00',
      total: '34.32',
    });
    const file = join(dirname(portal.database), 'orders.jsonl');
    expect(
      await portalRun(
        'orders',
        'export',
        '--format',
        'jsonl',
        '--public-url',
        portal.url,
        '--query',
        'ada',
        '--out',
        file,
        ...shop(),
      ),
    ).toBe('');
    const [one, ...more] = readFileSync(file, 'utf8').trimEnd().split('\n');
    const data = await owner.ok('get_shop_order', { shop_id, order_id: orders[0] });
    const { permitted_actions: _none, permalink_url: _link, ...order } = data;
    expect(JSON.parse(one ?? '')).toMatchObject({ ...order, changed: 4 });
    expect(more).toEqual([]);
    const [link = ''] = (await portalRun('orders', 'export', '--format', 'jsonl', ...shop())).split('\n');
    expect(JSON.parse(link).permalink_url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/orders\//);
    const again = await run(['orders', 'export', '--out', file, ...shop()], portal.commandEnv);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('it exists already; name another file') });
  });
});
