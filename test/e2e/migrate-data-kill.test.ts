import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { volume } from '../support/volume.js';
import { oldOrders } from './many-orders.js';
import { addOrders, live, MoveScene, stillHolds } from './migrate-data/scene.js';

const ORDERS = volume(60, 5_000);

let scene: MoveScene;
beforeEach(async () => {
  scene = await MoveScene.open();
});
afterEach(() => scene.close());

/** Kills a move at each of its steps, then lets it finish. Returns the steps that the last run printed. */
async function killedAtEachStep(from: string, to: string): Promise<string[]> {
  for (let steps = 1; ; steps += 1) {
    const { said, code } = await scene.spawned(from, to, (nth, child) => {
      if (nth === steps) child.kill('SIGKILL');
    });
    if (code !== null) {
      expect({ code, said }).toMatchObject({ code: 0 });
      return said;
    }
  }
}

test('continues a data move that was killed at any of its steps, in both directions', async () => {
  const portal = await scene.serve();
  const life = await live(portal);
  await addOrders(scene.file, life.order.id, oldOrders().slice(0, ORDERS));
  await scene.stop(portal);
  // The killed run has already closed the source, so copying does not restart from the beginning.
  expect(await killedAtEachStep(scene.file, scene.url)).toEqual(['copying the rest', 'comparing both databases']);
  const copy = join(scene.folder, 'back.db');
  expect(await killedAtEachStep(scene.url, copy)).toEqual(['copying the rest', 'comparing both databases']);
  await stillHolds(await scene.serve(copy), life, scene.folder);
});
