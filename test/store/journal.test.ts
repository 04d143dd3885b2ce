import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as passing } from 'node:timers/promises';
import DatabaseConstructor from 'better-sqlite3';
import { expect, it } from 'vitest';
import { emptyJournal } from '../../src/store/sqlite/file/journal.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Milliseconds that pass before each try, as if the try had waited for writers. */
const BUSY = 50;

it('stops trying to empty a constantly busy journal at the time limit, and empties it once it is free', async () => {
  const folder = temporaryFolder();
  const connected = () => new DatabaseConstructor(join(folder, 'portal.db'));
  const [database, reader] = [connected(), connected()];
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE kept (name TEXT); INSERT INTO kept VALUES (1)');
  database.pragma('busy_timeout = 0');
  reader.exec('BEGIN; SELECT * FROM kept');
  database.exec('INSERT INTO kept VALUES (2)');
  let tries = 0;
  const before = async () => {
    tries += 1;
    await passing(BUSY);
  };
  await expect(emptyJournal(database, before)).rejects.toMatchObject({ code: 'unavailable' });
  expect(tries).toBeLessThan(200);
  reader.exec('COMMIT');
  await emptyJournal(database, before);
  reader.close();
  database.close();
  rmSync(folder, { recursive: true });
});
