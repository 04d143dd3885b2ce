import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type LineWriter, lineWriter, quantityOf, receiptWriter } from '../actors/writers.js';
import { errorBody } from '../contract/portal-api.js';
import { demoKey, organizationKey } from '../e2e/database-file.js';
import { type Answered, request } from '../support/portal.js';
import { volume } from '../support/volume.js';
import { DISK_FAULTS, type DiskFault, type DiskLayer, diskLayer, lackingForLayer } from './disk-layer.js';
import type { Fault } from './fault.js';
import { demoParties } from './organizations.js';
import { searchedRun } from './searched-run.js';
import type { LogLines } from './secrets.js';
import { type WatchedPortal, watchedPortal } from './watched-portal.js';

const WRITERS = volume(2, 8);
/** Number of writes per writer while the disk fails. */
const WRITES = volume(10, 500);
/** Maximum log output for one fault, in bytes. */
const MOST_LOG = 100_000;
const FAULTS = Object.keys(DISK_FAULTS).filter((fault): fault is DiskFault => fault !== 'none' && fault in DISK_FAULTS);
/** Faults that make all writes fail. */
const REFUSE_ALL: readonly DiskFault[] = ['full disk', 'read-only disk', 'I/O errors'];
const PICTURE = `R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7`;

export const fault: Fault = {
  title:
    'A disk that is full, read-only or fails: clear 503s, nothing corrupt, recovery by itself, and a log that stays small',
  missing: lackingForLayer,
  async run(folder) {
    const [disk, beside] = [join(folder, 'disk'), join(folder, 'beside')];
    for (const made of [disk, beside]) mkdirSync(made);
    const layer = diskLayer(disk, beside);
    const database = join(disk, 'portal.db');
    const server = await watchedPortal(database, { ...layer.env, PORTAL_LOG_LEVEL: 'warn' });
    try {
      const scene = await sceneOf(server, database, layer);
      const figures: Record<string, number | string> = {};
      for (const one of FAULTS) figures[one] = await failing(scene, one);
      return figures;
    } finally {
      layer.set('none');
      expect(await server.stop('SIGTERM')).toBe(0);
    }
  },
};

interface Scene {
  readonly server: WatchedPortal;
  readonly database: string;
  readonly layer: DiskLayer;
  readonly writers: readonly LineWriter[];
  readonly submit: () => Promise<string>;
  readonly shop: string;
}

async function sceneOf(server: WatchedPortal, database: string, layer: DiskLayer): Promise<Scene> {
  const door = { url: server.url, key: demoKey(database) };
  const writers = await Promise.all(Array.from({ length: WRITERS }, (_, n) => lineWriter(() => door, `d${n}`)));
  const submit = await receiptWriter(() => ({ url: server.url, key: organizationKey(database) }));
  const { shop_id } = await demoParties(server.url, database);
  return { server, database, layer, writers, submit, shop: shop_id };
}

/** Makes the disk fail during writes and reads, then repairs it and checks what was kept. Returns the outcomes. */
async function failing(scene: Scene, fault: DiskFault): Promise<string> {
  const { server, layer, writers, submit, database } = scene;
  const logged = server.log.size;
  layer.set(fault);
  const seen = { log: server.log, done: 0, refused: 0 };
  await Promise.all(writers.map((writer) => writeThrough(writer, seen)));
  if (REFUSE_ALL.includes(fault)) expect(seen.done).toBe(0);
  for (const answer of await otherCalls(scene, fault)) assertClear(answer, seen);
  expect((await get(scene, '/healthz')).status).toBe(200);
  layer.set('none');
  await expect.poll(async () => (await get(scene, '/readyz')).status).toBe(200);
  for (const writer of writers) await assertKept(writer, server.log);
  await expect.poll(() => submit().then(Boolean, () => false)).toBe(true);
  expect(server.log.size - logged, `bytes of log: ${fault}`).toBeLessThan(MOST_LOG);
  const { code, stdout } = await searchedRun(['check'], { PORTAL_DB: database });
  expect(stdout).not.toContain('INVALID');
  expect(code).toBe(0);
  return `${seen.refused} calls refused with 503, ${seen.done} done and kept, ${server.log.size - logged} bytes of log`;
}

interface Seen {
  /** Shown if a response is not as expected. */
  readonly log: LogLines;
  done: number;
  refused: number;
}

async function writeThrough(writer: LineWriter, seen: Seen): Promise<void> {
  for (let n = 0; n < WRITES; n += 1) {
    writer.sent += 1;
    const change = { checkout_id: writer.cart, line_item_id: writer.line, quantity: writer.sent };
    const answer = await writer.by.send('update_line_item', change);
    assertClear(answer, seen);
    if (answer.status === 200) writer.acknowledged = writer.sent;
  }
}

/** Accepts only a success, or a documented 503 with Retry-After. */
function assertClear({ status, json, headers, text }: Answered, seen: Seen): void {
  if (status === 200) {
    seen.done += 1;
    return;
  }
  expect(status, [text, ...seen.log.last].join('\n')).toBe(503);
  expect(errorBody.parse(json).error).toBe('unavailable');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  seen.refused += 1;
}

/**
 * Searches, checks readiness, and writes a picture, a checkpoint and an agent. Expects the search to succeed unless
 * reads fail.
 */
async function otherCalls(scene: Scene, fault: DiskFault): Promise<readonly Answered[]> {
  const { server, database, shop } = scene;
  const key = organizationKey(database);
  const picture = { raw: new Uint8Array(Buffer.from(PICTURE, 'base64')), headers: { 'content-type': 'image/gif' } };
  const name = `${fault.replaceAll(/\W/g, '-').toLowerCase()}.gif`;
  const found = await request(server.url, demoKey(database), 'GET', '/api/commerce/items?query=mug', {});
  if (fault !== 'reads that fail') expect(found.status).toBe(200);
  const ready = await get(scene, '/readyz');
  if (REFUSE_ALL.includes(fault)) expect(ready.status).toBe(503);
  return [
    found,
    ready,
    await request(server.url, key, 'PUT', `/api/shops/${shop}/media/${name}`, picture),
    await request(server.url, key, 'GET', '/api/receipts/log/checkpoint', {}),
    await request(server.url, key, 'POST', '/api/agents', { body: { name: 'Agent' } }),
  ];
}

function get({ server }: Scene, path: string): Promise<Answered> {
  return request(server.url, '', 'GET', path, { key: null });
}

/** Checks that acknowledged writes are stored, and that further writes succeed. */
async function assertKept(writer: LineWriter, log: LogLines): Promise<void> {
  const quantity = await quantityOf(writer);
  expect(quantity).toBeGreaterThanOrEqual(writer.acknowledged);
  expect(quantity).toBeLessThanOrEqual(writer.sent);
  writer.acknowledged = quantity;
  const seen = { log, done: 0, refused: 0 };
  await writeThrough(writer, seen);
  expect(seen.refused).toBe(0);
}
