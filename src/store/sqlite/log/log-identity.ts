import type { Database } from 'better-sqlite3';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { rootOf } from '../../../attestation/merkle.js';
import { readVkey } from '../../../attestation/note.js';
import { Log } from '../../log/log.js';
import { LogGuard } from '../../log/log-guard.js';
import { LogKey } from '../../log/log-key.js';
import { type LogKeyFile, logKeyFile, makeLogKey, settleNextKey, signedFile } from '../../log/log-key-file.js';
import { checkLogName, lostLogNameError, requireLogName } from '../../log/log-name.js';
import type { SignedHead, SignedHeads } from '../../log/signed-heads.js';
import { unsignedHead } from '../../log/unsigned-head.js';
import type { StoreOptions } from '../../store-options.js';
import { LogRows } from './log-rows.js';
import { enterFound, upgradeLogs } from './log-upgrade.js';
import { readSigned, setAsideSigned } from './open-signed-heads.js';
import { SignedHeadsFile } from './signed-heads-file.js';
import { StoredLog } from './stored-log.js';

export interface LogOptions extends LogKeyFile {
  /** Name for new logs. Defaults to one derived from the key. */
  readonly name: string | undefined;
  /** File of the signed heads. */
  readonly signed: string;
  /** Schema version of the file before its migration; 0 for a new file. */
  readonly schemaBefore: number;
}

/** Paths and names of the logs of a file opened with these options. */
export function logOptions(
  path: string,
  { logKey, logName, logSigned }: Pick<StoreOptions, 'logKey' | 'logName' | 'logSigned'>,
  schemaBefore: number,
): LogOptions {
  const file = logKey ?? logKeyFile(path);
  return { file, isNamed: logKey !== undefined, name: logName, signed: logSigned ?? signedFile(file), schemaBefore };
}

interface OpenedLog {
  readonly key: LogKey;
  readonly rules: Log;
  readonly stored: StoredLog;
  readonly signed: SignedHeads;
  readonly guard: LogGuard;
}

/** First schema with logs: files of it or later have stored the name and key since their first opening. */
const FIRST_WITH_LOGS = 5;

/**
 * Opens the logs of a database. The first opening creates their key, which every process of the file shares. Each
 * organization has a log from its creation; older organizations get theirs together with the key.
 * @throws LogRefusal if the database had logs, but no longer holds their name
 */
export function openLog(database: Database, db: BetterSQLite3Database, options: LogOptions): OpenedLog {
  const opened = openedOf(database, db, options);
  if (opened.key.isLoaded) {
    // Unguarded: a backup from before the upgrade, restored later, must open, so that it can be adopted.
    upgradeLogs(database, opened.rules, new StoredLog(database, db, opened.rules));
    noteLogs(database, opened);
  }
  return opened;
}

function openedOf(database: Database, db: BetterSQLite3Database, options: LogOptions): OpenedLog {
  const known = logIdentity(database);
  if (known !== undefined) return openedWith(known, database, db, options);
  return database
    .transaction(() => {
      const again = logIdentity(database);
      if (again !== undefined) return openedWith(again, database, db, options);
      const opened = openedWith(makeIdentity(database, options), database, db, options);
      for (const id of organizationsIn(database)) {
        opened.stored.begin(id);
        enterFound(database, opened.stored, id);
      }
      return opened;
    })
    .immediate();
}

function openedWith(
  vkey: string,
  database: Database,
  db: BetterSQLite3Database,
  { file, signed }: LogOptions,
): OpenedLog {
  settleNextKey(file, readVkey(vkey).publicKey.fingerprint);
  const key = new LogKey(vkey, file);
  const rules = new Log(key);
  const heads = new SignedHeadsFile(signed);
  const guard = new LogGuard(heads.all());
  return { key, rules, stored: new StoredLog(database, db, rules, guard), signed: heads, guard };
}

/**
 * Reads the name and public key of the logs.
 * @throws LogRefusal if it is no verifier key
 */
function logIdentity(database: Database): string | undefined {
  return checkLogName(storedName(database));
}

function storedName(database: Database): string | undefined {
  return database.prepare<[], string>('SELECT vkey FROM log_identity WHERE id = 1').pluck().get();
}

/**
 * Reads the name and public key of a database that must hold them.
 * @throws LogRefusal
 */
export function knownIdentity(database: Database): string {
  return requireLogName(storedName(database));
}

function organizationsIn(database: Database): string[] {
  return database.prepare<[], string>("SELECT key FROM organization WHERE key > ''").pluck().all();
}

function makeIdentity(database: Database, options: LogOptions): string {
  assertNoLogs(database, options);
  setAsideSigned(options.signed);
  const vkey = makeLogKey(options, options.name);
  database.prepare('INSERT INTO log_identity (id, vkey) VALUES (1, ?)').run(vkey);
  return vkey;
}

/** @throws LogRefusal */
function assertNoLogs(database: Database, { schemaBefore, signed }: LogOptions): void {
  const isEmptied =
    schemaBefore >= FIRST_WITH_LOGS && (organizationsIn(database).length > 0 || readSigned(signed).heads.length > 0);
  if (!isEmptied && !database.prepare("SELECT 1 FROM log_head WHERE organization_id > ''").get()) return;
  throw lostLogNameError();
}

/**
 * Records the present size of logs without a signed head, including just upgraded ones, so that a later loss or
 * rollback is noticed.
 */
function noteLogs(database: Database, { key, rules, signed }: OpenedLog): void {
  const rows = new LogRows(database);
  const known = new Set(signed.all().map(({ vkey }) => vkey));
  const logs = database
    .prepare<[], Pick<SignedHead, 'organization_id' | 'epoch'>>(
      "SELECT organization_id, epoch FROM log_head WHERE organization_id > ''",
    )
    .all();
  const unknown = logs
    .map(({ organization_id, epoch }) => unsignedHead(key, organization_id, epoch))
    .filter(({ vkey }) => !known.has(vkey));
  signed.record(
    unknown.map((noted) => {
      const head = rows.head(noted.organization_id);
      const isOurs = head !== undefined && rules.isOurs(noted.organization_id, head);
      return isOurs ? { ...noted, size: head.size, root: rootOf(head.peaks) } : noted;
    }),
  );
}
