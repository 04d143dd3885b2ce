import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { programPath } from '../programs/program-path.js';
import { environment } from '../support/spawn.js';
import { diskFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { EVENTS, PATH, SCENES, written } from './killed-scenes.js';
import { Receiver } from './receiver.js';

const KILLS = volume(3, 10);
/** Longer than a lease and than the first retry delay, in milliseconds. */
const LEASE = 61_000;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

test.each(SCENES)(
  `delivers each event %s at least once, in order and with one body, although the portal is killed ${KILLS} times`,
  async (_name, scene) => {
    const receiver = new Receiver();
    await receiver.open();
    const database = join(diskFolder(), 'portal.db');
    const env = { ...environment(), ...(await written(scene, database, receiver)) };
    const start = async (round: number) => {
      const child = fork(programPath('delivering-portal'), [String(round * LEASE)], { env });
      children.push(child);
      await once(child, 'message');
      return child;
    };
    for (let round = 0; round < KILLS; round += 1) {
      // In every second round, the receiver does not respond, so the portal dies with unacknowledged deliveries.
      receiver.answers(PATH, round % 2 === 0 ? 200 : 'hangs');
      const before = receiver.sent.length;
      const child = await start(round);
      await receiver.got(PATH, before + 2);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    receiver.answers(PATH, 200);
    await start(KILLS);
    const events = scene.objects * EVENTS;
    await expect.poll(() => new Set(receiver.sent.map(({ id }) => id)).size).toBe(events);
    const firsts = receiver.sent.filter((one, index, all) => all.findIndex(({ id }) => id === one.id) === index);
    const objects = new Map<string, number[]>();
    for (const { object, place } of firsts.map((one) => scene.placed(one)))
      objects.set(object, [...(objects.get(object) ?? []), place]);
    expect([...objects.values()]).toEqual(Array.from({ length: scene.objects }, () => [0, 1, 2]));
    expect(new Set(receiver.sent.map(({ id, body }) => `${id} ${body}`)).size).toBe(events);
    await receiver.close();
    for (const child of children) child.kill('SIGKILL');
    rmSync(dirname(database), { recursive: true });
  },
);
