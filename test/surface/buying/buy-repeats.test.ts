import { afterEach, beforeEach, expect, test } from 'vitest';
import { ANSWER_LIFETIME } from '../../../src/calls/idempotency.js';
import { CART_LIFETIME } from '../../../src/domain/checkout/checkout.js';
import { sweep } from '../../../src/maintenance/sweep.js';
import { makeSandboxCard } from '../../../src/payments/handlers/sandbox-card.js';
import { registryCaller } from '../../actors/registry-caller.js';
import { CARD, type Shopper, shopper } from '../../actors/shopper.js';
import { PAID } from '../../support/controlled-handler.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { scriptedHandler } from '../../support/scripted-handler.js';
import { stillClock } from '../../support/still-clock.js';
import { changeSettings, fullKey } from '../../support/tenants.js';
import { keptIn } from './kept.js';
import { INVOICE, MUG } from './ways.js';

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

test('buys the kept content when it is repeated with a higher limit, and rejects other content as a conflict', async () => {
  const first = await by.send('buy', { ...MUG, ...BY_CARD, max_total: 1 }, KEY);
  const kept = keptIn(first.json.detail);
  const other = { ...MUG, line_items: [{ item: { id: 'enamel-mug' }, quantity: 2 }] };
  const conflict = await by.send('buy', { ...other, ...BY_CARD, max_total: 5_000 }, KEY);
  expect([conflict.status, conflict.json.error]).toEqual([409, 'idempotency_conflict']);
  expect((await by.ok('buy', { ...MUG, ...BY_CARD }, KEY)).data).toMatchObject({ id: kept, status: 'completed' });
});

test('pays by another card in the repeat after a decline, and returns that order to a repeat with another limit', async () => {
  const declined = { ...CARD, credential: { type: 'token', token: 'tok_decline' } };
  const first = await by.send('buy', { ...MUG, ...BY_CARD, payment: { instruments: [declined] } }, KEY);
  expect(first.json.error).toBe('payment_failed');
  const { data } = await by.ok('buy', { ...MUG, ...BY_CARD }, KEY);
  expect((await by.ok('buy', { ...MUG, ...BY_CARD, max_total: 1 }, KEY)).data.order).toEqual(data.order);
});

test('accepts another instrument in the repeat of a kept purchase', async () => {
  await by.send('buy', { ...MUG, ...BY_CARD, max_total: 1 }, KEY);
  const unknown = await by.send('buy', { ...MUG, ...BY_CARD, payment: { instruments: [UNKNOWN] } }, KEY);
  expect(unknown.json.error).toBe('payment_instrument_invalid');
  expect(unknown.json.detail).toContain('payment.instruments[0].credential: ');
  expect((await by.ok('buy', { ...MUG, ...BY_CARD }, KEY)).data.status).toBe('completed');
});

test('closes a kept cart that expires, and then asks for another key', async () => {
  const first = await by.send('buy', { ...MUG, ...BY_CARD, max_total: 1 }, KEY);
  const checkout_id = keptIn(first.json.detail);
  clock.advance(CART_LIFETIME);
  for (const isSwept of [false, true]) {
    if (isSwept) await sweep(portal.app.portal);
    const again = await by.send('buy', { ...MUG, ...BY_CARD }, KEY);
    expect([again.status, again.json.error]).toEqual([409, 'checkout_closed']);
  }
  expect(await portal.app.store.read((rows) => rows.get('checkout', checkout_id)?.state)).toBe('canceled');
  expect((await by.ok('buy', { ...MUG, ...BY_CARD }, { 'idempotency-key': 'other' })).data.status).toBe('completed');
});

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
  await by.send('buy', { ...MUG, ...BY_CARD, max_total: 1 }, kept);
  const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  const report = await owner.ok('erase_personal_data', { email: 'ada@example.com' });
  expect(report).toMatchObject({ orders_erased: 1, carts_erased: 2 });
  const rows = await portal.app.store.list('checkouts', { organization_id: portal.demo.organization_id }, undefined, 9);
  expect(JSON.stringify(rows.entries)).not.toContain('ada');
  clock.advance(ANSWER_LIFETIME);
  await sweep(portal.app.portal);
  for (const key of [KEY, kept]) {
    const again = await by.send('buy', { ...MUG, ...BY_CARD }, key);
    expect([again.status, again.json.error]).toEqual([409, 'idempotency_conflict']);
  }
});
