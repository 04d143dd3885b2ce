import {
  type accessSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { assertSound } from '../../src/store/sqlite/file/assert-sound.js';
import { assertWritable, withNamedFaults } from '../../src/store/sqlite/file/open-faults.js';
import { writeEmpty } from '../support/database-template.js';
import { run } from '../support/program.js';
import { storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const PAGE_BYTES = 4096;

let folder: string;
let file: string;
beforeEach(async () => {
  folder = temporaryFolder();
  file = join(folder, 'portal.db');
  await writeEmpty(file);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs SQL on the file. Returns the first value. */
function sql(text: string): unknown {
  const database = new DatabaseConstructor(file);
  const statement = database.prepare(text);
  const value = statement.reader ? statement.pluck().get() : statement.run().changes;
  database.close();
  return value;
}

/** Overwrites a page, counted from 1, as a failing disk might. */
function ruin(page: unknown, { from = 0, byte = 0xff } = {}): void {
  const descriptor = openSync(file, 'r+');
  const bytes = Buffer.alloc(PAGE_BYTES - from, byte);
  writeSync(descriptor, bytes, 0, bytes.length, (Number(page) - 1) * PAGE_BYTES + from);
  closeSync(descriptor);
}

const rootOf = (name: string) => sql(`SELECT rootpage FROM sqlite_schema WHERE name = '${name}'`);

/** SQL that finds the first leaf page of the organization table, or with `DESC` the last one. */
const leaves = (order: 'ASC' | 'DESC') =>
  `SELECT pageno FROM dbstat WHERE name = 'organization' AND pagetype = 'leaf' ORDER BY path ${order} LIMIT 1`;

describe('a database with corrupted pages', () => {
  test.each<[what: string, ruin: () => void]>([
    ['the root of a table', () => ruin(rootOf('api_key'))],
    ['the root of an index', () => ruin(rootOf('shop_by_organization'))],
    ['zeros', () => ruin(rootOf('checkout_current'), { byte: 0 })],
    ['the schema', () => ruin(1, { from: 100 })],
    ['the end of the file', () => truncateSync(file, statSync(file).size - 4 * PAGE_BYTES)],
  ])('is neither opened nor changed, and the error names the fix: %s', async (_what, damage) => {
    damage();
    const before = readFileSync(file);
    const { code, stderr } = await run(['orgs', 'list'], { PORTAL_DB: file });
    expect([code, stderr]).toEqual([
      11,
      expect.stringMatching(/^portal: .*portal\.db has corrupted pages \(.+\): stop .*`portal restore`\n$/),
    ]);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('ends every command with the same exit code', async () => {
    truncateSync(file, statSync(file).size - 4 * PAGE_BYTES);
    for (const command of ['serve', 'stdio', 'init', 'compact', 'check'])
      expect([command, (await run([command], { PORTAL_DB: file })).code]).toEqual([command, 11]);
  });

  test('is reported by the check, which then reads no rows', async () => {
    ruin(rootOf('order'), { byte: 0 });
    const { code, stdout } = await run(['check'], { PORTAL_DB: file });
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^file {2}INVALID {2}.*error code 11[^\n]*\n$/)]);
  });

  test('is detected if either end of a large table is corrupted; its other pages are not read at start', async () => {
    sql(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO organization (key, created_at, version, body)
      SELECT printf('org_%06d', i), i, 0, json_object('name', printf('%.500c', 'x')) FROM n`);
    const [first, last, middle] = [sql(leaves('ASC')), sql(leaves('DESC')), sql(`${leaves('ASC')} OFFSET 100`)];
    const good = readFileSync(file);
    ruin(middle);
    await (await storeOn(file)).close();
    for (const page of [first, last]) {
      writeFileSync(file, good);
      ruin(page);
      await expect(storeOn(file)).rejects.toMatchObject({ name: 'DatabaseFault', reason: 'corrupted' });
    }
  });
});

test('a file that another process is migrating is not reported as corrupted', async () => {
  const [database, other] = [new DatabaseConstructor(file), new DatabaseConstructor(file)];
  const { prepare } = database;
  vi.spyOn(database, 'prepare').mockImplementation((text: string) => {
    if (/^SELECT max/.test(text)) other.exec('DROP TABLE IF EXISTS webhook');
    return prepare.call(database, text);
  });
  expect(() => assertSound(file, database)).not.toThrow();
  expect(other.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'webhook'").get()).toBeUndefined();
  database.close();
  other.close();
});

test('a WAL that another process creates during the check is no fault', () => {
  const beforeCreated = (path: Parameters<typeof accessSync>[0]) => {
    if (path !== `${file}-wal`) return;
    writeFileSync(path, '');
    throw Object.assign(new Error('no such file or directory'), { code: 'ENOENT' });
  };
  expect(() => assertWritable(file, beforeCreated)).not.toThrow();
});

describe('a database that cannot be written', () => {
  test.each([
    ['EROFS', 'is on a disk that is mounted read-only: remount it'],
    ['EACCES', 'this user has no write access to'],
    ['EPERM', 'this user has no write access to'],
  ])('is reported with the reason: %s', (code, text) => {
    const refusing = (refused: string) => (path: Parameters<typeof accessSync>[0]) => {
      if (path === refused) throw Object.assign(new Error('refused'), { code });
    };
    const fresh = join(folder, 'new', 'deeper', 'portal.db');
    for (const [path, refused] of [
      [file, file],
      [file, folder],
      [file, `${file}-wal`],
      [fresh, folder],
    ] as const) {
      const open = () => assertWritable(path, refusing(refused));
      expect(open).toThrow(expect.objectContaining({ reason: 'disk' }));
      expect(open).toThrow(text);
      expect(open).toThrow(refused);
    }
    expect(() => assertWritable(file)).not.toThrow();
  });

  test('is reported with a distinct exit code when SQLite detects it', async () => {
    mkdirSync(`${file}-shm`);
    const { code, stderr } = await run(['orgs', 'list'], { PORTAL_DB: file });
    expect([code, stderr]).toEqual([
      10,
      expect.stringMatching(
        /^portal: SQLite cannot write to .*portal\.db or to the files beside it \(SQLITE_\w+\): run this/,
      ),
    ]);
  });

  test.each([
    ['SQLITE_FULL', 'the disk of /p.db is full: free some space'],
    ['SQLITE_IOERR_SHMSIZE', 'the disk of /p.db is full: free some space'],
    ['SQLITE_IOERR_WRITE', '/p.db cannot be read or written (SQLITE_IOERR_WRITE): check the disk'],
    ['ENOSPC', 'the disk of /p.db is full: free some space'],
    ['EIO', '/p.db cannot be read or written: check the disk'],
    ['EACCES', 'this user has no write access to /p.db: run this command as its owner'],
  ])('is reported with the fix: %s', (code, text) => {
    const error = code.startsWith('SQLITE')
      ? new DatabaseConstructor.SqliteError('refused', code)
      : Object.assign(new Error('refused'), { code });
    const open = () =>
      withNamedFaults('/p.db', () => {
        throw error;
      });
    expect(open).toThrow(expect.objectContaining({ reason: 'disk', message: expect.stringContaining(text) }));
  });
});
