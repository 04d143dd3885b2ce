import type { Database } from 'better-sqlite3';
import {
  type LogOptions,
  noteLogs,
  type OpenedLog,
  openNamedLog,
  readIdentity,
  readKnownIdentity,
} from '../../log/log-identity.js';
import { logKeyFile, makeLogKey, signedFile } from '../../log/log-key-file.js';
import { lostLogNameError } from '../../log/log-name.js';
import type { StoreOptions } from '../../store-options.js';
import { QueryReader } from '../file/query-reader.js';
import { enterFound, upgradeLogs } from './log-upgrade.js';
import { readSigned, setAsideSigned } from './open-signed-heads.js';
import { SignedHeadsFile } from './signed-heads-file.js';
import { StoredLog } from './stored-log.js';

interface FileLogOptions extends LogOptions {
  /** Schema version of the file before its migration; 0 for a new file. */
  readonly schemaBefore: number;
}

/** Derives the paths and names of the logs for a file that is opened with these options. */
export function logOptions(
  path: string,
  { logKey, logName, logSigned }: Pick<StoreOptions, 'logKey' | 'logName' | 'logSigned'>,
  schemaBefore: number,
): FileLogOptions {
  const file = logKey ?? logKeyFile(path);
  return { file, isNamed: logKey !== undefined, name: logName, signed: logSigned ?? signedFile(file), schemaBefore };
}

interface OpenedFileLog extends OpenedLog {
  readonly stored: StoredLog;
}

/**
 * First schema with logs. Files with this schema or a later one stored the name and key when they were first opened.
 */
const FIRST_WITH_LOGS = 5;

/**
 * Opens the logs of a database. The first opening creates their key, which all processes of the file share. Each
 * organization has a log from its creation; older organizations get their logs together with the key.
 * @throws LogRefusal if the database had logs, but no longer holds their name
 */
export function openLog(database: Database, options: FileLogOptions): OpenedFileLog {
  const opened = openOrCreate(database, options);
  if (opened.key.isLoaded) {
    // The upgrade does not compare the logs with the signed heads: a backup from before it must still open when it is
    // restored later, so that its logs can be adopted.
    upgradeLogs(database, opened.log, new StoredLog(database, opened.log));
    new QueryReader(database).read(noteLogs(opened));
  }
  return opened;
}

function openOrCreate(database: Database, options: FileLogOptions): OpenedFileLog {
  const reader = new QueryReader(database);
  const known = reader.read(readIdentity());
  if (known !== undefined) return openNamed(known, database, options);
  return database
    .transaction(() => {
      const again = reader.read(readIdentity());
      if (again !== undefined) return openNamed(again, database, options);
      const opened = openNamed(makeIdentity(database, options), database, options);
      for (const id of organizationsIn(database)) {
        opened.stored.begin(id, false);
        enterFound(database, opened.stored, id);
      }
      return opened;
    })
    .immediate();
}

function openNamed(vkey: string, database: Database, { file, signed }: LogOptions): OpenedFileLog {
  const opened = openNamedLog(vkey, file, new SignedHeadsFile(signed));
  return { ...opened, stored: new StoredLog(database, opened.log, opened.guard) };
}

/**
 * Reads the name and public key of the logs of a database that must hold them.
 * @throws LogRefusal
 */
export function knownIdentity(database: Database): string {
  return new QueryReader(database).read(readKnownIdentity());
}

function organizationsIn(database: Database): string[] {
  return database.prepare<[], string>("SELECT key FROM organization WHERE key > ''").pluck().all();
}

function makeIdentity(database: Database, options: FileLogOptions): string {
  assertNoLogs(database, options);
  setAsideSigned(options.signed);
  const vkey = makeLogKey(options, options.name);
  database.prepare('INSERT INTO log_identity (id, vkey) VALUES (1, ?)').run(vkey);
  return vkey;
}

/** @throws LogRefusal */
function assertNoLogs(database: Database, { schemaBefore, signed }: FileLogOptions): void {
  const isEmptied =
    schemaBefore >= FIRST_WITH_LOGS && (organizationsIn(database).length > 0 || readSigned(signed).heads.length > 0);
  if (!isEmptied && !database.prepare("SELECT 1 FROM log_head WHERE organization_id > ''").get()) return;
  throw lostLogNameError();
}
