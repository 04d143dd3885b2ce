import { afterEach, beforeEach, expect, test } from 'vitest';
import { volume } from '../support/volume.js';
import { openScene, type Scene } from './scene.js';

const RECEIVERS = 50;
/** Each is told to all of them: 10,000 at full volume. */
const ITEMS = volume(4, 200);

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

test(`${ITEMS * RECEIVERS} events reach ${RECEIVERS - 1} receivers while one of ${RECEIVERS} hangs`, async () => {
  const paths = Array.from({ length: RECEIVERS }, (_, index) => `/receiver-${index}`);
  const [dead = '', ...others] = paths;
  scene.receiver.answers(dead, 'hangs');
  const { id } = await scene.webhook(dead, { events: ['item.created'] });
  for (const path of others) await scene.webhook(path, { events: ['item.created'] });
  const items = Array.from({ length: ITEMS }, (_, index) => ({
    ...{ id: `bowl-${index}`, title: 'Bowl', price: 900, fulfillment_types: ['pickup'] },
  }));
  await scene.owner.ok('import_items', { shop_id: scene.portal.demo.shop_id, items });
  await Promise.all(others.map((path) => scene.receiver.got(path, ITEMS)));
  for (const path of others) {
    const subjects = scene.receiver.at(path).map(({ subject }) => subject.id);
    expect(new Set(subjects)).toEqual(new Set(items.map((item) => item.id)));
  }
  const [figures] = (await scene.portal.app.store.list('outbox_figures', {}, undefined, 1)).entries;
  expect(figures?.waiting).toBeGreaterThanOrEqual(ITEMS);
  const first = scene.receiver.at(dead);
  expect(first.length).toBeGreaterThan(0);
  expect((await scene.deliveries(id)).every(({ state }) => state === 'waiting')).toBe(true);
});
