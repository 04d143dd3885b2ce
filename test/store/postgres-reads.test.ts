import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';
import { keyRow, ORG, put, seed, write } from './sample-rows.js';

let scene: PostgresScene;
let store: PostgresStore;
let other: PostgresStore;
beforeAll(async () => {
  scene = await postgresScene();
  [store, other] = [await scene.open(scene.database, 2), await scene.open(scene.database, 2)];
  await seed(store);
});
afterAll(() => scene.close());

it('returns the same object until any process writes the row', async () => {
  const read = () => store.read((rows) => rows.get('organization', ORG.id));
  const first = await read();
  expect(first?.name).toBe(ORG.name);
  expect(await read()).toBe(first);
  await write(other, put('organization', { ...ORG, name: 'Another name', version: 1 }));
  expect((await read())?.name).toBe('Another name');
});

it('gives each read of one turn its own result', async () => {
  const fails = store.read(() => {
    throw new Error('refused');
  });
  const reads = [ORG.id, 'nobody'].map((key) => store.read((rows) => rows.get('organization', key)?.id));
  await expect(fails).rejects.toThrow('refused');
  expect(await Promise.all(reads)).toEqual([ORG.id, undefined]);
});

it('finds every key requested in one turn', async () => {
  const ids = ['key_1', 'key_2'];
  await write(store, ...ids.map((id) => put('api_key', keyRow(id))));
  const found = await Promise.all([...ids, 'key_3'].map((id) => store.findKeyByHash(`hash of ${id}`)));
  expect(found.map((one) => one?.key.id)).toEqual([...ids, undefined]);
});
