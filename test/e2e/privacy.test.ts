import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cartOf, complete, fill, ready } from '../actors/purchase.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { CARD, shopper, totalOf } from '../actors/shopper.js';
import { contextHashOf } from '../actors/signer.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import { stillClock } from '../support/still-clock.js';
import { readByteCounters, sumResponseBytes } from '../support/stored-responses.js';
import { anotherKey, secondTenant } from '../support/tenants.js';

const YEAR = 366 * 86_400_000;
const EMAIL = 'Ada.Lovelace@Example.com';
const NAME = 'Augusta Ada King-Noel';
const clock = stillClock();
let portal: TestPortal;
let owner: RegistryCaller;
beforeAll(async () => {
  portal = await startPortal({ clock });
  owner = registryCaller(() => portal.url, portal.demo.organization_key);
});
afterAll(() => portal.close());

/** Returns the texts that occur in any file of the database, ignoring case. */
function inFiles(...texts: readonly string[]): string[] {
  const folder = dirname(portal.database);
  const files = readdirSync(folder).filter((name) => name.startsWith(basename(portal.database)));
  const all = files.map((name) => readFileSync(join(folder, name), 'latin1').toLowerCase()).join('');
  return texts.filter((text) => all.includes(text.toLowerCase()));
}

const ADDRESS = {
  full_name: NAME,
  street_address: '12 Analytical Engine Lane',
  address_locality: 'Portland',
  address_region: 'OR',
  postal_code: '97201',
  address_country: 'US',
  instructions: 'Ring the brass bell',
};
const SECRETS = [
  EMAIL,
  NAME,
  ADDRESS.street_address,
  ADDRESS.instructions,
  'tracking-of-ada',
  'she likes tea',
  '+44 20 555',
  '7 Difference Square',
  'her blue card',
  'asked at her door',
  'https://carrier.example/augusta',
  'left with her neighbour',
  'her kettle was dented',
  'she moved to Paris',
];

/** Buys with all personal data of the buyer, ships the order, and leaves an open cart. */
async function buys(): Promise<string> {
  const key = (await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] })).key;
  const by = shopper(portal, { key, buyer: EMAIL });
  const { checkout_id } = await fill(by, { lines: ['enamel-mug', 'gift-wrap'], email: EMAIL });
  const repeated = { 'idempotency-key': 'a-key-of-her-agent' };
  await by.ok(
    'set_buyer',
    { checkout_id, buyer: { email: EMAIL, full_name: NAME, phone_number: '+44 20 555' } },
    repeated,
  );
  await by.ok('set_destination', { checkout_id, destination: ADDRESS });
  const { data } = await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'standard' });
  const billing_address = { ...ADDRESS, street_address: '7 Difference Square', instructions: undefined };
  const instrument = { ...CARD, rich_text_description: 'her blue card', billing_address };
  const json = await by.ok('complete_checkout', {
    checkout_id,
    expected_total: totalOf(data),
    payment: { instruments: [instrument] },
  });
  const order_id: string = json.data.order.id;
  const line_items = [{ id: data.line_items[0].id, quantity: 1 }];
  const event = {
    type: 'shipped',
    tracking_number: 'tracking-of-ada',
    tracking_url: 'https://carrier.example/augusta',
    description: 'left with her neighbour',
    line_items,
  };
  await by.ok('record_fulfillment_event', { order_id, ...event });
  await by.ok('hold_order', { order_id, note: 'she likes tea', reason: 'asked at her door' });
  await by.ok('adjust_order', { order_id, type: 'refund', amount: 1, reason: 'her kettle was dented' });
  await fill(by, { lines: ['sea-salt'], email: EMAIL });
  return order_id;
}

/** Places the buyer's second order and cancels it. */
async function cancels(): Promise<void> {
  const key = (await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] })).key;
  const by = shopper(portal, { key, buyer: 'her-other-name' });
  const { json } = await complete(await ready(by, { lines: ['sea-salt'], email: EMAIL }));
  await by.ok('cancel_order', { order_id: json.data.order.id, reason: 'she moved to Paris' });
}

