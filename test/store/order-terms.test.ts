import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { expect, it } from 'vitest';
import { replaceWrite } from '../../src/ports.js';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { NOW, orderRows, seed, write } from './sample-rows.js';

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
