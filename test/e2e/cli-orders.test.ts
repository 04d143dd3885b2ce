import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '../../src/domain/order/order.js';
import { replaceWrite } from '../../src/ports.js';
import { placeOrder, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { printed } from '../support/demo-commands.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import type { Ran } from '../support/spawn.js';
import { NOON, stillClock } from '../support/still-clock.js';
import { anotherKey } from '../support/tenants.js';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(NOON + hours * HOUR).toISOString();

let portal: TestPortal;
let by: Shopper;
let key_id: string;
let order_id: string;
beforeAll(async () => {
  const clock = stillClock();
  portal = await startPortal({ clock });
  const { key, id } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  key_id = id;
  by = shopper(portal, { key });
  order_id = await placeOrder(by, await readyCart(by));
  clock.advance(HOUR);
  const shipped = { type: 'shipped', carrier: 'Ground post', tracking_number: 'GP 77' };
  await by.ok('record_fulfillment_event', { order_id, ...shipped, line_items: [{ id: 'mug', quantity: 1 }] });
  clock.advance(HOUR);
  await by.ok('adjust_order', { order_id, type: 'refund', amount: 250, reason: 'A chip in the enamel' });
});
afterAll(() => portal.close());

/** Runs the command while a portal serves the same file. */
const orders = (...args: readonly string[]): Promise<Ran> => run(['orders', ...args], { PORTAL_DB: portal.database });

const done = async (...args: readonly string[]) => printed(await orders(...args));

async function stored(id: string): Promise<Order> {
  const order = await portal.app.store.read((rows) => rows.get('order', id));
  if (!order) throw new Error('the order is gone');
  return order;
}

/** The order's history: hours since it was placed, action and changed members. */
const HISTORY = [
  [0, 'order.placed', ['status', 'payment_status', 'payment', 'line_items', 'fulfillment', 'messages']],
  [1, 'order.event_recorded', ['status', 'line_items', 'fulfillment']],
  [2, 'order.refund_recorded', ['messages', 'adjustments']],
  [2, 'order.refund_completed', ['payment_status', 'payment', 'messages', 'adjustments']],
] as const;

describe('portal orders show', () => {
  test('prints the order, its lines, shipments and refunds, and its history', async () => {
    const { display_id } = await stored(order_id);
    expect((await done('show', order_id)).split('\n')).toEqual([
      `order ${display_id} (${order_id}), placed ${at(0)}`,
      'partially_fulfilled, payment partially_refunded, $64.35',
      '  buyer: ada@example.com',
      '  2 x Enamel camp mug (item enamel-mug, line mug), 1 fulfilled',
      '  1 x Quillback T-shirt (item shop-tee, line tee), 0 fulfilled',
      '  Quillback Mercantile, Portland, 2187 SE Alderfern Street, 97214, Portland, OR, US',
      `  ${at(1)}  shipped  Ground post  GP 77  ${(await stored(order_id)).fulfillment.events[0]?.id}`,
      `  ${at(2)}  refund $2.50, completed`,
      '',
      ...HISTORY.map(([hours, action, changed]) => `${at(hours)}  ${action}  ${key_id}  ${changed.join(',')}`),
      '',
    ]);
  });

  test('also accepts an order number', async () => {
    const { display_id } = await stored(order_id);
    expect(await done('show', display_id)).toBe(await done('show', order_id));
    const { code, stderr } = await orders('show', '99');
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('the shop has no order 99') });
  });

  test('prints the whole order as JSON, with every instant as ISO 8601', async () => {
    const { order, history } = JSON.parse(await done('show', order_id, '--json'));
    const kept = JSON.stringify(await stored(order_id));
    const instants = /\b1[78]\d{11}\b/g;
    expect(kept.match(instants)?.length).toBeGreaterThanOrEqual(6);
    expect(order).toEqual(JSON.parse(kept.replaceAll(instants, (text) => `"${new Date(Number(text)).toISOString()}"`)));
    expect(history).toEqual(
      HISTORY.map(([hours, action, changed]) => ({
        id: expect.any(String),
        organization_id: portal.demo.organization_id,
        subject_type: 'order',
        subject_id: order_id,
        action,
        actor: key_id,
        changed,
        at: at(hours),
      })),
    );
  });

  test('prints a long history completely', async () => {
    const other = shopper(portal, { buyer: 'ada' });
    const id = await placeOrder(other, await readyCart(other));
    for (let turn = 0; turn < 51; turn += 1) {
      await other.ok('hold_order', { order_id: id });
      await other.ok('release_order', { order_id: id });
    }
    const { history } = JSON.parse(await done('show', id, '--json'));
    const actions = history.map(({ action }: { action: string }) => action);
    const turns = Array.from({ length: 51 }, () => ['order.held', 'order.released']);
    expect(actions).toEqual(['order.placed', ...turns.flat()]);
    expect((await done('show', id)).match(/ {2}order\.held /g)).toHaveLength(51);
  });

  test('prints why an order is on hold or canceled and why a refund failed, without control characters', async () => {
    const other = shopper(portal, { buyer: 'bob' });
    const id = await placeOrder(other, await readyCart(other));
    const put = async (change: Partial<Order>) => {
      const before = await stored(id);
      await portal.app.store.update(() => ({
        writes: [replaceWrite('order', before, { ...before, ...change })],
        result: undefined,
      }));
    };
    await put({ status: 'on_hold', hold_reason: 'Wrong\u001b[31m\nsize\u202e' });
    expect(await done('show', id)).toContain('\n  on hold: Wrong?[31m?size?\n');
    const failed = { status: 'failed', failure: 'closed\u009b', settled_at: NOON } as const;
    const refund = { id: 'adj', type: 'refund', line_items: [], amount: 250, created_at: NOON, ...failed } as const;
    const { hold_reason, ...order } = await stored(id);
    await put({ ...order, status: 'canceled', cancel_reason: 'Lost', adjustments: [refund] });
    const text = await done('show', id);
    expect(text).toContain('\n  canceled: Lost\n');
    expect(text).toContain('  refund $2.50, failed: closed?\n');
  });

  test('changes nothing', async () => {
    const before = await stored(order_id);
    await done('show', order_id);
    expect(await stored(order_id)).toEqual(before);
  });

  test.each([[[]], [['--json']]])('reports an unknown order with %j', async (flags) => {
    const { code, stdout, stderr } = await orders('show', 'ord_0', ...flags);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('there is no order ord_0');
  });

  test.each([
    [['show'], /missing required argument 'order'/],
    [['show', 'ord_0', 'ord_1'], /too many arguments/],
    [['show', 'ord_0', '--xml'], /unknown option '--xml'/],
    [['bogus'], /unknown command 'bogus'/],
  ])('rejects the command line %j', async (args, text) => {
    const { code, stdout, stderr } = await orders(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(text);
  });
});

test.each<[args: readonly string[], text: string]>([
  [[], 'show'],
  [['show'], '--json'],
])('prints the help of orders %j', async (args, text) => {
  const help = await done(...args, '--help');
  expect(help).toContain(`Usage: portal ${['orders', ...args].join(' ')}`);
  expect(help).toContain(text);
});
