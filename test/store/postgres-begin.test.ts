import { afterAll, beforeAll, expect, it } from 'vitest';
import { Connections } from '../../src/store/postgres/connection/connections.js';
import { readInTransaction } from '../../src/store/postgres/connection/transaction.js';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import type { CuttingProxy } from '../support/cutting-proxy.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';
import { put, recordRow, write } from './sample-rows.js';

let scene: PostgresScene;
let proxy: CuttingProxy;
let store: PostgresStore;
beforeAll(async () => {
  scene = await postgresScene();
  ({ proxy } = scene);
  store = await scene.open(proxy.url);
});
afterAll(() => scene.close());

const recordOf = (id: string) => store.read((rows) => rows.get('idempotency', id)?.outcome);

it('rejects all reads of a transaction whose BEGIN fails, since without it they share no snapshot', async () => {
  const connections = new Connections(proxy.url, 1);
  proxy.failNext('a read', '57014');
  const answers: unknown[] = [];
  const read = readInTransaction(connections, async (session) => {
    for (const number of [1, 2]) answers.push(await session.query(`SELECT ${number} AS number`));
  });
  await expect(read).rejects.toMatchObject({ code: '57014', isTooLong: true });
  expect(answers).toEqual([]);
  const one = await readInTransaction(connections, (session) => session.query('SELECT 1 AS one'));
  expect(one).toEqual([{ one: 1 }]);
  await connections.close();
});

it.each(['57014', '40001', '57P01'])('reads again when a BEGIN fails with %s', async (code) => {
  await write(store, put('idempotency', recordRow(`read ${code}`, code)));
  proxy.failNext('a read', code);
  expect(await recordOf(`read ${code}`)).toBe(code);
  proxy.failNext('a read', code);
  expect((await store.list('organizations', {}, undefined, 1)).entries).toEqual([]);
});

it.each(['53100', '53200', '58030'])('rejects a read whose BEGIN fails with %s, and does not retry', async (code) => {
  proxy.failNext('a read', code);
  await expect(recordOf('nobody')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
  expect(await recordOf('nobody')).toBeUndefined();
});

it('writes nothing when the transaction did not begin', async () => {
  const busy = store.commitStats.busy;
  proxy.failNext('a write', '53100');
  const written = store.update(() => ({ writes: [put('idempotency', recordRow('blind', 1))], result: undefined }));
  await expect(written).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
  expect(await recordOf('blind')).toBeUndefined();
  expect(store.commitStats.busy).toBe(busy);
});
