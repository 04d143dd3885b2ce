import { rootOf } from '../../../attestation/merkle.js';
import { readVkey } from '../../../attestation/note.js';
import { Log } from '../../log/log.js';
import { LogGuard } from '../../log/log-guard.js';
import { splitPeaks } from '../../log/log-head.js';
import { LogKey } from '../../log/log-key.js';
import { type LogKeyFile, makeLogKey, settleNextKey } from '../../log/log-key-file.js';
import { checkLogName, lostLogNameError, requireLogName } from '../../log/log-name.js';
import type { SignedHead, SignedHeads } from '../../log/signed-heads.js';
import { unsignedHead } from '../../log/unsigned-head.js';
import { setAsideSigned } from '../../sqlite/log/open-signed-heads.js';
import { SignedHeadsFile } from '../../sqlite/log/signed-heads-file.js';
import type { Connections } from '../connection/connections.js';
import type { Session } from '../connection/session.js';
import type { HeadRow } from './log-reads.js';

export interface LogOptions extends LogKeyFile {
  /** Name for new logs. Defaults to one derived from the key. */
  readonly name: string | undefined;
  /** File of the signed heads. */
  readonly signed: string;
}

interface OpenedLog {
  /** Name and key of the logs. */
  readonly vkey: string;
  readonly key: LogKey;
  readonly log: Log;
  readonly signed: SignedHeads;
  readonly guard: LogGuard;
}

const IDENTITY = 'SELECT vkey FROM log_identity WHERE id = 1';
const NAMED = 'INSERT INTO log_identity (id, vkey) VALUES (1, $1)';
const HAS_LOGS = 'SELECT key FROM organization LIMIT 1';
/** Serializes processes that open a new database. */
const ONE_AT_A_TIME = 'SELECT version FROM schema_version WHERE version = 1 FOR UPDATE';
const HEADS = `
  SELECT organization_id, epoch, size, peaks, mac FROM log_head WHERE organization_id > $1 ORDER BY organization_id LIMIT 1000`;

/**
 * Opens the logs of a database. The first opening creates their key, which every process of the database shares.
 * @throws LogRefusal if the database had logs, but no longer holds their name
 */
export async function openLog(connections: Connections, options: LogOptions): Promise<OpenedLog> {
  const { file, signed } = options;
  const vkey = await connections.use(async (session) => (await identityIn(session)) ?? makeIdentity(session, options));
  settleNextKey(file, readVkey(vkey).publicKey.fingerprint);
  const key = new LogKey(vkey, file);
  const log = new Log(key);
  const heads = new SignedHeadsFile(signed);
  const opened = { vkey, key, log, signed: heads, guard: new LogGuard(heads.all()) };
  if (key.isLoaded) await connections.use((session) => noteLogs(session, opened));
  return opened;
}

/** @throws LogRefusal if it is no verifier key */
async function identityIn(session: Session): Promise<string | undefined> {
  return checkLogName(await storedName(session));
}

async function storedName(session: Session): Promise<string | undefined> {
  const [row] = await session.query<{ readonly vkey: string }>(IDENTITY);
  return row?.vkey;
}

/**
 * Reads the name and public key of the logs of a database that must hold them.
 * @throws LogRefusal
 */
export async function knownIdentity(session: Session): Promise<string> {
  return requireLogName(await storedName(session));
}

async function makeIdentity(session: Session, options: LogOptions): Promise<string> {
  await session.run('BEGIN');
  try {
    await session.query(ONE_AT_A_TIME);
    const vkey = (await identityIn(session)) ?? (await made(session, options));
    await session.run('COMMIT');
    return vkey;
  } catch (error) {
    await session.run('ROLLBACK');
    throw error;
  }
}

async function made(session: Session, options: LogOptions): Promise<string> {
  if ((await session.query(HAS_LOGS)).length > 0) throw lostLogNameError();
  setAsideSigned(options.signed);
  const vkey = makeLogKey(options, options.name);
  await session.query(NAMED, [vkey]);
  return vkey;
}

/** Records the present size of logs without a signed head, so that a later loss or rollback is noticed. */
async function noteLogs(session: Session, { key, log, signed }: OpenedLog): Promise<void> {
  const known = new Set(signed.all().map(({ vkey }) => vkey));
  for (let after = ''; ; ) {
    const rows = await session.query<HeadRow & { readonly epoch: number }>(HEADS, [after]);
    const last = rows.at(-1);
    if (!last) return;
    signed.record(rows.map((row) => notedAs(row, key, log)).filter(({ vkey }) => !known.has(vkey)));
    after = last.organization_id;
  }
}

function notedAs({ organization_id, epoch, size, peaks, mac }: HeadRow, key: LogKey, log: Log): SignedHead {
  const noted = unsignedHead(key, organization_id, epoch);
  const head = { epoch, size, peaks: splitPeaks(peaks), mac };
  return log.isOurs(organization_id, head) ? { ...noted, size, root: rootOf(head.peaks) } : noted;
}
