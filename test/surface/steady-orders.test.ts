import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renewLinksOfShop } from '../../src/operations/order/link-writes.js';
import { systemIds } from '../../src/system.js';
import { demoAttester, newSignerOf, submitted } from '../actors/attester.js';
import { Merchant } from '../actors/merchant.js';
import { placeOrder, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { textAsFresh } from '../support/fresh-portal.js';
import { type RequestOptions, startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { openSurface } from '../support/surfaces.js';

/**
 * Views and texts of orders are kept with their rows. Here another process changes the rows, or rows that are read
 * beside them, or time passes.
 */

const YEAR = 365 * 86_400_000;
const BUYER = 'keeper';

let clock: ReturnType<typeof stillClock>;
let portal: TestPortal;
let by: Shopper;
let order_id: string;
beforeEach(async () => {
  clock = stillClock();
  portal = await startPortal({ clock });
  by = shopper(portal, { buyer: BUYER });
  await placeOrder(by, await readyCart(by));
  order_id = await placeOrder(by, await readyCart(by));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await portal.close();
});

const reads = (): Record<string, [path: string, sent: RequestOptions]> => {
  const { shop_id, organization_key: key } = portal.demo;
  const buyer = { headers: { 'x-buyer-id': BUYER } };
  return {
    list_orders: ['/api/commerce/orders', buyer],
    get_order: [`/api/commerce/orders/${order_id}`, buyer],
    list_shop_orders: [`/api/shops/${shop_id}/orders`, { key }],
    get_shop_order: [`/api/shops/${shop_id}/orders/${order_id}`, { key }],
  };
};

/** Reads an order in every way, and compares each response with that of a new portal. */
async function allTexts(): Promise<string[]> {
  const texts: string[] = [];
  for (const [path, sent] of Object.values(reads())) texts.push(await textAsFresh(portal, clock, path, sent));
  return texts;
}

describe('the number of views built', () => {
  /** Counts views: each view of an order has its link. */
  const countViews = () => vi.spyOn(portal.app.portal.view.links, 'orderUrl');

  it.each([
    ['list_orders', 2],
    ['get_order', 1],
    ['list_shop_orders', 2],
    ['get_shop_order', 1],
  ])('is one per row for repeated calls of %s, and one more after a change', async (name, rows) => {
    const [path, sent] = reads()[name] ?? expect.fail(name);
    const read = async () => (await portal.request('GET', path, sent)).text;
    const views = countViews();
    const before = await read();
    expect(views).toHaveBeenCalledTimes(rows);
    expect([await read(), await read()]).toEqual([before, before]);
    expect(views).toHaveBeenCalledTimes(rows);
    await by.ok('hold_order', { order_id });
    views.mockClear();
    expect(await read()).toContain('on_hold');
    expect(views).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['get_order', { order_id: 'the order' }, 1],
    ['list_orders', {}, 2],
  ])('is one per row for repeated calls of the tool %s', async (tool, args, rows) => {
    const { url, database, demo } = portal;
    const agent = await openSurface('mcp 2.x http', { url, database, key: demo.deployment_key, buyer: BUYER });
    const call = () => agent.call(tool, 'order_id' in args ? { order_id } : args);
    const views = countViews();
    const first = await call();
    expect(views).toHaveBeenCalledTimes(rows);
    expect(await call()).toEqual(first);
    expect(views).toHaveBeenCalledTimes(rows);
    await agent.close();
  });
});

describe('orders that were read', () => {
  let other: TestPortal;
  beforeEach(async () => {
    other = await startPortal({ clock, database: portal.database });
  });
  afterEach(() => other.close());

  it('stay the same while nothing changes, for a year', async () => {
    const before = await allTexts();
    clock.advance(YEAR);
    expect(await allTexts()).toEqual(before);
  });

  it("show another process's hold and release, and a new order", async () => {
    const before = await allTexts();
    const there = shopper(other, { buyer: BUYER });
    await there.ok('hold_order', { order_id });
    for (const text of await allTexts()) expect(text).toContain('on_hold');
    await there.ok('release_order', { order_id });
    for (const text of await allTexts()) expect(text).not.toContain('on_hold');
    await placeOrder(there, await readyCart(there));
    const [orders = '', , shopOrders = ''] = await allTexts();
    for (const text of [orders, shopOrders]) expect(JSON.parse(text).data).toHaveLength(3);
    expect(JSON.parse(before[0] ?? '').data).toHaveLength(2);
  });

  it('show that another process renewed all links of the shop', async () => {
    const before = await allTexts();
    await other.app.store.update((rows) => {
      const shop = rows.get('shop', portal.demo.shop_id) ?? expect.fail('the shop is missing');
      const by = { ids: systemIds, now: clock.now(), actor: 'test' };
      return { writes: renewLinksOfShop(by, shop), result: undefined };
    });
    for (const [index, text] of (await allTexts()).entries()) expect(text).not.toBe(before[index]);
  });

  it("show days in the shop's new time zone", async () => {
    const [, before = ''] = await allTexts();
    await new Merchant(other).changeSettings(() => ({ time_zone: 'Asia/Kathmandu' }));
    const [, after = ''] = await allTexts();
    expect(after).not.toBe(before);
  });

  it('show a new receipt, and later that it is superseded', async () => {
    await allTexts();
    const { context_hash } = (await by.ok('get_receipt_context', { order_id })).data;
    const attester = demoAttester(other);
    const signer = await newSignerOf(attester, attester.agent_id);
    const job = { job_id: 'a job', context_hash };
    const first = await submitted(attester, signer, clock.now(), { ...job, resolution: 'partial' });
    const receiptsIn = async () => (await allTexts()).flatMap((text) => JSON.parse(text).data.receipts ?? []);
    expect((await receiptsIn()).map(({ id, superseded_by }) => [id, superseded_by])).toEqual([
      [first, null],
      [first, null],
    ]);
    const { receipt_hash } = (await attester.by.ok('get_receipt', { receipt_id: first })).data;
    clock.advance(1_000);
    const second = await submitted(attester, signer, clock.now(), { ...job, metadata: { supersedes: receipt_hash } });
    const shown = (await receiptsIn()).map(({ id, superseded_by }) => [id, superseded_by]);
    const wanted = [
      [second, null],
      [first, { id: second }],
    ];
    expect(shown).toEqual([...wanted, ...wanted]);
  });
});
