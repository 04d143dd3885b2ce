import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertWrite, type Rows, replaceWrite, type Store, type Write } from '../../src/ports.js';
import { allRows } from '../support/all-rows.js';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { checkoutRow, itemRow, NOW, ORG, orderRows, put, SHOP, seed } from './sample-rows.js';

/** Writes of a decision. `id` is its own; `of` is the id of an earlier one, and `by` an amount. */
type Step = (rows: Rows, id: string, of: string, by: number) => Write[];

const order: Step = (_rows, id) => [
  ...orderRows(id, { created_at: NOW, buyer: { email: `${id}@example.com` } }),
  { type: 'add', counter: 'display_id', key: SHOP.id, by: 1, from: 1000 },
];

/** One of a few counters, so that several decisions change it. */
const useOf = (of: string) => String(Math.abs(Number(of)) % 3);

const STEPS: Readonly<Record<string, Step>> = {
  order,
  changedOrder: (rows, id, of) => {
    const order = rows.get('order', of);
    return order ? [replaceWrite('order', order, { ...order, buyer: { full_name: `changed é ${id}` } })] : [];
  },
  cart: (_rows, id, _of, by) => [insertWrite('checkout', checkoutRow(id, { state: by < 2 ? 'canceled' : 'open' }))],
  changedCart: (rows, _id, of, by) => {
    const cart = rows.get('checkout', of);
    if (!cart) return [];
    return [replaceWrite('checkout', cart, { ...cart, state: by < 3 ? 'canceled' : 'paying', buyer: { email: 'é' } })];
  },
  added: (_rows, _id, of, by) => [{ type: 'add', counter: 'discount_use', key: useOf(of), by, from: 0 }],
  reduced: (rows, _id, of, by) =>
    (rows.counters('discount_use', [useOf(of)]).get(useOf(of)) ?? 0) < by
      ? []
      : [{ type: 'add', counter: 'discount_use', key: useOf(of), by: -by }],
  set: (_rows, _id, of, by) => [{ type: 'set', counter: 'discount_use', key: useOf(of), to: by === 1 ? null : by }],
  claimed: (rows, _id, of) => [
    {
      type: rows.counters('buyer_use', [useOf(of)]).size > 0 ? 'release' : 'claim',
      counter: 'buyer_use',
      key: useOf(of),
    },
  ],
  picture: (_rows, _id, _of, by) => [{ type: 'add', counter: 'media_bytes', key: SHOP.id, by, from: 0 }],
  read: (rows, id) => {
    const counted = [rows.counters('discount_use', ['0', '1', '2']), rows.counters('display_id', [SHOP.id])];
    return [put('item', itemRow(id, { title: JSON.stringify([rows.find('usage', ORG.id), ...counted.map(sorted)]) }))];
  },
};

function sorted(counted: ReadonlyMap<string, number>) {
  return [...counted].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Refused by SQLite, so that all earlier writes of its decision are rolled back. */
const OF_NO_SHOP = put('item', itemRow('i', { shop_id: 'shop_of_nobody' }));

/** Makes most batches long enough for 64 orders, whose terms are indexed together. */
const ORDERS = [order, order, order];

interface Job {
  readonly step: Step;
  /** Number of decisions between this one and the one that it may change. */
  readonly back: number;
  readonly by: number;
  readonly fails: boolean;
}

const jobs = (failing: number): fc.Arbitrary<Job[]> =>
  fc.array(
    fc.record({
      step: fc.constantFrom(...ORDERS, ...Object.values(STEPS)),
      back: fc.integer({ min: 1, max: 8 }),
      by: fc.integer({ min: 1, max: 4 }),
      fails: fc.integer({ min: 1, max: 100 }).map((percent) => percent <= failing),
    }),
    { minLength: 20, maxLength: 250, size: 'max' },
  );

/** Tables with random values of each file. */
const RANDOM = /^(secret|log_head|log_identity)$/;

async function rowsAfter(run: (store: Store) => Promise<unknown>) {
  const folder = temporaryFolder();
  const path = join(folder, 'portal.db');
  const store = await newStore(path);
  await seed(store);
  await run(store);
  await store.close();
  const rows = Object.entries(allRows(path));
  rmSync(folder, { recursive: true });
  return Object.fromEntries(rows.filter(([table]) => !RANDOM.test(table)));
}

function runJob(store: Store, { step, back, by, fails }: Job, nth: number): Promise<unknown> {
  const running = store.update((rows) => {
    const writes = step(rows, String(nth), String(nth - back), by);
    return { writes: fails ? [...writes, OF_NO_SHOP] : writes, result: undefined };
  });
  return fails ? expect(running).rejects.toThrow() : running;
}

it.each([{ failing: 0 }, { failing: 8 }])(
  'writes the same rows in batches as one by one ($failing percent fail)',
  async ({ failing }) => {
    await fc.assert(
      fc.asyncProperty(jobs(failing), async (all) => {
        const together = await rowsAfter((store) => Promise.all(all.map((job, nth) => runJob(store, job, nth))));
        const alone = await rowsAfter(async (store) => {
          for (const [nth, job] of all.entries()) await runJob(store, job, nth);
        });
        expect(together).toEqual(alone);
      }),
      { numRuns: volume(4, 100) },
    );
  },
);
