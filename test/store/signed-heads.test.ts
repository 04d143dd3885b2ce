import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import DatabaseConstructor from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SignedHead } from '../../src/store/log/signed-heads.js';
import { readSigned } from '../../src/store/sqlite/log/open-signed-heads.js';
import { restoreSigned } from '../../src/store/sqlite/log/restored-heads.js';
import { SignedHeadsFile } from '../../src/store/sqlite/log/signed-heads-file.js';
import { signedMark } from '../../src/store/sqlite/log/signed-mark.js';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** The file of signed heads: processes share it, and no head in it ever becomes smaller. */

let folder: string;
let file: string;
const opened: SignedHeadsFile[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'signed');
});
afterEach(() => {
  for (const heads of opened.splice(0)) heads.close();
  rmSync(folder, { recursive: true });
});

const DRIVER = createRequire(import.meta.url).resolve('better-sqlite3');
/** Locks the file like a COMMIT, and releases it while the main thread waits. */
const HOLDS_THE_FILE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const database = new (require(workerData.driver))(workerData.file);
  database.exec('BEGIN EXCLUSIVE');
  parentPort.postMessage('locked');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  database.exec('COMMIT');
  database.close();
`;

/** Opens a separate connection to the file, as another process would. */
function open(path = file): SignedHeadsFile {
  const heads = new SignedHeadsFile(path);
  opened.push(heads);
  return heads;
}

const head = (size: number, vkey = 'a'): SignedHead => ({
  ...{ vkey, organization_id: `org_${vkey}`, epoch: 1, size },
  root: Buffer.alloc(32, size),
});
const advance = (heads: SignedHeadsFile, next: SignedHead) => heads.advance(next.organization_id, async () => next);

it('creates the file, readable by its owner alone, with the first signed head', () => {
  expect([open().all(), readSigned(file).heads]).toEqual([[], []]);
  open().record([]);
  expect(() => statSync(file)).toThrow('ENOENT');
  open().record([head(0)]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readSigned(file).heads).toEqual([head(0)]);
});

it('keeps the largest head of each name, regardless of which connection wrote it', async () => {
  const [one, two] = [open(), open()];
  await advance(one, head(5));
  await advance(two, head(3));
  two.record([head(0), head(0, 'b')]);
  expect(one.all()).toEqual([head(5), head(0, 'b')]);
  await advance(two, head(9));
  expect(readSigned(file).heads).toEqual([head(9), head(0, 'b')]);
});

it("reads one organization's heads under a lock", async () => {
  const [one, two] = [open(), open()];
  await advance(one, head(1));
  await advance(one, head(7, 'b'));
  const seen: number[] = [];
  const next = (heads: SignedHeadsFile) =>
    heads.advance('org_a', async ([last]) => {
      await new Promise(setImmediate);
      seen.push(last?.size ?? 0);
      return head((last?.size ?? 0) + 1);
    });
  await Promise.all(Array.from({ length: 20 }, (_, n) => next(n % 2 === 0 ? one : two)));
  expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  expect(readSigned(file).heads).toEqual([head(21), head(7, 'b')]);
});

it('keeps the old file when the next write fails, and lets other connections continue', async () => {
  const [one, two] = [open(), open()];
  await advance(one, head(4));
  const refused = one.advance('org_a', async () => {
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  await advance(two, head(6));
  expect(one.all()).toEqual([head(6)]);
});

it('waits for readers before it finishes a write', async () => {
  const heads = open();
  await advance(heads, head(1));
  const reader = new DatabaseConstructor(file);
  const rows = reader.prepare('SELECT * FROM signed_head').iterate();
  rows.next();
  await heads.advance('org_a', async () => {
    // Runs after the first attempt to finish has failed.
    setImmediate(() => {
      rows.return?.();
      reader.close();
    });
    return head(2);
  });
  expect(readSigned(file).heads).toEqual([head(2)]);
});

it.each<[string, (heads: SignedHeadsFile) => unknown]>([
  ['reads', (heads) => heads.all()],
  ['records heads', (heads) => heads.record([head(1), head(0, 'b')])],
  ['abandons a log', (heads) => heads.abandon('org_c')],
])('%s while another process records a signed head', async (_what, does) => {
  const heads = open();
  await advance(heads, head(1));
  const other = new Worker(HOLDS_THE_FILE, { eval: true, workerData: { driver: DRIVER, file } });
  // Listens for `exit` before it waits for `message`: if the thread has already ended, both events arrive together.
  const ended = once(other, 'exit');
  await once(other, 'message');
  does(heads);
  await ended;
  expect(heads.all()).toContainEqual(head(1));
});

it('keeps a log marked as abandoned until it is signed again', async () => {
  const heads = open();
  await advance(heads, head(3));
  heads.abandon('org_a');
  heads.abandon('org_a');
  expect(readSigned(file)).toEqual({ heads: [head(3)], abandoned: new Set(['org_a']) });
  await advance(heads, head(4));
  expect(readSigned(file)).toEqual({ heads: [head(4)], abandoned: new Set() });
});

it('restores the mark of an abandoned log, unless the log was signed again after the backup', async () => {
  const database = join(folder, 'portal.db');
  await (await newStore(database)).close();
  const backup = join(folder, 'backup');
  const saved = open(backup);
  saved.record([head(1, 'back'), head(1, 'lost')]);
  for (const id of ['org_back', 'org_lost']) saved.abandon(id);
  await advance(open(), head(3, 'back'));
  restoreSigned(database, backup, file);
  const { heads, abandoned } = readSigned(file);
  expect([...abandoned]).toEqual(['org_lost']);
  expect(heads.find(({ vkey }) => vkey === 'back')).toMatchObject({ size: 3 });
});

it('reads the mark of the file while another process signs', async () => {
  const mark = signedMark(file, true);
  expect(mark).toMatch(/^[0-9a-f-]{36}$/);
  await open().advance('org_a', async () => {
    expect(signedMark(file, false)).toBe(mark);
    return head(1);
  });
  expect(signedMark(file, false)).toBe(mark);
});
