import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order, OrderLine, Quantity } from '../../src/domain/order/order.js';
import { itemKey } from '../../src/domain/shop/item.js';
import { type OrderFilter, replaceWrite } from '../../src/ports.js';
import type { OpenedStore } from '../../src/store/open-store.js';
import { contextHashOf } from '../actors/signer.js';
import { newStore, storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { insert, OLD_VERSION, openOldFile, shapeOf } from './old-file.js';
import { checkoutRow, DEPLOYMENT, NOW, ORG, OTHER_DEPLOYMENT, OTHER_SHOP, SHOP } from './sample-rows.js';

type OldLine = Omit<OrderLine, 'counted' | 'quantity'> & { readonly quantity: Omit<Quantity, 'canceled'> };

/** An order of the second schema, without newer members. */
type OldOrder = Omit<Order, 'adjustments' | 'line_items'> & {
  readonly line_items: readonly OldLine[];
  /** Members of old orders that are no longer read. */
  readonly held_from?: string;
};

function line(id: string, item: string, change: Partial<OldLine> = {}): OldLine {
  return {
    id,
    item: { id: item, title: `${item} "für" \u{1F33F}`, price: 1_600, image_url: null },
    quantity: { total: 2, fulfilled: 0 },
    properties: [],
    totals: [{ type: 'total', amount: 3_200 }],
    allocation: { subtotal: 3_200, items_discount: 0, order_discount: -320, tax: 0 },
    ...change,
  };
}

function oldOrder(id: string, change: Partial<OldOrder> = {}): OldOrder {
  return {
    id,
    display_id: id,
    organization_id: ORG.id,
    shop_id: SHOP.id,
    deployment_id: DEPLOYMENT.id,
    buyer_id: 'ada',
    checkout_id: `chk_${id}`,
    currency: 'USD',
    language: 'en',
    status: 'processing',
    payment_status: 'paid',
    line_items: [],
    totals: [{ type: 'total', amount: 3_479 }],
    included_tax: 0,
    shipping: { fulfillment: 599, discount: 0, tax: 0 },
    fulfillment: { events: [], expectations: [] },
    payment: { handler_id: 'invoice', attempt_id: `pay_${id}` },
    created_at: NOW,
    updated_at: NOW + 1,
    version: OLD_VERSION,
    ...change,
  };
}

const PROPERTIES = [{ name: 'Gravur', value: 'a "b" \\ {}[] ✂' }];
const MIXED = oldOrder('mixed', {
  line_items: [
    line('1', 'sold-out', { properties: PROPERTIES }),
    line('2', 'plain'),
    line('3', 'sold-out', { parent_id: '1' }),
    line('4', 'elsewhere'),
    line('5', 'used'),
  ],
});
/** For each line of `MIXED`, true if its item is counted. */
const COUNTED = [true, false, true, false, false];
const HELD = oldOrder('held', {
  status: 'on_hold',
  held_from: 'processing',
  hold_reason: 'Wait',
  payment_status: 'pending',
  line_items: [line('1', 'plain')],
  created_at: NOW + 1,
});
const EMPTY = oldOrder('empty', { created_at: NOW + 2 });
const OVER = oldOrder('over', {
  status: 'canceled',
  payment_status: 'refunded',
  line_items: [line('1', 'plain'), line('2', 'plain', { quantity: { total: 3, fulfilled: 0 } })],
  created_at: NOW + 3,
});
const THEIRS = oldOrder('theirs', {
  shop_id: OTHER_SHOP.id,
  deployment_id: OTHER_DEPLOYMENT.id,
  line_items: [line('1', 'elsewhere'), line('2', 'sold-out')],
});
const ORDERS = [MIXED, HELD, EMPTY, OVER, THEIRS];

/** Expected order after the migration. */
const brought = (order: OldOrder, counted: readonly boolean[]) => ({
  ...order,
  line_items: order.line_items.map((one, index) => ({
    ...one,
    counted: counted[index],
    quantity: { ...one.quantity, canceled: order.status === 'canceled' ? one.quantity.total : 0 },
  })),
  adjustments: [],
});

/** The context of an order. Receipts contain its hash (docs/receipts-format.md, Context). */
const contextOf = (order: OldOrder) => ({
  v: 1,
  order_id: order.id,
  checkout_id: order.checkout_id,
  currency: order.currency,
  created_at: new Date(order.created_at).toISOString(),
  line_items: order.line_items.map(({ id, item, quantity, properties, totals }) => ({
    id,
    item_id: item.id,
    quantity: quantity.total,
    properties,
    total: totals.at(-1)?.amount,
  })),
  total: order.totals.at(-1)?.amount,
});

/** Counters with similar keys. An item is counted only if its own shop has a stock counter for it, even at zero. */
const COUNTERS = [
  ['stock', itemKey(SHOP.id, 'sold-out'), 0],
  ['stock', itemKey(OTHER_SHOP.id, 'elsewhere'), 5],
  ['discount_use', itemKey(SHOP.id, 'used'), 5],
] as const;

/** Creates a file as a program with only the first two schemas did. */
function oldFile(path: string): void {
  const database = openOldFile(path, 2);
  for (const row of ORDERS) {
    const { id, shop_id, deployment_id, buyer_id, checkout_id, display_id, status, payment_status, created_at } = row;
    const owner = { shop_id, deployment_id, buyer_id };
    const checkout = checkoutRow(checkout_id, { state: 'completed' });
    insert(database, 'checkout', { key: checkout_id, ...owner, state: 'completed', expires_at: NOW }, checkout);
    insert(database, 'order', { key: id, ...owner, checkout_id, display_id, status, payment_status, created_at }, row);
  }
  const counter = database.prepare('INSERT INTO counter (name, key, value) VALUES (?, ?, ?)');
  for (const row of COUNTERS) counter.run(...row);
  database.close();
}

describe('orders of a file of the second schema', () => {
  let folder: string;
  let store: OpenedStore;
  let file: string;
  beforeEach(async () => {
    folder = temporaryFolder();
    file = join(folder, 'portal.db');
    oldFile(file);
    store = await storeOn(file);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const read = (id: string) => store.read((rows) => rows.get('order', id));

  it('gain only adjustments, and line members for counted and canceled units', async () => {
    expect(await read('mixed')).toStrictEqual(brought(MIXED, COUNTED));
    expect(await read('held')).toStrictEqual(brought(HELD, [false]));
    expect(await read('empty')).toStrictEqual(brought(EMPTY, []));
    expect(await read('over')).toStrictEqual(brought(OVER, [false, false]));
    expect(await read('theirs')).toStrictEqual(brought(THEIRS, [true, false]));
  });

  it('leave counters and checkouts unchanged', async () => {
    for (const [name, key, value] of COUNTERS)
      expect(await store.read((rows) => rows.counters(name, [key]).get(key))).toBe(value);
    const checkout = await store.read((rows) => rows.get('checkout', 'chk_mixed'));
    expect(checkout).toStrictEqual({ ...checkoutRow('chk_mixed', { state: 'completed' }), version: OLD_VERSION });
  });

  it.each<[filter: Partial<OrderFilter>, ids: readonly string[]]>([
    [{}, ['over', 'empty', 'held', 'mixed']],
    [{ payment_status: 'paid' }, ['empty', 'mixed']],
    [{ payment_status: 'pending', status: 'on_hold', buyer_id: 'ada' }, ['held']],
  ])('are listed by %j', async (filter, ids) => {
    const none = { buyer_id: undefined, status: undefined, payment_status: undefined };
    const all = { deployment_id: DEPLOYMENT.id, ...none, created_from: undefined, created_before: undefined };
    const { entries } = await store.list('orders', { ...all, ...filter }, undefined, 10);
    expect(entries.map(({ id }) => id)).toEqual(ids);
  });

  it('have no pending money until a transfer starts', async () => {
    expect(await store.due('open_money', Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
    await store.update((rows) => {
      const row = rows.get('order', 'held');
      if (!row) throw new Error('the order is gone');
      const voiding: Order = { ...row, status: 'canceled', payment_status: 'pending' };
      return { writes: [replaceWrite('order', row, voiding)], result: undefined };
    });
    expect(await store.due('open_money', NOW + 1, 10)).toEqual(['held']);
    expect((await read('held'))?.version).toBe(OLD_VERSION + 1);
  });

  it.each(ORDERS)('are found by the hash of their context: $id', async (order) => {
    const context = contextOf(order);
    const found = (organization: string) =>
      store.read((rows) => rows.find('orderByContext', organization, contextHashOf(context)));
    expect((await found(ORG.id))?.id).toBe(order.id);
    expect(await found('org_other')).toBeUndefined();
    expect(
      await store.read((rows) => rows.find('orderByContext', ORG.id, contextHashOf({ ...context, total: 1 }))),
    ).toBeUndefined();
  });

  it('are in a file with the tables, columns and indexes of a new one', async () => {
    const fresh = join(folder, 'fresh.db');
    await (await newStore(fresh)).close();
    expect(shapeOf(file)).toEqual(shapeOf(fresh));
    expect(shapeOf(file)[0]).toBeGreaterThanOrEqual(3);
  });
});
