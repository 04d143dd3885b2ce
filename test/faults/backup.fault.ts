import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { expect } from 'vitest';
import { complete, ready } from '../actors/purchase.js';
import { shopperAt } from '../actors/shopper.js';
import { demoKey, organizationKey } from '../e2e/database-file.js';
import { portal as ownProcess, type Serving } from '../support/spawn.js';
import { volume } from '../support/volume.js';
import type { Fault } from './fault.js';
import { searchedOutput, searchedRun } from './searched-run.js';
import { ADA } from './secrets.js';
import { watchedPortal } from './watched-portal.js';

const WRITERS = volume(3, 16);
const ROUNDS = volume(1, 10);
/** Number of orders before the first backup. */
const BEFORE = volume(4, 400);
const BOOK = { lines: ['preserving-ebook'], option: 'digital', email: ADA.email };
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Buyers who order continuously, and their acknowledged orders. */
class Load {
  readonly orders: string[] = [];
  private stopping = false;
  private readonly running: Promise<unknown>;

  constructor(server: Serving, key: string) {
    const buyers = Array.from({ length: WRITERS }, (_, index) => shopperAt({ url: server.url, key }, `b${index}`));
    this.running = Promise.all(buyers.map((by) => this.buy(by)));
  }

  private async buy(by: ReturnType<typeof shopperAt>): Promise<void> {
    while (!this.stopping) {
      const { status, json } = await complete(await ready(by, BOOK));
      expect(status).toBe(200);
      this.orders.push(json.data.order.id);
    }
  }

  reached(count: number): Promise<void> {
    return expect.poll(() => this.orders.length).toBeGreaterThanOrEqual(count);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
  }
}

export const fault: Fault = {
  title:
    'A backup under load has all that was acknowledged before it began; each file that is removed or altered is named',
  async run(folder) {
    const database = join(folder, 'here', 'portal.db');
    const sets = join(folder, 'sets');
    const server = await watchedPortal(database);
    const load = new Load(server, demoKey(database));
    const figures = { backups: 0, orders: 0, lost: 0, 'acknowledged during backups': 0 };
    let alteredAndNamed = 0;
    let later = '';
    try {
      await addPicture(folder, database);
      await load.reached(BEFORE);
      for (let round = 0; round < ROUNDS; round += 1) {
        const acknowledged = [...load.orders];
        const { folder: set, files } = await backup(database, sets);
        figures['acknowledged during backups'] += load.orders.length - acknowledged.length;
        const elsewhere = join(folder, `elsewhere-${round}`, 'portal.db');
        await restored(sets, elsewhere);
        figures.lost += missing(elsewhere, acknowledged).length;
        figures.backups += 1;
        figures.orders = acknowledged.length;
        if (round === 0)
          alteredAndNamed = await eachFileIsNamed(
            folder,
            set,
            files.map(({ path }: { path: string }) => path),
          );
        if (round === 0) await assertWaits(elsewhere);
        rmSync(dirname(elsewhere), { recursive: true });
      }
      await load.reached(load.orders.length + WRITERS);
      await load.stop();
      later = await laterSet(server.url, database, sets);
    } finally {
      await load.stop();
      await server.stop('SIGTERM');
    }
    expect(figures.lost).toBe(0);
    expect(await portal(['check'], database)).toMatchObject({ code: 0 });
    await assertNeverLowered(later, database);
    return { ...figures, 'files removed or altered, and named': alteredAndNamed };
  },
};

const portal = (args: readonly string[], database: string) => searchedRun(args, { PORTAL_DB: database });

async function addPicture(folder: string, database: string): Promise<void> {
  writeFileSync(join(folder, 'mug.png'), PICTURE);
  expect(await portal(['media', 'add', join(folder, 'mug.png')], database)).toMatchObject({ code: 0 });
}

/** Makes a backup in a separate process, while the portal runs. */
async function backup(database: string, sets: string) {
  const { code, stdout, stderr } = searchedOutput(
    await ownProcess(['backup', sets, '--keep', '2', '--json'], { PORTAL_DB: database }),
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function restored(sets: string, database: string): Promise<void> {
  const done = await portal(['restore', sets], database);
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('portal log adopt --organization org_') });
  const { code, stdout } = await portal(['check'], database);
  expect(stdout).not.toContain('INVALID');
  expect(code).toBe(0);
  expect(await portal(['restore', sets], database)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nothing is overwritten'),
  });
}

