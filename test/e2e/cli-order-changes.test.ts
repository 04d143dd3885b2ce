import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../src/domain/order/order.js';
import { registryCaller } from '../actors/registry-caller.js';
import {
  orderOnAccount,
  PORTLAND,
  placeOrder,
  readyCart,
  type Shopper,
  shippedCart,
  shopper,
} from '../actors/shopper.js';
import { printed } from '../support/demo-commands.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import type { Ran } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let portal: TestPortal;
let by: Shopper;
let folder: string;
beforeAll(async () => {
  portal = await startPortal();
  by = shopper(portal);
  folder = temporaryFolder();
});
afterAll(() => portal.close());

/** Runs the command while a portal serves the same file. */
const orders = (...args: readonly string[]): Promise<Ran> => run(['orders', ...args], portal.commandEnv);
const done = async (...args: readonly string[]) => printed(await orders(...args)).trimEnd();
const bought = async () => stored(await placeOrder(by, await readyCart(by)));

async function stored(id: string): Promise<Order> {
  const order = await portal.app.store.read((rows) => rows.get('order', id));
  if (!order) throw new Error('the order is gone');
  return order;
}

describe('portal orders', () => {
  let order: Order;
  beforeEach(async () => {
    order = await bought();
  });

  test('hold and release pause an order named by its number', async () => {
    const { display_id, id } = order;
    expect(await done('hold', display_id, '--reason', 'Address unclear', '--visible', '--note', 'Ask Ada')).toBe(
      `order ${display_id}: on_hold, payment paid`,
    );
    expect(await stored(id)).toMatchObject({
      hold_reason: 'Address unclear',
      hold_visible: true,
      hold_note: 'Ask Ada',
    });
    expect(await done('release', id)).toBe(`order ${display_id}: processing, payment paid`);
  });

  test('requests lists what waits, and answer accepts or refuses it', async () => {
    const { display_id, id } = order;
    const agent = registryCaller(() => portal.url, portal.demo.deployment_key);
    const ask = async (reason: string) => {
      const { requests } = await agent.ok('request_order_change', { order_id: id, type: 'cancel', reason });
      return requests.at(-1).id;
    };
    const first = await ask('Ordered twice');
    const waiting = (await done('requests')).split('\n').find((text) => text.startsWith(`${display_id} `));
    expect(waiting).toMatch(new RegExp(`  cancel  ${first}  Ordered twice$`));
    expect((await orders('answer', id, first)).stderr).toContain('--accept or --refuse is required');
    expect(await done('answer', id, first, '--refuse', '--reason', 'It is packed')).toContain('processing');
    expect(await done('answer', display_id, await ask('Again'), '--accept')).toContain('canceled, payment refunded');
    expect((await stored(id)).requests?.map(({ status }) => status)).toEqual(['refused', 'accepted']);
  });

  test('edit shows and makes a change, and draft makes an order that a buyer can pay', async () => {
    const { display_id, id } = order;
    const change = ['edit', display_id, '--line', 'mug=1', '--add', 'linen-tea-towel=1'];
    const shown = await done(...change, '--dry-run');
    expect(shown).toMatch(/last cancellation: \$\d+\.\d\d\nlast addition: \$\d+\.\d\d to be paid/);
    expect((await stored(id)).version).toBe(order.version);
    await done(...change);
    const { adjustments, additions = [] } = await stored(id);
    expect([adjustments.length, additions.length]).toEqual([1, 1]);
    const file = join(folder, 'draft.json');
    const purchase = { line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }], buyer: { email: 'ada@example.com' } };
    writeFileSync(file, JSON.stringify(purchase));
    const draft = JSON.parse(await done('draft', file, '--json'));
    expect((await done('drafts')).split('\n').map((line) => line.split('  ')[0])).toEqual([
      additions[0]?.checkout_id,
      draft.id,
    ]);
    expect(await done('cancel-draft', draft.id)).toContain(`${draft.id}  canceled`);
  });

  test('ship records units, or all that are left', async () => {
    const { display_id, id } = order;
    const parcel = ['--event', 'picked_up', '--carrier', 'Post', '--tracking-number', 'GP 77'];
    expect(await done('ship', id, '--line', 'mug=1', ...parcel)).toContain('partially_fulfilled');
    const { status, fulfillment } = JSON.parse(await done('ship', display_id, '--event', 'picked_up', '--json'));
    expect(status).toBe('fulfilled');
    expect(fulfillment.events).toMatchObject([
      { type: 'picked_up', line_items: [{ id: 'mug', quantity: 1 }], carrier: 'Post', tracking_number: 'GP 77' },
      {
        type: 'picked_up',
        line_items: [
          { id: 'mug', quantity: 1 },
          { id: 'tee', quantity: 1 },
        ],
      },
    ]);
  });

  test('tracking corrects a shipment, keeps what is not named, and asks which of several', async () => {
    const { display_id, id } = order;
    const parcel = ['--event', 'picked_up', '--carrier', 'Post', '--tracking-number', 'GP 77'];
    const { fulfillment } = JSON.parse(await done('ship', id, '--line', 'mug=1', ...parcel, '--json'));
    const event: string = fulfillment.events[0].id;
    expect(await done('show', id)).toContain(`GP 77  ${event}`);
    expect((await orders('tracking', id, '--tracking-number', 'X')).stderr).toContain('nothing of order');
    const named = ['tracking', display_id, '--event', event];
    expect(await done(...named, '--tracking-number', 'GP 78')).toContain(`order ${display_id}: partially_fulfilled`);
    const eventsOf = async () => (await stored(id)).fulfillment.events;
    expect(await eventsOf()).toMatchObject([{ carrier: 'Post', tracking_number: 'GP 78' }]);
    expect(await done('show', id)).toMatch(/Post {2}GP 78 {2}evt_.*\n {2}until .*Post {2}GP 77\n/);
    await done(...named, '--remove');
    const [{ earlier_tracking, ...removed } = { earlier_tracking: [] }] = await eventsOf();
    expect(removed).toMatchObject({ carrier: 'Post' });
    expect(removed).not.toHaveProperty('tracking_number');
    expect(earlier_tracking).toHaveLength(2);
    expect((await orders(...named)).stderr).toContain('--remove is required');
  });

  test('cancel, refund and return give the money back through the payment handler', async () => {
    const { id } = order;
    expect(await done('cancel', id, '--line', 'tee=1', '--no-restock', '--reason', 'Torn')).toContain(
      'partially_refunded',
    );
    await done('ship', id, '--event', 'picked_up');
    await done('return', id, '--line', 'mug=1', '--restock');
    await done('refund', id, '--amount', '50');
    expect(await done('refund', id)).toContain('payment refunded');
    const { adjustments } = await stored(id);
    expect(adjustments.map(({ type, status }) => [type, status])).toEqual([
      ['cancellation', 'completed'],
      ['return', 'completed'],
      ['refund', 'completed'],
      ['refund', 'completed'],
    ]);
  });

  test('paid records the payment of an invoice', async () => {
    const id = await orderOnAccount(by, await readyCart(by));
    const part = await done('paid', id, '--amount', '500', '--reference', 'SEPA 4711');
    expect(part).toMatch(/processing, payment pending, \$\d+\.\d\d still owed$/);
    const shown = await done('show', id);
    expect(shown).toContain('received $5.00, SEPA 4711');
    expect(shown).toMatch(/payment pending, \$\d+\.\d\d, \$\d+\.\d\d still owed/);
    expect(await done('paid', id)).toMatch(/payment paid$/);
    expect((await stored(id)).payment.received?.map(({ reference }) => reference)).toEqual(['SEPA 4711', undefined]);
  });

  test('address changes where an order is shipped', async () => {
    const id = await placeOrder(by, await shippedCart(by));
    const file = join(folder, 'address.json');
    writeFileSync(file, JSON.stringify({ ...PORTLAND, street_address: '12 New Street' }));
    expect(await done('address', id, file)).toContain('processing');
    const { fulfillment } = await stored(id);
    expect(fulfillment.expectations).toMatchObject([{ destination: { street_address: '12 New Street' } }]);
    const pickup = await orders('address', order.id, file);
    expect([pickup.code, pickup.stderr]).toEqual([1, 'portal: The order is not shipped, so it has no address.\n']);
  });

  test('note sets a note without a hold, and removes it', async () => {
    const { id } = order;
    expect(await done('note', id, 'Ada calls on Monday')).toContain('processing');
    expect(await stored(id)).toMatchObject({ status: 'processing', note: 'Ada calls on Monday' });
    expect(await done('show', id)).toContain('  note: Ada calls on Monday\n');
    await done('note', id);
    expect(await stored(id)).not.toHaveProperty('note');
  });

  test('names the command line in the history', async () => {
    await done('hold', order.id);
    const { history } = JSON.parse(await done('show', order.id, '--json'));
    expect(history.at(-1)).toMatchObject({ action: 'order.held', actor: 'command line' });
  });

  test.each([
    [['release', 'ORDER'], 1, /release is allowed in status on_hold/],
    [['hold', '99'], 1, /the shop has no order 99/],
    [['refund', 'ORDER', '--amount', '2.50'], 2, /whole number of minor units/],
    [['ship', 'ORDER', '--line', 'mug'], 2, /the id of a line and units/],
    [['ship', 'ORDER'], 1, /line_items: is required, because no unit of the order is left for shipping/],
  ])('%j fails with exit code %i, and changes nothing', async (args, code, text) => {
    const ran = await orders(...args.map((word) => (word === 'ORDER' ? order.id : word)));
    expect(ran).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(text) });
    expect(await stored(order.id)).toEqual(order);
  });
});

