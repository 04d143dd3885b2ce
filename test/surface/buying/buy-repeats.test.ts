import { afterEach, beforeEach, expect, test } from 'vitest';
import { ANSWER_LIFETIME } from '../../../src/calls/idempotency.js';
import { CART_LIFETIME } from '../../../src/domain/checkout/checkout.js';
import { sweep } from '../../../src/maintenance/sweep.js';
import { makeSandboxCard } from '../../../src/payments/handlers/sandbox-card.js';
import type { Decision, Rows, Write } from '../../../src/ports.js';
import { registryCaller } from '../../actors/registry-caller.js';
import { CARD, type Shopper, shopper, totalOf } from '../../actors/shopper.js';
import { PAID } from '../../support/controlled-handler.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { scriptedHandler } from '../../support/scripted-handler.js';
import { stillClock } from '../../support/still-clock.js';
import { changeItem, changeSettings, fullKey } from '../../support/tenants.js';
import { WrappedStore } from '../../support/wrapped-store.js';
import { keptIn } from './kept.js';
import { DECLINED, HOME, INVOICE, MUG, WINE } from './ways.js';

const KEY = { 'idempotency-key': 'k' };
const UNKNOWN = { ...CARD, credential: { type: 'token', token: 'tok_stolen' } };
const BY_CARD = { max_total: 1716, payment: { instruments: [CARD] } };

let clock: ReturnType<typeof stillClock>;
let invoice: ReturnType<typeof scriptedHandler>;
let portal: TestPortal;
let by: Shopper;
beforeEach(async () => {
  clock = stillClock();
  invoice = scriptedHandler();
  portal = await startPortal({ clock, handlers: [invoice, makeSandboxCard()] });
  by = shopper(portal, { buyer: 'ada' });
});
afterEach(() => portal.close());

test('blocks neither the current cart nor other purchases while its payment is open', async () => {
  const buying = by.ok('buy', { ...MUG, max_total: 1716, payment: INVOICE });
  const authorization = await invoice.next();
  const { data: cart } = await by.ok('get_cart', {});
  await by.ok('add_line_items', { checkout_id: cart.id, line_items: MUG.line_items });
  expect((await by.ok('buy', { ...MUG, ...BY_CARD })).data.status).toBe('completed');
  authorization.answer(PAID);
  expect((await buying).data.status).toBe('completed');
});

test('waits for the open payment of the same call in another portal, and pays once', async () => {
  const other = await startPortal({ database: portal.database, handlers: [invoice, makeSandboxCard()] });
  const args = { ...MUG, max_total: 1716, payment: INVOICE };
  const buying = by.send('buy', args, KEY);
  const authorization = await invoice.next();
  const repeating = shopper(other, { buyer: 'ada', key: portal.demo.deployment_key }).send('buy', args, KEY);
  authorization.answer(PAID);
  const [first, repeat] = await Promise.all([buying, repeating]);
  expect(repeat.json.data.order.id).toBe(first.json.data.order.id);
  expect(invoice.calls.filter((call) => call === 'authorize')).toHaveLength(1);
  await other.close();
});

test('buys once when two portals receive one call several times at once', async () => {
  const other = await startPortal({ database: portal.database, handlers: [makeSandboxCard()] });
  const there = shopper(other, { buyer: 'ada', key: portal.demo.deployment_key });
  const calls = [by, there, by, there].map((one) => one.send('buy', { ...MUG, ...BY_CARD }, KEY));
  const orders = (await Promise.all(calls)).map(({ json }) => json.data.order.id);
  expect(new Set(orders).size).toBe(1);
  expect((await by.ok('list_orders', {})).data).toHaveLength(1);
  await other.close();
});

/** Makes a purchase that is kept, since its card is declined. Returns the id of its checkout. */
async function keep(key: Readonly<Record<string, string>> = KEY): Promise<string> {
  const { json } = await by.send('buy', { ...MUG, max_total: 1716, payment: DECLINED }, key);
  expect(json.error).toBe('payment_failed');
  return keptIn(json.detail);
}

