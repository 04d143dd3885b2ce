import { expect, it } from 'vitest';
import { cuttingProxy } from '../support/cutting-proxy.js';
import { postgresScene } from './postgres-scene.js';
import { put, recordRow, write } from './sample-rows.js';

it('switches to the other server of its URL when one is gone, and back', async () => {
  const scene = await postgresScene();
  const [one, other] = [scene.proxy, await cuttingProxy(scene.database)];
  // The first server is already unreachable when the store is opened.
  await one.pause();
  const url = one.url.replace(new URL(one.url).host, (host) => `${host},${new URL(other.url).host}`);
  const store = await scene.open(url);
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
  await other.close();
  await scene.close();
});

it('rejects reads as unavailable while the server does not respond, and reads again when it does', async () => {
  const scene = await postgresScene();
  const store = await scene.open(scene.proxy.url);
  scene.proxy.silence(true);
  const asked = [store.findKeyByHash('none'), store.read((rows) => rows.get('idempotency', 'none'))];
  for (const one of await Promise.allSettled(asked))
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  scene.proxy.silence(false);
  expect(await store.findKeyByHash('none')).toBeUndefined();
  await scene.close();
});

it('closes without its server', async () => {
  const scene = await postgresScene();
  const store = await scene.open(scene.proxy.url);
  await write(store, put('idempotency', recordRow('row', 1)));
  await scene.proxy.pause();
  await store.close();
  await scene.close();
});
