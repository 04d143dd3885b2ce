import { expect, onTestFinished, test } from 'vitest';
import { volume } from '../support/volume.js';
import { SCENES } from './many-scenes.js';

const RECEIVERS = 50;
/** Number of events for each receiver, one per object. At full volume there are 10,000 deliveries. */
const OBJECTS = volume(4, 200, 40);

test.each(SCENES)(
  `delivers ${OBJECTS} events to each of ${RECEIVERS - 1} %s although another receiver hangs`,
  async (_receivers, open) => {
    const scene = await open();
    onTestFinished(() => scene.close());
    const paths = Array.from({ length: RECEIVERS }, (_, index) => `/receiver-${index}`);
    const [dead = '', ...others] = paths;
    scene.receiver.answers(dead, 'hangs');
    const objects = await scene.tell(paths, OBJECTS);
    await Promise.all(others.map((path) => scene.receiver.got(path, OBJECTS)));
    for (const path of others) {
      const told = scene.receiver.at(path).map((sent) => scene.objectOf(sent));
      expect(new Set(told)).toEqual(objects.get(path));
    }
    const [figures] = (await scene.portal.app.store.list('outbox_figures', {}, undefined, 1)).entries;
    expect(figures?.waiting).toBeGreaterThanOrEqual(OBJECTS);
    expect(scene.receiver.at(dead).length).toBeGreaterThan(0);
    expect((await scene.states(dead)).every((state) => state === 'waiting')).toBe(true);
  },
);
