import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { FIRST_INSTANT, type OldOrder, oldOrders, writeOldOrders } from '../e2e/many-orders.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** A call that reads many orders reads them in slices, so that other calls can run in between. */

const COUNT = 4_000;
let portal: TestPortal;
let owner: RegistryCaller;
let shop_id: string;
let orders: readonly OldOrder[];
beforeAll(async () => {
  portal = await startPortal();
  ({ shop_id } = portal.demo);
  owner = registryCaller(() => portal.url, portal.demo.organization_key);
  const by = shopper(portal, { buyer: 'model' });
  orders = oldOrders().slice(0, COUNT);
  await writeOldOrders(portal.database, await placeOrder(by, await readyCart(by)), orders);
});
afterAll(() => portal.close());

it('fills each page of a list whose filters have no index, and returns no cursor on the last page', async () => {
  const wanted = { status: 'on_hold', payment_status: 'voided' } as const;
  const expected = orders.filter((one) => one.status === wanted.status && one.payment_status === wanted.payment_status);
  expect(expected.length).toBeGreaterThan(10);
  for (const limit of [7, 100]) {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const { json } = await owner.send('list_shop_orders', { shop_id, ...wanted, limit, ...(cursor && { cursor }) });
      cursor = json.pagination?.cursor;
      if (cursor) expect(json.data).toHaveLength(limit);
      expect(json.data).not.toEqual([]);
      found.push(...json.data.map(({ id }: { id: string }) => id));
    } while (cursor);
    expect(found).toEqual(expected.map(({ id }) => id));
  }
});

it('reads the orders of a summary in pages, each in a separate turn of the event loop', async () => {
  let turn = 0;
  let isOver = false;
  const tick = () => {
    turn += 1;
    if (!isOver) setImmediate(tick);
  };
  const read: number[] = [];
  const { list } = portal.app.store;
  const spy = vi.spyOn(portal.app.store, 'list').mockImplementation((...args) => {
    if (args[0] === 'shop_orders') read.push(turn);
    return Reflect.apply(list, portal.app.store, args);
  });
  tick();
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const days = { from: day(FIRST_INSTANT - 1), to: day(FIRST_INSTANT) };
  const summary = await owner.ok('get_shop_summary', { shop_id, ...days });
  isOver = true;
  spy.mockRestore();
  expect(summary.orders).toBe(COUNT);
  expect(read.length).toBeGreaterThan(10);
  expect(new Set(read).size).toBe(read.length);
});
