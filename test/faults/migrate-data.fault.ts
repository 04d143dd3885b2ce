import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { copied, type Model, modelOf } from '../../bench/orders.js';
import { openStore } from '../../src/store/open-store.js';
import { systemIds } from '../../src/system.js';
import { shopper } from '../actors/shopper.js';
import { live, MoveScene, movedRows, stillHolds } from '../e2e/migrate-data/scene.js';
import type { TestPortal } from '../support/portal.js';
import { volume } from '../support/volume.js';
import { type Fault, UNLIMITED } from './fault.js';
import { searchedRun } from './searched-run.js';
import { searched } from './secrets.js';

const ORDERS = volume(200, 100_000);
const RECEIPTS = volume(100, 20_000);
const WRITERS = 4;
/** Number of orders per transaction. */
const PORTION = 250;
/** Memory limit in MiB that a process holding the whole database would exceed. */
const MOST_MEMORY = volume(UNLIMITED, 512);

export const fault: Fault = {
  title:
    'A file goes to PostgreSQL while a portal serves, and back, killed at each step: equal to the row, bundles verify, links open',
  async run(folder) {
    const scene = await MoveScene.open(folder);
    try {
      const portal = await scene.serve();
      const life = await live(portal, RECEIPTS);
      await addOrders(scene.file, life.order.id);
      const writers = Promise.all(Array.from({ length: WRITERS }, (_, nth) => fillsCarts(portal, `w${nth}`)));
      const there = await movedWithKills(scene, scene.file, scene.url);
      const carts = (await writers).reduce((sum, count) => sum + count, 0);
      await scene.stop(portal);
      const verified = await searchedRun(['log', 'verify'], { ...scene.env, PORTAL_DB: scene.url });
      expect(verified).toMatchObject({ code: 0, stderr: '' });
      const copy = join(scene.folder, 'back.db');
      const back = await movedWithKills(scene, scene.url, copy);
      expect(movedRows(copy)).toEqual(movedRows(scene.file));
      expect(await searchedRun(['check'], { PORTAL_DB: copy })).toMatchObject({ code: 0, stderr: '' });
      const again = await scene.serve(copy);
      await stillHolds(again, life, scene.folder);
      for (const line of [...portal.logged, ...again.logged]) searched.search(line);
      return { orders: ORDERS, receipts: RECEIPTS, carts, ...named('there', there), ...named('back', back) };
    } finally {
      await scene.close();
    }
  },
};

/** Inserts copies of an order by the store, which also writes their entries for the log. */
async function addOrders(file: string, id: string): Promise<void> {
  const store = await openStore(file, { create: false, needsLogKey: true, syncs: 'on close' });
  try {
    const model = await store.read((rows) => asEarlier(modelOf(rows, id)));
    for (let first = 0; first < ORDERS; first += PORTION) {
      const copies = Array.from({ length: Math.min(PORTION, ORDERS - first) }, (_, index) => {
        const ids = { order: systemIds.next('ord'), checkout: systemIds.next('chk') };
        return copied(model, first + index, ids, model.order.created_at);
      });
      await store.update(() => ({ writes: copies.flat(), result: undefined }));
    }
  } finally {
    await store.close();
  }
}

/** Returns the order as earlier versions stored it, whose payments had no rows: a copy cannot share the payment. */
function asEarlier({ order, checkout }: Model): Model {
  const { progress: _row, ...payment } = order.payment;
  return { order: { ...order, payment }, checkout };
}

/** Creates carts with a line continuously until the portal rejects writes. Returns the number of carts. */
async function fillsCarts(portal: TestPortal, name: string): Promise<number> {
  for (let count = 0; ; count += 1) {
    const by = shopper(portal, { buyer: `${name}-${count}` });
    const { json: cart } = await by.send('get_cart', {});
    // Only a cart with a line is written.
    const line_items = [{ item: { id: 'preserving-ebook' }, quantity: 1 }];
    const { status } = await by.send('add_line_items', { checkout_id: cart.data?.id ?? '', line_items });
    if (status === 503) return count;
    expect(status).toBe(200);
  }
}

interface Moved {
  readonly kills: number;
  /** Seconds from the closing of the source to the end, in the last run. */
  readonly closed: number;
  readonly memory: number;
}

async function movedWithKills(scene: MoveScene, from: string, to: string): Promise<Moved> {
  for (let kills = 0; ; kills += 1) {
    let memory = 0;
    let began = 0;
    const { said, code } = await scene.spawned(from, to, (nth, child, step) => {
      if (nth === kills + 1) child.kill('SIGKILL');
      else if (step === 'copying the rest') began = performance.now();
      else if (step === 'comparing both databases') memory = memoryOf(child);
    });
    for (const line of said) searched.search(line);
    if (code === null) continue;
    expect({ code, said }).toMatchObject({ code: 0 });
    expect(memory).toBeLessThan(MOST_MEMORY);
    return { kills, closed: (performance.now() - began) / 1000, memory };
  }
}

/** Peak memory of a process in MiB; 0 if the system does not report it. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return 0;
  }
}

function named(where: string, { kills, closed, memory }: Moved) {
  return {
    [`kills ${where}`]: kills,
    [`seconds closed ${where}`]: Number(closed.toFixed(1)),
    [`MiB of memory ${where}`]: memory,
  };
}
