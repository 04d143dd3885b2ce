import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Checkout, Terms } from '../../src/domain/checkout/checkout.js';
import type { Order } from '../../src/domain/order/order.js';
import { orderTerms, queryTerms } from '../../src/domain/order/order-terms.js';
import { insertWrite, replaceWrite } from '../../src/ports.js';
import type { OpenedStore } from '../../src/store/open-store.js';
import { newStore, storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { insert, OLD_VERSION, openOldFile } from './old-file.js';
import {
  checkoutRow,
  discountRow,
  itemRow,
  NOW,
  ORG,
  OTHER_DEPLOYMENT,
  OTHER_SHOP,
  orderRows,
  SHOP,
  seed,
  write,
} from './sample-rows.js';

const NAMES = ['mug', 'spoon'];
const STORED = { version: 1 };

function termsOf(change: Partial<Terms> = {}): Terms {
  const items = NAMES.map((name) => itemRow(name, { ...STORED, title: `${name} "ä" \u{1F33F} \\ \u2028` }));
  return {
    shop: { ...SHOP, ...STORED },
    items,
    discounts: [discountRow('TEN', STORED)],
    codes: ['TEN'],
    priced_at: NOW,
    rules: 2,
    ...change,
  };
}

const done = (id: string, change: Partial<Terms> = {}): Checkout =>
  checkoutRow(id, { state: 'completed', frozen: termsOf(change), buyer: { email: `${id}@example.com` } });

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'portal.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Stored {
  readonly parts: readonly { readonly hash: string; readonly body: string }[];
  readonly bodies: readonly string[];
}

function stored(): Stored {
  const database = new DatabaseConstructor(file, { readonly: true });
  const parts = database.prepare<[], Stored['parts'][number]>('SELECT hash, body FROM shared_part').all();
  const bodies = database.prepare<[], string>('SELECT body FROM checkout ORDER BY key').pluck().all();
  database.close();
  return { parts, bodies };
}

const read = (store: OpenedStore, id: string) => store.read((rows) => rows.get('checkout', id));

describe('the frozen terms of checkouts', () => {
  let store: OpenedStore;
  beforeEach(async () => {
    store = await newStore(file);
    await seed(store);
  });
  afterEach(() => store.close());

  const all = [
    done('chk_1'),
    done('chk_2', { priced_at: NOW + 1, codes: [] }),
    done('chk_3', { shop: { ...SHOP, ...STORED, name: 'New' } }),
  ];
  const put = () => write(store, ...all.map((row) => insertWrite('checkout', row)));

  it('are stored as parts, each of them once and under the hash of its JSON', async () => {
    await put();
    const { parts, bodies } = stored();
    // The shop occurs twice, since its name changed; the two items and the discount occur once.
    expect(parts).toHaveLength(5);
    for (const { hash, body } of parts) expect(createHash('sha256').update(body).digest('base64url')).toBe(hash);
    expect(bodies.filter((body) => body.includes('spoon'))).toEqual([]);
    expect(parts.filter(({ body }) => body.includes('example.com'))).toEqual([]);
  });

  it('are returned unchanged when read alone, together or in a list, also by another process', async () => {
    await put();
    const expected = all.map((row) => ({ ...row, version: 1 }));
    const other = await storeOn(file);
    for (const one of [store, other]) {
      expect(await Promise.all(all.map(({ id }) => read(one, id)))).toStrictEqual(expected);
      const ids = all.map(({ id }) => id);
      expect([...(await one.read((rows) => rows.many('checkout', ids))).values()]).toStrictEqual(expected);
      expect((await one.list('checkouts', { organization_id: ORG.id }, undefined, 10)).entries).toStrictEqual(expected);
    }
    await other.close();
  });

  it('stay unchanged when the row is written again', async () => {
    await put();
    await store.update((rows) => {
      const row = rows.get('checkout', 'chk_1');
      if (!row) throw new Error('the checkout is gone');
      const { buyer, ...rest } = row;
      return { writes: [replaceWrite('checkout', row, rest)], result: undefined };
    });
    expect((await read(store, 'chk_1'))?.frozen).toStrictEqual(all[0]?.frozen);
    expect(stored().parts).toHaveLength(5);
  });

  it('are shared from the beginning of a payment, and written once', async () => {
    const paying = checkoutRow('chk_1', { state: 'paying', frozen: termsOf() });
    await write(store, insertWrite('checkout', paying));
    const { parts } = stored();
    expect(parts).toHaveLength(4);
    await store.update((rows) => {
      const row = rows.get('checkout', 'chk_1');
      if (!row) throw new Error('the checkout is gone');
      return { writes: [replaceWrite('checkout', row, { ...row, state: 'completed' })], result: undefined };
    });
    expect(stored().parts).toEqual(parts);
    expect((await read(store, 'chk_1'))?.frozen).toStrictEqual(termsOf());
  });

  it('are not stored when the write fails', async () => {
    await write(store, insertWrite('checkout', checkoutRow('chk_1', {})));
    const taken = checkoutRow('chk_1', { state: 'completed', frozen: termsOf() });
    await expect(write(store, insertWrite('checkout', taken))).rejects.toMatchObject({ code: 'unavailable' });
    expect(stored().parts).toEqual([]);
  });
});

