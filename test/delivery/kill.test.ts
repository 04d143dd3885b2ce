import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { registryCaller } from '../actors/registry-caller.js';
import { programPath } from '../programs/program-path.js';
import { startPortal } from '../support/portal.js';
import { environment } from '../support/spawn.js';
import { diskFolder } from '../support/temporary-folder.js';
import { fullKey } from '../support/tenants.js';
import { volume } from '../support/volume.js';
import { Receiver } from './receiver.js';

const KILLS = volume(3, 10);
const ITEMS = volume(6, 40);
const VERSIONS = 3;
/** Longer than a lease, and than the first wait after a failure. Milliseconds. */
const LEASE = 61_000;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Each item created and changed, with nobody to send the events. */
async function written(database: string, url: string): Promise<Readonly<Record<string, string>>> {
  // The receiver is on this machine, which only the setting for development allows.
  const portal = await startPortal({ database, env: { PORTAL_LOCAL_ADDRESSES: '1' } });
  const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  const { shop_id } = portal.demo;
  await owner.ok('create_webhook', { url, events: ['item.created', 'item.updated'] });
  for (let version = 1; version <= VERSIONS; version += 1) {
    for (let item = 0; item < ITEMS; item += 1) {
      const terms = { title: `Bowl ${version}`, price: 900, fulfillment_types: ['pickup'] };
      await owner.ok('put_item', { shop_id, item_id: `bowl-${item}`, ...terms });
    }
  }
  await portal.close();
  return portal.commandEnv;
}

test(`a portal that is killed ${KILLS} times sends each event at least once, in order, with one id and body`, async () => {
  const receiver = new Receiver();
  await receiver.open();
  const database = join(diskFolder(), 'portal.db');
  const env = { ...environment(), ...(await written(database, `${receiver.url}/events`)) };
  const start = async (round: number) => {
    const child = fork(programPath('delivering-portal'), [String(round * LEASE)], { env });
    children.push(child);
    await once(child, 'message');
    return child;
  };
  for (let round = 0; round < KILLS; round += 1) {
    // Every other round it hears no answer: what it has sent is not acknowledged when it dies.
    receiver.answers('/events', round % 2 === 0 ? 200 : 'hangs');
    const before = receiver.sent.length;
    const child = await start(round);
    await receiver.got('/events', before + 2);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  receiver.answers('/events', 200);
  await start(KILLS);
  await expect.poll(() => new Set(receiver.sent.map(({ id }) => id)).size).toBe(ITEMS * VERSIONS);
  for (const id of new Set(receiver.sent.map(({ subject }) => subject.id))) {
    const about = receiver.sent.filter(({ subject }) => subject.id === id);
    const firsts = about.filter((one, index) => about.findIndex((other) => other.id === one.id) === index);
    expect(firsts.map(({ subject }) => subject.version)).toEqual([1, 2, 3]);
  }
  const bodies = new Set(receiver.sent.map(({ id, body }) => `${id} ${body}`));
  expect(bodies.size).toBe(ITEMS * VERSIONS);
  await receiver.close();
  for (const child of children) child.kill('SIGKILL');
  rmSync(dirname(database), { recursive: true });
});
