import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { cuttingProxy } from '../support/cutting-proxy.js';
import { newPostgres, releasePostgres } from '../support/postgres.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { put, recordRow, write } from './sample-rows.js';

it('switches to the other server of its URL when one is gone, and back', async () => {
  const folder = temporaryFolder();
  const database = await newPostgres();
  const [one, other] = [await cuttingProxy(database), await cuttingProxy(database)];
  // The first server is already unreachable when the store is opened.
  await one.pause();
  const url = one.url.replace(new URL(one.url).host, (host) => `${host},${new URL(other.url).host}`);
  const options = { create: false, needsLogKey: true, logKey: join(folder, 'log-key') };
  const store = await PostgresStore.open(url, options);
  for (const [count, [up, down]] of [
    [one, other],
    [other, one],
    [one, other],
  ].entries()) {
    await up?.resume();
    await down?.pause();
    await write(store, put('idempotency', recordRow(`row ${count}`, count)));
    expect(await store.read((rows) => rows.get('idempotency', `row ${count}`)?.outcome)).toBe(count);
  }
  await store.close();
  await Promise.all([one.close(), other.close()]);
  await releasePostgres(database);
  rmSync(folder, { recursive: true });
});

it('rejects reads as unavailable while the server does not respond, and reads again when it does', async () => {
  const folder = temporaryFolder();
  const database = await newPostgres();
  const proxy = await cuttingProxy(database);
  const options = { create: false, needsLogKey: true, logKey: join(folder, 'log-key') };
  const store = await PostgresStore.open(proxy.url, options);
  proxy.silence(true);
  const asked = [store.findKeyByHash('none'), store.read((rows) => rows.get('idempotency', 'none'))];
  for (const one of await Promise.allSettled(asked))
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  proxy.silence(false);
  expect(await store.findKeyByHash('none')).toBeUndefined();
  await store.close();
  await proxy.close();
  await releasePostgres(database);
  rmSync(folder, { recursive: true });
});

it('closes without its server', async () => {
  const folder = temporaryFolder();
  const database = await newPostgres();
  const proxy = await cuttingProxy(database);
  const options = { create: false, needsLogKey: true, logKey: join(folder, 'log-key') };
  const store = await PostgresStore.open(proxy.url, options);
  await write(store, put('idempotency', recordRow('row', 1)));
  await proxy.pause();
  await store.close();
  await proxy.close();
  await releasePostgres(database);
  rmSync(folder, { recursive: true });
});
