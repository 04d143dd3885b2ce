import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../support/program.js';
import { newStore, storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { openOldFile } from './old-file.js';
import { ORG } from './sample-rows.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = join(temporaryFolder(), 'files');
  mkdirSync(folder);
  file = join(folder, 'portal.db');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

function withFile(work: (database: Database) => void): void {
  const database = new DatabaseConstructor(file);
  work(database);
  database.close();
}

/** Leaves the file with commits in its WAL, as a killed process does. */
function withPending(work: (database: Database) => void, ends: readonly string[]): void {
  const original = join(folder, '..', 'original.db');
  copyFileSync(file, original);
  const database = new DatabaseConstructor(original);
  database.pragma('journal_mode = WAL');
  work(database);
  for (const end of ['', ...ends]) copyFileSync(`${original}${end}`, `${file}${end}`);
  database.close();
}

const notes = (database: Database) => void database.exec('CREATE TABLE note (text); INSERT INTO note VALUES (1)');

/** Files that the portal must not use, and the reason of the expected error. */
const OTHERS: readonly (readonly [what: string, reason: string, make: () => void])[] = [
  ['a text', 'no_database', () => writeFileSync(file, 'a text that is no database'.repeat(100))],
  ['a short text', 'no_database', () => writeFileSync(file, 'SQLite format 3\0')],
  ['a folder', 'no_database', () => mkdirSync(file)],
  [
    'a truncated database',
    'no_database',
    () => {
      withFile((database) => {
        notes(database);
        database.pragma('user_version = 1');
      });
      writeFileSync(file, readFileSync(file).subarray(0, 200));
    },
  ],
  ['a database of another program', 'foreign', () => withFile(notes)],
  [
    'a foreign database with a version number like ours',
    'foreign',
    () =>
      withFile((database) => {
        notes(database);
        database.pragma('user_version = 3');
      }),
  ],
  [
    'a foreign database in WAL mode',
    'foreign',
    () =>
      withFile((database) => {
        database.pragma('journal_mode = WAL');
        notes(database);
      }),
  ],
  [
    'a database with the application id of another program',
    'foreign',
    () => withFile((database) => void database.pragma('application_id = 7')),
  ],
  [
    'our tables with the application id of another program',
    'foreign',
    () => {
      openOldFile(file, 4).close();
      withFile((database) => void database.pragma('application_id = 7'));
    },
  ],
  [
    'a foreign database with commits in its WAL',
    'foreign',
    () => {
      withFile((database) => void database.pragma('user_version = 0'));
      withPending(notes, ['-wal', '-shm']);
    },
  ],
  [
    'a foreign database with commits in its WAL, but no WAL index',
    'foreign',
    () => {
      withFile((database) => void database.pragma('user_version = 0'));
      withPending(notes, ['-wal']);
    },
  ],
  [
    'an old file with a newer schema number',
    'newer',
    () => {
      openOldFile(file, 4).close();
      withFile((database) => void database.pragma('user_version = 999'));
    },
  ],
];

/** Bytes and modes of all files, except that a WAL index only has to exist. */
function state(): unknown {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const bytes = statSync(path).isFile() && !name.endsWith('-shm') ? readFileSync(path).toString('hex') : undefined;
      return { name, mode: statSync(path).mode, bytes };
    });
}

describe('a foreign file', () => {
  it.each(OTHERS)('stays unchanged: %s', async (_what, reason, make) => {
    make();
    chmodSync(file, statSync(file).isFile() ? 0o644 : 0o755);
    const before = state();
    await expect(newStore(file)).rejects.toMatchObject({ name: 'DatabaseFault', reason });
    await expect(storeOn(file)).rejects.toMatchObject({ name: 'DatabaseFault', reason });
    expect(state()).toEqual(before);
  });

  it('stays unchanged if it is opened by a link that has no WAL beside it', async () => {
    withFile((database) => void database.pragma('user_version = 0'));
    withPending(notes, ['-wal']);
    const link = join(folder, '..', 'link.db');
    symlinkSync(file, link);
    const before = state();
    await expect(storeOn(link)).rejects.toMatchObject({ reason: 'foreign' });
    expect(state()).toEqual(before);
  });

  it('stays unchanged if a newer version wrote it, even after a kill', async () => {
    await (await newStore(file)).close();
    const later = (database: Database) => void database.pragma('user_version = 999');
    withPending(later, ['-wal', '-shm']);
    const before = state();
    await expect(storeOn(file)).rejects.toMatchObject({ reason: 'newer', message: expect.stringMatching(/999/) });
    expect(state()).toEqual(before);
  });

  it.each([
    ['a text', 3, /is not a database: name another file/],
    ['a database of another program', 4, /is the database of another program: name another file/],
    ['an old file with a newer schema number', 5, /has schema 999, this program knows \d+: use a newer version/],
  ])('makes every command exit with a specific message and code: %s', async (what, code, sentence) => {
    OTHERS.find(([name]) => name === what)?.[2]();
    const before = state();
    for (const command of [['init'], ['keys', 'list'], ['serve', '--port', '0']]) {
      const ran = await run(command, { PORTAL_DB: file });
      expect([ran.code, ran.stdout]).toEqual([code, '']);
      expect(ran.stderr).toMatch(sentence);
      expect(ran.stderr.trim().split('\n')).toHaveLength(1);
    }
    expect(state()).toEqual(before);
  });
});

describe('a file of the portal', () => {
  const idOf = () => {
    const database = new DatabaseConstructor(file, { readonly: true });
    const id = database.pragma('application_id', { simple: true });
    database.close();
    return id;
  };

  it('has the application id if it is new', async () => {
    await (await newStore(file)).close();
    expect(idOf()).toBe(Buffer.from('Port').readInt32BE());
  });

  it.each([1, 2, 3, 4])(
    'is recognized by its tables with schema %i, which had no application id, and gets the id',
    async (version) => {
      openOldFile(file, version).close();
      expect(idOf()).toBe(0);
      const store = await storeOn(file);
      expect((await store.read((rows) => rows.get('organization', ORG.id)))?.id).toBe(ORG.id);
      await store.close();
      expect(idOf()).toBe(Buffer.from('Port').readInt32BE());
    },
  );

  it('is recognized without an application id even if no migration is due', async () => {
    await (await newStore(file)).close();
    withFile((database) => void database.pragma('application_id = 0'));
    await (await storeOn(file)).close();
    expect(idOf()).toBe(Buffer.from('Port').readInt32BE());
  });

  it('may contain foreign tables', async () => {
    openOldFile(file, 4).close();
    withFile(notes);
    await (await storeOn(file)).close();
  });

  it('is created in an empty file if creation is allowed', async () => {
    writeFileSync(file, '');
    await expect(storeOn(file)).rejects.toThrow(/there is no database at .*: create one with `portal init`/);
    expect(readFileSync(file)).toHaveLength(0);
    await (await newStore(file)).close();
    await (await storeOn(file)).close();
  });
});