test('pays the kept purchase with another card, and returns its order to a repeat with another limit', async () => {
  const kept = await keep();
  const { data } = await by.ok('buy', { ...MUG, ...BY_CARD }, KEY);
  expect(data).toMatchObject({ id: kept, status: 'completed' });
  expect((await by.ok('buy', { ...MUG, ...BY_CARD, max_total: 1 }, KEY)).data.order).toEqual(data.order);
});

test('names the kept purchase in each later error, and pays it after all', async () => {
  const kept = await keep();
  const two = { line_items: [{ item: { id: 'enamel-mug' }, quantity: 2 }] };
  const refusals: readonly (readonly [code: string, args: object])[] = [
    ['idempotency_conflict', two],
    ['total_changed', { max_total: 1 }],
    ['payment_instrument_invalid', { payment: { instruments: [UNKNOWN] } }],
    ['payment_failed', { payment: DECLINED }],
  ];
  for (const [code, change] of refusals) {
    const { json } = await by.send('buy', { ...MUG, ...BY_CARD, ...change }, KEY);
    expect([json.error, keptIn(json.detail)]).toEqual([code, kept]);
  }
  await changeItem(portal, 'enamel-mug', { status: 'withdrawn' });
  const withdrawn = await by.send('buy', { ...MUG, ...BY_CARD }, KEY);
  expect([withdrawn.json.error, keptIn(withdrawn.json.detail)]).toEqual(['checkout_not_ready', kept]);
  await changeItem(portal, 'enamel-mug', { status: 'active' });
  expect((await by.ok('buy', { ...MUG, ...BY_CARD }, KEY)).data.status).toBe('completed');
});

test.each<[operation: string, args: object]>([
  ['update_line_item', { quantity: 2 }],
  ['add_line_items', { line_items: [{ item: { id: 'sea-salt' }, quantity: 1 }] }],
  ['set_buyer', { buyer: { email: 'eve@example.com' } }],
  ['set_destination', { destination: HOME }],
  ['select_fulfillment', { selected_option_id: 'standard', destinations: [HOME] }],
  ['apply_discount', { code: 'WELCOME10' }],
])(
  'pays no kept purchase that %s has changed, and returns its order when it was completed',
  async (operation, args) => {
    const checkout_id = await keep();
    const { data: cart } = await by.ok('get_checkout', { checkout_id });
    const line = operation === 'update_line_item' && { line_item_id: cart.line_items[0].id };
    await by.ok(operation, { checkout_id, ...line, ...args });
    const again = await by.send('buy', { ...MUG, ...BY_CARD, max_total: 90_000 }, KEY);
    expect([again.status, again.json.error]).toEqual([409, 'idempotency_conflict']);
    expect(again.json.detail).toMatch(/^The purchase was changed since the first call with this idempotency key/);
    expect(keptIn(again.json.detail)).toBe(checkout_id);
    const { data } = await by.ok('get_checkout', { checkout_id });
    expect(data.status).toBe('ready_for_complete');
    const paid = { checkout_id, expected_total: totalOf(data), payment: INVOICE };
    const completing = by.ok('complete_checkout', paid);
    (await invoice.next()).answer(PAID);
    const { order } = (await completing).data;
    expect((await by.ok('buy', { ...MUG, ...BY_CARD }, KEY)).data.order).toEqual(order);
  },
);

test('closes a kept cart that expires, and then asks for another key', async () => {
  const checkout_id = await keep();
  clock.advance(CART_LIFETIME);
  for (const isSwept of [false, true]) {
    if (isSwept) await sweep(portal.app.portal);
    await expectOver(checkout_id);
  }
  expect(await portal.app.store.read((rows) => rows.get('checkout', checkout_id)?.state)).toBe('canceled');
});

test('asks for another key when the kept cart was canceled', async () => {
  const checkout_id = await keep();
  await by.ok('cancel_checkout', { checkout_id });
  await expectOver(checkout_id);
  expect((await by.ok('buy', { ...MUG, ...BY_CARD }, { 'idempotency-key': 'other' })).data.status).toBe('completed');
});

