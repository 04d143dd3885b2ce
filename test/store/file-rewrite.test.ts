import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { expect, it } from 'vitest';
import { FileSpace } from '../../src/store/sqlite/file/file-space.js';
import { writeEmpty } from '../support/database-template.js';
import { storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { put, recordRow, seed, write } from './sample-rows.js';

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

it('removes all rows from the memory of other processes', async () => {
  const folder = temporaryFolder();
  const database = join(folder, 'portal.db');
  await writeEmpty(database);
  const [one, other] = [await storeOn(database), await storeOn(database)];
  await seed(one);
  const read = () => other.read((rows) => rows.get('organization', 'org_1'));
  const before = await read();
  await write(one, put('idempotency', recordRow('call', 1)));
  expect(await read()).toBe(before);
  await one.forget();
  const after = await read();
  expect(after).toEqual(before);
  expect(after).not.toBe(before);
  await Promise.all([one.close(), other.close()]);
  rmSync(folder, { recursive: true });
});
