import { sql } from 'drizzle-orm';
import { rootOf } from '../../attestation/merkle.js';
import { readVkey } from '../../attestation/note.js';
import { Query, type Reads } from '../sql/query.js';
import { Log } from './log.js';
import { LogGuard } from './log-guard.js';
import type { StoredHead } from './log-head.js';
import { LogKey } from './log-key.js';
import { type LogKeyFile, settleNextKey } from './log-key-file.js';
import { checkLogName, requireLogName } from './log-name.js';
import { readHeadsAfter } from './log-reads.js';
import type { SignedHead, SignedHeads } from './signed-heads.js';
import { unsignedHead } from './unsigned-head.js';

/** Files and name of a database's logs. */
export interface LogOptions extends LogKeyFile {
  /** Name for new logs. Defaults to one derived from the key. */
  readonly name: string | undefined;
  /** File of the signed heads. */
  readonly signed: string;
}

/** The logs of an open database. */
export interface OpenedLog {
  /** Name and public key of the logs. */
  readonly vkey: string;
  readonly key: LogKey;
  readonly log: Log;
  readonly signed: SignedHeads;
  readonly guard: LogGuard;
}

/** Maximum number of heads in memory. */
const HEADS_PER_READ = 1_000;

const IDENTITY = new Query<{ readonly vkey: string }>(() => sql`SELECT vkey FROM log_identity WHERE id = 1`);

function* readVkeyOfLogs(): Reads<string | undefined> {
  const [row] = yield* IDENTITY.all({});
  return row?.vkey;
}

/**
 * Reads the name and public key of the logs; `undefined` if the database has none yet.
 * @throws LogRefusal if the stored text is not a verifier key
 */
export function* readIdentity(): Reads<string | undefined> {
  return checkLogName(yield* readVkeyOfLogs());
}

/**
 * Reads the name and public key of the logs of a database that must hold them.
 * @throws LogRefusal
 */
export function* readKnownIdentity(): Reads<string> {
  return requireLogName(yield* readVkeyOfLogs());
}

/** Opens the logs with this name. Finishes an interrupted rotation of their key first. */
export function openNamedLog(vkey: string, file: string, signed: SignedHeads): OpenedLog {
  settleNextKey(file, readVkey(vkey).publicKey.fingerprint);
  const key = new LogKey(vkey, file);
  return { vkey, key, log: new Log(key), signed, guard: new LogGuard(signed.all()) };
}

/**
 * Records the present size of logs without a signed head, so that a later loss or rollback is noticed.
 * @throws LogRefusal if the file of the signed heads cannot be used
 */
export function* noteLogs({ key, log, signed }: OpenedLog): Reads<void> {
  const known = new Set(signed.all().map(({ vkey }) => vkey));
  for (let after = ''; ; ) {
    const heads = [...(yield* readHeadsAfter(after, HEADS_PER_READ))];
    const last = heads.at(-1);
    if (!last) return;
    const noted = heads.map(([id, head]) => ({ head, unsigned: unsignedHead(key, id, head.epoch) }));
    const unknown = noted.filter(({ unsigned }) => !known.has(unsigned.vkey));
    signed.record(unknown.map(({ head, unsigned }) => noteHead(log, unsigned, head)));
    [after] = last;
  }
}

/** Returns the head to record. A stored head that this portal did not write counts as empty. */
function noteHead(log: Log, unsigned: SignedHead, head: StoredHead): SignedHead {
  if (!log.isOurs(unsigned.organization_id, head)) return unsigned;
  return { ...unsigned, size: head.size, root: rootOf(head.peaks) };
}
