import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complete, ready } from '../actors/purchase.js';
import { shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';

let portal: TestPortal;
let auditor: string;
let order: string;
let shop: string;
beforeAll(async () => {
  portal = await startPortal();
  const { organization_id, organization_key, shop_id } = portal.demo;
  const created = await command(
    'keys',
    'create',
    '--organization',
    organization_id,
    '--name',
    'auditor',
    '--scopes',
    'keys',
  );
  auditor = created.trim();
  const owner = { key: organization_key };
  const item = { body: { price: 1_500 }, ...owner };
  expect((await portal.request('PATCH', `/api/shops/${shop_id}/items/enamel-mug`, item)).status).toBe(200);
  shop = (await portal.request('POST', '/api/shops', { body: { name: 'Second' }, ...owner })).json.data.id;
  const bought = await complete(await ready(shopper(portal), { lines: ['preserving-ebook'], option: 'digital' }));
  order = bought.json.data.order.id;
});
afterAll(() => portal.close());

async function command(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args, portal.commandEnv);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

interface Shown {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly changed: readonly string[];
}

async function trail(query = ''): Promise<readonly Shown[]> {
  const { status, json } = await portal.request('GET', `/api/audit?limit=100${query}`, { key: auditor });
  expect(status).toBe(200);
  return json.data;
}

test('lists changes to keys, shops, items and orders, but not to carts, with their actors, newest first', async () => {
  const events = await trail();
  const told = events.map(({ action, actor, subject_id }) => ({ action, actor, subject_id }));
  const { shop_id } = portal.demo;
  expect(told).toContainEqual({
    action: 'item.updated',
    actor: expect.stringMatching(/^key_/),
    subject_id: `${shop_id}/enamel-mug`,
  });
  expect(told).toContainEqual({
    action: 'key.created',
    actor: 'command line',
    subject_id: expect.stringMatching(/^key_/),
  });
  expect(told).toContainEqual(expect.objectContaining({ action: 'shop.created', subject_id: shop }));
  expect(told).toContainEqual(expect.objectContaining({ subject_id: order }));
  expect(events.filter(({ subject_type }) => subject_type === 'checkout')).toEqual([]);
  const times = events.map(({ at }) => at);
  expect(times).toEqual([...times].sort().reverse());
});

test('filters the trail by object, actor and time, in pages', async () => {
  const all = await trail();
  expect(await trail('&subject_type=item')).toEqual(all.filter((one) => one.subject_type === 'item'));
  expect(await trail(`&subject_id=${order}`)).toEqual(all.filter((one) => one.subject_id === order));
  expect(await trail('&actor=command%20line')).toEqual(all.filter((one) => one.actor === 'command line'));
  const at = all.at(0)?.at ?? '';
  expect(await trail(`&before=${at}`)).toEqual(all.filter((one) => one.at < at));
  expect(await trail(`&from=${at}`)).toEqual(all.filter((one) => one.at >= at));
  const paged: Shown[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const next = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { json } = await portal.request('GET', `/api/audit?limit=2${next}`, { key: auditor });
    paged.push(...json.data);
    cursor = json.pagination?.cursor;
  }
  expect(paged).toEqual(all);
});

test('rejects a key without the scope `keys`, and a call without a key', async () => {
  for (const key of [portal.demo.deployment_key, null])
    expect((await portal.request('GET', '/api/audit', { key })).status).toBe(key === null ? 401 : 403);
});

test('exports the trail as a table and as JSON Lines', async () => {
  const all = await trail();
  const lines = (await command('audit', 'export', '--format', 'jsonl')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(all);
  const rows = parse<Record<string, string>>(await command('audit', 'export', '--type', 'item'), { columns: true });
  const items = all.filter(({ subject_type }) => subject_type === 'item');
  expect(rows).toEqual(items.map((one) => ({ ...one, changed: one.changed.join(' '), actor_name: '' })));
});
