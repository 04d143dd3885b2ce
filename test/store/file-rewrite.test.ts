import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { expect, it } from 'vitest';
import { FileSpace } from '../../src/store/sqlite/file/file-space.js';
import { temporaryFolder } from '../support/temporary-folder.js';

it('turns off automatic checkpoints while a thread rewrites the file, and on again even after a failure', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'portal.db');
  const database = new DatabaseConstructor(path);
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE kept (name TEXT); INSERT INTO kept VALUES (1)');
  const pages = () => database.pragma('wal_autocheckpoint', { simple: true });
  const usual = pages();
  const writes = { run: async (job: () => void) => job(), rest: async () => undefined };
  const space = new FileSpace(path, database, async <R>(query: () => R) => query(), writes);
  const forgotten = space.forget();
  await Promise.resolve();
  expect([space.isRewriting, pages()]).toEqual([true, 0]);
  await forgotten;
  expect([space.isRewriting, pages()]).toEqual([false, usual]);
  rmSync(path);
  await expect(space.forget()).rejects.toMatchObject({ code: 'unavailable' });
  expect([space.isRewriting, pages()]).toEqual([false, usual]);
  database.close();
  rmSync(folder, { recursive: true });
});
