import type { Database } from 'better-sqlite3';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { Log } from '../log/log.js';
import { LogKey } from '../log/log-key.js';
import { type LogKeyFile, makeLogKey } from '../log/log-key-file.js';
import { StoredLog } from './stored-log.js';

interface LogOptions extends LogKeyFile {
  /** Name for new logs; undefined = one derived from the key. */
  readonly name: string | undefined;
}

interface OpenedLog {
  readonly key: LogKey;
  readonly rules: Log;
  readonly stored: StoredLog;
}

/**
 * The logs of a database. Their key is created when the database is first opened; every process on the file has the same
 * one. Each organization has a log from its creation; older organizations get theirs together with the key.
 */
export function openLog(database: Database, db: BetterSQLite3Database, options: LogOptions): OpenedLog {
  const known = readIdentity(database);
  if (known !== undefined) return openedWith(known, db, options);
  return database
    .transaction(() => {
      const opened = openedWith(readIdentity(database) ?? makeIdentity(database, options), db, options);
      const organizations = database.prepare<[], string>("SELECT key FROM organization WHERE key > ''").pluck().all();
      for (const id of organizations) opened.stored.begin(id);
      return opened;
    })
    .immediate();
}

function openedWith(vkey: string, db: BetterSQLite3Database, { file }: LogOptions): OpenedLog {
  const key = new LogKey(vkey, file);
  const rules = new Log(key);
  return { key, rules, stored: new StoredLog(db, rules) };
}

function readIdentity(database: Database): string | undefined {
  return database.prepare<[], string>('SELECT vkey FROM log_identity WHERE id = 1').pluck().get();
}

function makeIdentity(database: Database, options: LogOptions): string {
  if (database.prepare("SELECT 1 FROM log_head WHERE organization_id > ''").get()) {
    throw new Error('the database holds receipt logs, but not their name: it was changed from outside');
  }
  const vkey = makeLogKey(options, options.name);
  database.prepare('INSERT INTO log_identity (id, vkey) VALUES (1, ?)').run(vkey);
  return vkey;
}
