import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../src/ports.js';
import { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { type Cut, type CuttingProxy, cuttingProxy } from '../support/cutting-proxy.js';
import { giveBackPostgres, newPostgres } from '../support/postgres.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { put, recordRow, write } from './sample-rows.js';

const ROUNDS = volume(5, 50);

let folder: string;
let database: string;
let proxy: CuttingProxy;
let store: Store;
beforeAll(async () => {
  folder = temporaryFolder();
  database = await newPostgres();
  proxy = await cuttingProxy(database);
  store = await PostgresStore.open(proxy.url, { create: false, needsLogKey: true, logKey: join(folder, 'log-key') });
});
afterAll(async () => {
  await store.close();
  await proxy.close();
  await giveBackPostgres(database);
  rmSync(folder, { recursive: true });
});

const addOne = (id: string) =>
  store.update((rows) => {
    const row = rows.get('idempotency', id);
    if (!row) throw new Error('the row is gone');
    const sum = Number(row.outcome) + 1;
    return { writes: [put('idempotency', { ...row, outcome: sum })], result: sum };
  });

const CUTS: readonly Cut[] = ['before the commit', 'after the commit'];

it.each(CUTS)('applies each decision once when the connection breaks %s', async (cut) => {
  await write(store, put('idempotency', recordRow(cut, 0)));
  const before = proxy.cuts;
  for (let round = 0; round < ROUNDS; round += 1) {
    proxy.cutNext(cut);
    const sums = await Promise.all([addOne(cut), addOne(cut), addOne(cut)]);
    expect(sums.sort((one, other) => one - other)).toEqual([1, 2, 3].map((nth) => 3 * round + nth));
  }
  expect(proxy.cuts - before).toBe(ROUNDS);
  expect(await store.read((rows) => rows.get('idempotency', cut)?.outcome)).toBe(3 * ROUNDS);
});

it('reads on when the connection breaks', async () => {
  for (const cut of CUTS) {
    proxy.cutNext(cut);
    for (let turn = 0; turn < 3; turn += 1)
      expect(await store.read((rows) => rows.get('idempotency', 'nobody'))).toBeUndefined();
  }
});