describe('portal orders ship FILE.csv', () => {
  function fileOf(...lines: readonly string[]): string {
    const file = join(folder, 'shipped.csv');
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  }
  const pickedUp = ['--event', 'picked_up'];

  test('records each row by itself, and reports each failure', async () => {
    const [one, two] = [await bought(), await bought()];
    await done('hold', two.id);
    const file = fileOf(
      'order,carrier,tracking_number',
      `${one.display_id},Post,GP 1`,
      `${two.id},Post,GP 2`,
      '99,Post,GP 3',
    );
    const { code, stdout, stderr } = await orders('ship', file, ...pickedUp);
    expect([code, stdout]).toEqual([1, `order ${one.display_id}: shipped\n`]);
    expect(stderr).toMatch(/^row 2, order ord_\S+: The order is on_hold/m);
    expect(stderr).toMatch(/^row 3, order 99: the shop has no order 99/m);
    expect(stderr).toContain('2 of 3 rows failed');
    expect([(await stored(one.id)).status, (await stored(two.id)).status]).toEqual(['fulfilled', 'on_hold']);
  });

  test('changes nothing when it runs again, with or without tracking numbers', async () => {
    const [one, two] = [await bought(), await bought()];
    const file = fileOf(
      'order;tracking_number;line;units',
      `${one.id};GP 1;mug;1`,
      `${one.id};GP 1;tee;1`,
      `${two.id};;;`,
    );
    const shipped = JSON.parse(await done('ship', file, ...pickedUp, '--json'));
    expect(shipped.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['shipped', 'shipped', 'shipped']);
    const after = [await stored(one.id), await stored(two.id)];
    expect(after[0]?.status).toBe('partially_fulfilled');
    const again = JSON.parse(await done('ship', file, ...pickedUp, '--json'));
    expect(again).toEqual([
      { row: 1, order: one.id, outcome: 'unchanged' },
      { row: 2, order: one.id, outcome: 'unchanged' },
      { row: 3, order: two.id, outcome: 'unchanged' },
    ]);
    expect([await stored(one.id), await stored(two.id)]).toEqual(after);
  });

  test.each([
    [
      'a row of a line without a tracking number',
      'order,line,units',
      'ORDER,mug,1',
      /tracking_number: is required with line/,
    ],
    [
      'a row of a line without units',
      'order,tracking_number,line',
      'ORDER,GP 1,mug',
      /line, units: must be given together/,
    ],
    ['units that are no number', 'order,tracking_number,line,units', 'ORDER,GP 1,mug,two', /line_items\[0\]\.quantity/],
    ['an unknown column', 'order,tracking', 'ORDER,GP 1', /unknown column "tracking"; the columns are order, carrier/],
    ['a missing column', 'number', 'ORDER', /must have a row, and the column "order"/],
  ])('rejects %s', async (_what, header, row, text) => {
    const order = await bought();
    const { code, stderr } = await orders('ship', fileOf(header, row.replace('ORDER', order.id)), ...pickedUp);
    expect([code, stderr]).toEqual([1, expect.stringMatching(text)]);
    expect(await stored(order.id)).toEqual(order);
  });
});

test('portal summary prints the sales of each day and their sum', async () => {
  await bought();
  const summary = (...args: readonly string[]) => run(['summary', ...args], portal.commandEnv);
  const lines = printed(await summary())
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\d {2}\d+ orders, \$[\d,.]+, paid \$[\d,.]+, refunded \$[\d,.]+$/);
  const { orders: count, days } = JSON.parse(printed(await summary('--json')));
  expect(days).toMatchObject([{ orders: count }]);
  expect(await summary('--from', '2026-02-01', '--to', '2026-01-01')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--to must not be before --from'),
  });
});
