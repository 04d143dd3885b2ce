import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { expect, it } from 'vitest';
import { replaceWrite } from '../../src/ports.js';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { itemRow, NOW, orderRows, put, seed, write } from './sample-rows.js';

const EARLIER = { email: 'earlier@example.com' };
const LATER = { email: 'later@example.com' };

it('indexes the terms of 64 orders at once, as they are then, and those of indexed orders when they change', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'portal.db');
  const store = await newStore(path);
  await seed(store);
  const file = new DatabaseConstructor(path, { readonly: true });
  const indexed = () => file.prepare('SELECT DISTINCT order_seq FROM order_term ORDER BY order_seq').pluck().all();
  const ordersWith = (term: string) =>
    file.prepare('SELECT order_seq FROM order_term WHERE term = ? ORDER BY order_seq').pluck().all(term);
  const place = (from: number, to: number) =>
    write(
      store,
      ...Array.from({ length: to - from }, (_, at) =>
        orderRows(`o${from + at}`, { created_at: NOW, buyer: EARLIER }),
      ).flat(),
    );
  const change = (id: string) =>
    store.update((rows) => {
      const order = rows.get('order', id);
      if (!order) throw new Error('the order is gone');
      return { writes: [replaceWrite('order', order, { ...order, buyer: LATER })], result: undefined };
    });
  const numbers = (to: number) => Array.from({ length: to }, (_, at) => at + 1);
  await place(0, 63);
  await change('o0');
  expect(indexed()).toEqual([]);
  await place(63, 64);
  expect(indexed()).toEqual(numbers(64));
  await place(64, 70);
  await change('o1');
  expect(indexed()).toEqual(numbers(64));
  expect(ordersWith(LATER.email)).toEqual([1, 2]);
  expect(ordersWith(EARLIER.email)).toEqual(numbers(64).slice(2));
  file.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

it('numbers a shop and its orders without those of a rejected decision of the batch', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'portal.db');
  const store = await newStore(path);
  await seed(store);
  const item = put('item', itemRow('i'));
  const rejected = orderRows('rejected', { created_at: NOW, buyer: LATER });
  const outcomes = await Promise.allSettled([
    write(store, ...rejected, item, item),
    ...Array.from({ length: 65 }, (_, at) => write(store, ...orderRows(`o${at}`, { created_at: NOW, buyer: EARLIER }))),
  ]);
  expect(outcomes.map(({ status }) => status).lastIndexOf('rejected')).toBe(0);
  await store.close();
  const file = new DatabaseConstructor(path, { readonly: true });
  const numbered = (number: string) => file.prepare(`SELECT ${number} FROM "order" ORDER BY seq`).pluck().all();
  const numbers = Array.from({ length: 65 }, (_, at) => at + 1);
  expect([numbered('seq'), numbered('changed')]).toEqual([numbers, numbers]);
  const terms = file
    .prepare('SELECT order_seq FROM order_term JOIN shop ON shop.seq = shop_seq WHERE term = ?')
    .pluck();
  expect(terms.all(EARLIER.email)).toEqual(numbers.slice(0, 64));
  expect(terms.all(LATER.email)).toEqual([]);
  file.close();
  rmSync(folder, { recursive: true });
});