function missing(file: string, orders: readonly string[]): readonly string[] {
  const database = new DatabaseConstructor(file, { readonly: true });
  try {
    const find = database.prepare('SELECT 1 FROM "order" WHERE key = ?');
    return orders.filter((id) => !find.get(id));
  } finally {
    database.close();
  }
}

/**
 * Removes and alters each file of a backup in turn, and expects a restore to fail and name it. Returns the number of
 * these faults.
 */
async function eachFileIsNamed(folder: string, set: string, paths: readonly string[]): Promise<number> {
  const target = join(folder, 'refused', 'portal.db');
  const refused = async (said: string) => {
    const { code, stderr } = await portal(['restore', set], target);
    expect(stderr).toContain(said);
    expect(code).toBe(1);
  };
  for (const path of paths) {
    const file = join(set, path);
    const bytes = readFileSync(file);
    renameSync(file, `${set}.aside`);
    await refused(`${path} is missing`);
    const middle = Math.floor(bytes.length / 2);
    writeFileSync(
      file,
      Buffer.concat([bytes.subarray(0, middle), Buffer.from([(bytes[middle] ?? 0) ^ 1]), bytes.subarray(middle + 1)]),
    );
    await refused(`${path} was altered`);
    renameSync(`${set}.aside`, file);
  }
  const manifest = join(set, 'manifest.json');
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, text.replace('"version": "', '"version": "1'));
  await refused('manifest.json was altered');
  rmSync(manifest);
  await refused('no manifest.json');
  writeFileSync(manifest, text);
  return 2 * paths.length + 2;
}

/** Checks that a log restored elsewhere is not signed until it is adopted. */
async function assertWaits(database: string): Promise<void> {
  const refused = await portal(['log', 'checkpoint'], database);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('restored from a backup') });
  expect(await portal(['log', 'adopt'], database)).toMatchObject({ code: 0 });
  expect(await portal(['log', 'checkpoint'], database)).toMatchObject({ code: 0 });
  expect(await portal(['check'], database)).toMatchObject({ code: 0, stdout: expect.not.stringContaining('waits') });
}

/** Makes a backup, and then lets the log grow and be signed. Returns the folder of the backup. */
async function laterSet(url: string, database: string, sets: string): Promise<string> {
  const { folder } = await backup(database, sets);
  const headers = { 'x-api-key': organizationKey(database), 'content-type': 'application/json' };
  const created = await fetch(`${url}/api/agents`, { method: 'POST', headers, body: '{"name":"Later"}' });
  const signed = await fetch(`${url}/api/receipts/log/checkpoint`, { headers });
  expect([created.status, signed.status]).toEqual([200, 200]);
  return folder;
}

/** Checks that a restored database keeps newer signed heads, and has its logs marked as restored if no heads exist. */
async function assertNeverLowered(set: string, database: string): Promise<void> {
  const signed = `${database}.log-key.signed`;
  const known = headsIn(signed);
  for (const end of ['', '-wal', '-shm']) rmSync(`${database}${end}`, { force: true });
  expect(await portal(['restore', set], database)).toMatchObject({ code: 0 });
  expect(headsIn(signed)).toEqual(known);
  expect(await portal(['log', 'checkpoint'], database)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('were signed'),
  });
  rmSync(database);
  emptied(signed);
  expect(await portal(['restore', set], database)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('log adopt'),
  });
  expect(await portal(['log', 'checkpoint'], database)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('restored from a backup'),
  });
}

function headsIn(file: string): unknown {
  const database = new DatabaseConstructor(file, { readonly: true });
  try {
    return database.prepare('SELECT vkey, size, hex(root) AS root FROM signed_head ORDER BY vkey').all();
  } finally {
    database.close();
  }
}

function emptied(file: string): void {
  const database = new DatabaseConstructor(file);
  database.exec('DELETE FROM signed_head');
  database.close();
}