async function expectOver(checkout_id: string): Promise<void> {
  const { status, json } = await by.send('buy', { ...MUG, ...BY_CARD }, KEY);
  expect([status, json.error]).toEqual([409, 'checkout_closed']);
  expect(json.detail).toBe(
    `Checkout ${checkout_id} of this purchase was canceled or has expired; to buy it after all, use another idempotency key.`,
  );
}

test('returns the same order even after the stored response was removed', async () => {
  const first = await by.ok('buy', { ...MUG, ...BY_CARD }, KEY);
  clock.advance(ANSWER_LIFETIME);
  await sweep(portal.app.portal);
  const again = await by.send('buy', { ...MUG, ...BY_CARD }, KEY);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
  expect(again.json.data.order).toEqual(first.data.order);
});

test('erases a person from purchases and kept carts, after which repeats are conflicts', async () => {
  await changeSettings(portal, { order_retention_years: 0 });
  const kept = { 'idempotency-key': 'kept' };
  await by.ok('buy', { ...MUG, ...BY_CARD }, KEY);
  await keep(kept);
  const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  const report = await owner.ok('erase_personal_data', { email: 'ada@example.com' });
  expect(report).toMatchObject({ orders_erased: 1, carts_erased: 2 });
  const rows = await portal.app.store.list('checkouts', { organization_id: portal.demo.organization_id }, undefined, 9);
  expect(JSON.stringify(rows.entries)).not.toContain('ada@example.com');
  expect(rows.entries.map(({ purchase_key }) => purchase_key)).toEqual([expect.any(String), expect.any(String)]);
  clock.advance(ANSWER_LIFETIME);
  await sweep(portal.app.portal);
  for (const key of [KEY, kept]) {
    const again = await by.send('buy', { ...MUG, ...BY_CARD }, key);
    expect([again.status, again.json.error]).toEqual([409, 'idempotency_conflict']);
  }
});

/** Stores purchases as earlier versions did: the id of the checkout was the key. */
class EarlierStore extends WrappedStore {
  override update<R>(decide: (rows: Rows) => Decision<R>, scope?: string): Promise<R> {
    return super.update((rows) => {
      const { writes, result } = decide(rows);
      return { writes: asEarlier(writes), result };
    }, scope);
  }
}

function asEarlier(writes: readonly Write[]): readonly Write[] {
  const [made] = writes.flatMap((write) => (write.type === 'put' && write.table === 'checkout' ? [write.row] : []));
  if (made?.purchase_key === undefined) return writes;
  const named = JSON.stringify(writes).replaceAll(made.id, made.purchase_key);
  return JSON.parse(named, (name, value) => (name === 'purchase_key' ? undefined : value));
}

test('finds the purchases of earlier versions, also after an erasure', async () => {
  await changeSettings(portal, { order_retention_years: 0 });
  const { database, demo } = portal;
  const older = await startPortal({ database, clock, engine: (opened) => new EarlierStore(opened) });
  const before = shopper(older, { buyer: 'ada', key: demo.deployment_key });
  const paid = { ...MUG, max_total: 90_000, payment: INVOICE };
  const kept = { ...paid, ...WINE };
  const keptKey = { 'idempotency-key': 'kept' };
  const { order } = (await before.ok('buy', paid, KEY)).data;
  await before.send('buy', kept, keptKey);
  await older.close();
  const ids = async () => {
    const { entries } = await portal.app.store.list('checkouts', demo, undefined, 9);
    expect(entries.filter(({ purchase_key }) => purchase_key !== undefined)).toEqual([]);
    return entries.map(({ id }) => id);
  };
  const made = await ids();
  const still = await by.send('buy', kept, keptKey);
  expect(still.json.error).toBe('checkout_not_ready');
  expect(made).toContain(keptIn(still.json.detail));
  clock.advance(ANSWER_LIFETIME);
  await sweep(portal.app.portal);
  expect((await by.ok('buy', paid, KEY)).data.order.id).toBe(order.id);
  const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  await owner.ok('erase_personal_data', { email: 'ada@example.com' });
  for (const [args, key] of [
    [paid, KEY],
    [kept, keptKey],
  ] as const)
    expect((await by.send('buy', args, key)).json.error).toBe('idempotency_conflict');
  expect(await ids()).toEqual(made);
});