const OTHER = { shop_id: OTHER_SHOP.id, deployment_id: OTHER_DEPLOYMENT.id };

function orderOf(id: string, change: Partial<Order>): Order {
  const created_at = NOW + Number(id.slice(-1));
  const buyer = { full_name: 'Ada', email: `${id}@example.com` };
  const [row] = orderRows(id, { buyer, created_at, ...change }).flatMap((put) =>
    put.table === 'order' ? put.row : [],
  );
  if (!row) throw new Error('no order');
  return row;
}

describe('a file from before terms were shared', () => {
  const rows = [
    done('chk_a'),
    done('chk_b'),
    checkoutRow('chk_c', { state: 'paying', frozen: termsOf() }),
    checkoutRow('chk_d', { state: 'completed' }),
    checkoutRow('chk_e', { state: 'canceled', frozen: termsOf() }),
  ];
  /** Two orders of one shop and one of another, in the order of their changes. */
  const ORDERS: readonly Order[] = [orderOf('ord_1', {}), orderOf('ord_2', OTHER), orderOf('ord_3', {})];

  function oldFile(): void {
    const database = openOldFile(file, 17);
    for (const row of [...rows, ...ORDERS.map(({ checkout_id }) => done(checkout_id))]) {
      const { id, shop_id, deployment_id, buyer_id, state } = row;
      insert(database, 'checkout', { key: id, shop_id, deployment_id, buyer_id, state, expires_at: NOW }, row);
    }
    const term = database.prepare('INSERT INTO order_term (shop_id, term, order_key) VALUES (?, ?, ?)');
    for (const [index, row] of ORDERS.entries()) {
      const { id: key, shop_id, deployment_id, buyer_id, checkout_id, display_id, status, payment_status } = row;
      const owner = { shop_id, deployment_id, buyer_id, checkout_id, display_id };
      insert(database, 'order', { key, ...owner, status, payment_status, changed: index + 1 }, row);
      for (const word of orderTerms(row)) term.run(shop_id, word, key);
    }
    database.close();
  }

  it('keeps the same checkouts, with each part once', async () => {
    oldFile();
    const store = await storeOn(file);
    for (const row of rows) expect(await read(store, row.id)).toStrictEqual({ ...row, version: OLD_VERSION });
    await store.close();
    expect(stored().parts).toHaveLength(4);
  });

  it.each([
    [SHOP.id, 'ada', ['ord_3', 'ord_1']],
    [SHOP.id, 'ord_1', ['ord_1']],
    [SHOP.id, 'ord_1@example.com', ['ord_1']],
    [SHOP.id, 'example', []],
    [OTHER.shop_id, 'ada', ['ord_2']],
    [OTHER.shop_id, 'ord_1', []],
  ])('finds the orders of %s by %s, and no longer by old words after a write', async (shop_id, query, ids) => {
    oldFile();
    const store = await storeOn(file);
    const found = async () => {
      const any = { status: undefined, payment_status: undefined, created_from: undefined, created_before: undefined };
      const { entries } = await store.list('shop_orders', { ...any, shop_id, terms: queryTerms(query) }, undefined, 10);
      return entries.map(({ order }) => order.id);
    };
    expect(await found()).toEqual(ids);
    await store.update((rows) => {
      const writes = [...rows.many('order', ['ord_1', 'ord_2', 'ord_3']).values()].map((row) =>
        replaceWrite('order', row, { ...row, buyer: { full_name: 'Grace' } }),
      );
      return { writes, result: undefined };
    });
    expect(await found()).toEqual(query === 'ord_1' ? ids : []);
    await store.close();
  });
});