const read = (order_id: string) => owner.ok('get_shop_order', { shop_id: portal.demo.shop_id, order_id });
const stored = (order_id: string) => portal.app.store.read((rows) => rows.get('order', order_id));
const summary = () =>
  owner.ok('get_shop_summary', { shop_id: portal.demo.shop_id, from: '2026-01-01', to: '2026-12-31' });

describe('erasing a person', () => {
  it('keeps and reports an order within its retention period, but erases open carts', async () => {
    const order_id = await buys();
    const { buyer } = await read(order_id);
    const kept = await owner.ok('erase_personal_data', { email: EMAIL.toUpperCase() });
    expect(kept).toMatchObject({
      orders_erased: 0,
      carts_erased: 1,
      carts_kept: 1,
      orders_kept: [{ order_id, because: 'retention' }],
    });
    expect((await read(order_id)).buyer).toEqual(buyer);
    const said = await run(['privacy', 'erase', EMAIL], { PORTAL_DB: portal.database });
    expect(said.stdout).toMatch(
      new RegExp(`kept: order \\d+ \\(${order_id}\\), within the shop's order_retention_years`),
    );
  });

  it('exports personal data before it is erased', async () => {
    const { orders, carts } = await owner.ok('export_personal_data', { email: EMAIL });
    expect(orders).toMatchObject([{ buyer: { email: EMAIL, full_name: NAME } }]);
    expect(carts).toMatchObject([{ state: 'completed', buyer: { email: EMAIL }, instructions: ADDRESS.instructions }]);
    expect(carts).toMatchObject([{ destination: { full_name: ADDRESS.full_name } }]);
    const { stdout } = await run(['privacy', 'export', EMAIL], {
      PORTAL_DB: portal.database,
      PORTAL_PUBLIC_URL: portal.url,
    });
    expect(JSON.parse(stdout)).toEqual({ orders, carts, profiles: [] });
    expect(await owner.ok('export_personal_data', { email: 'x@example.com' })).toEqual({
      orders: [],
      carts: [],
      profiles: [],
    });
  });

  it("removes the person's data from every file after the retention period, but not amounts, lines and receipt contexts", async () => {
    const order_id = await buys();
    await cancels();
    clock.advance(11 * YEAR);
    const later = await buys();
    const before = await read(order_id);
    const sums = await summary();
    const hash = await contextOf(order_id);
    expect(inFiles(...SECRETS)).toEqual(SECRETS);
    expect(await owner.ok('list_shop_orders', { shop_id: portal.demo.shop_id, query: EMAIL })).toHaveLength(4);
    const first = await owner.ok('erase_personal_data', { email: EMAIL });
    expect(first).toMatchObject({ orders_erased: 3, orders_kept: [{ order_id: later }] });
    const row = await stored(later);
    if (!row) throw new Error('the order is gone');
    const settings = await owner.ok('get_shop_settings', { shop_id: portal.demo.shop_id });
    await owner.ok('update_shop_settings', { ...settings, shop_id: portal.demo.shop_id, order_retention_years: 0 });
    const rest = await owner.ok('erase_personal_data', { email: EMAIL });
    expect(rest).toMatchObject({ orders_erased: 1, orders_kept: [], carts_kept: 0 });
    expect(inFiles(...SECRETS)).toEqual([]);
    const lines = portal.logged.join('\n').toLowerCase();
    expect(lines).toContain('list_shop_orders');
    expect(SECRETS.filter((text) => lines.includes(text.toLowerCase()))).toEqual([]);
    const after = await read(order_id);
    for (const member of ['totals', 'line_items', 'display_id', 'status', 'payment_status', 'tax_lines'])
      expect(after[member]).toEqual(before[member]);
    expect(after.buyer).toBeUndefined();
    expect(after.fulfillment.expectations[0].description).toBe('Standard shipping');
    expect(after.fulfillment.expectations[0].destination).toEqual({
      address_country: 'US',
      address_region: 'OR',
      postal_code: '97201',
    });
    expect(await summary()).toEqual(sums);
    expect(await contextOf(order_id)).toBe(hash);
    expect(await owner.ok('list_shop_orders', { shop_id: portal.demo.shop_id, query: 'lovelace' })).toEqual([]);
    expect(await owner.ok('export_personal_data', { email: EMAIL })).toEqual({ orders: [], carts: [], profiles: [] });
  });

  it('rejects the repeat of a call whose response was erased, and keeps responses of other organizations', async () => {
    const settings = await owner.ok('get_shop_settings', { shop_id: portal.demo.shop_id });
    await owner.ok('update_shop_settings', { ...settings, shop_id: portal.demo.shop_id, order_retention_years: 0 });
    const order_id = await buys();
    const key = (await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] })).key;
    const refund = () =>
      shopper(portal, { key }).send(
        'adjust_order',
        { order_id, type: 'refund', amount: 100 },
        { 'idempotency-key': 'back' },
      );
    const { refunded } = (await refund()).json.data.payment;
    const other = shopper(portal, { key: (await secondTenant(portal, 'their-mug')).key });
    const checkout_id = await cartOf(other);
    const write = () =>
      other.send('set_buyer', { checkout_id, buyer: { email: EMAIL } }, { 'idempotency-key': 'theirs' });
    const theirs = await write();
    const { answers_removed } = await owner.ok('erase_personal_data', { email: EMAIL });
    expect(answers_removed).toBe(2);
    expect((await refund()).json).toMatchObject({ error: 'idempotency_conflict' });
    expect((await read(order_id)).payment.refunded).toBe(refunded);
    expect((await write()).text).toBe(theirs.text);
    expect((await write()).headers.get('idempotent-replayed')).toBe('true');
    expect((await owner.ok('erase_personal_data', { email: EMAIL })).answers_removed).toBe(0);
    expect(await readByteCounters(portal.database)).toEqual(await sumResponseBytes(portal.database));
  });

  it('erases no one whose email address differs in more than case', async () => {
    const key = (await anotherKey(portal, 'deployment', { scopes: ['commerce'] })).key;
    await fill(shopper(portal, { key, buyer: 'jose@example.com' }), { lines: ['sea-salt'], email: 'jose@example.com' });
    expect(await owner.ok('erase_personal_data', { email: 'jos\u00e9@example.com' })).toMatchObject({
      carts_erased: 0,
    });
    expect(await owner.ok('erase_personal_data', { email: ' JOSE@example.com' })).toMatchObject({ carts_erased: 1 });
  });

  it('erases a damaged stored response, but not a sealed one', async () => {
    const of = (name: string) => owner.send('create_key', { name }, { 'idempotency-key': name });
    const sealed = await of('sealed');
    const file = new Sqlite(portal.database);
    const caller = file.prepare('SELECT key FROM api_key WHERE json_extract(body, ?) = ?').pluck();
    const id = caller.get('$.kind', 'organization');
    const body = JSON.stringify({
      id: 'damaged',
      fingerprint: '',
      outcome: 'AAAA',
      caller_id: id,
      bytes: 600,
      created_at: clock.now(),
    });
    const columns = "INSERT INTO idempotency (key, created_at, version, body) VALUES ('damaged', ?, 1, ?)";
    file.prepare(columns).run(clock.now(), body);
    file.close();
    expect((await owner.ok('erase_personal_data', { email: 'x@example.com' })).answers_removed).toBe(1);
    expect((await of('sealed')).text).toBe(sealed.text);
  });

  it('rejects keys without the scope privacy', async () => {
    const { key } = await anotherKey(portal, 'organization', { scopes: ['orders:read', 'shops'] });
    const by = registryCaller(() => portal.url, key);
    for (const call of ['erase_personal_data', 'export_personal_data'])
      expect((await by.send(call, { email: EMAIL })).json.error).toBe('forbidden');
  });
});

async function contextOf(order_id: string): Promise<string> {
  const order = await stored(order_id);
  if (!order) throw new Error('the order is gone');
  const by = shopper(portal);
  const { data } = await by.ok('get_receipt_context', { order_id });
  expect(contextHashOf(data.context)).toBe(data.context_hash);
  return data.context_hash;
}
