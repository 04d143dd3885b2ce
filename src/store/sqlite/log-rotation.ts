import type { Database } from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { rootOf } from '../../attestation/merkle.js';
import { readVkey, vkeyOf } from '../../attestation/note.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { LogRefusal } from '../../ports.js';
import { Log } from '../log/log.js';
import type { LogHead } from '../log/log-head.js';
import { LogKey } from '../log/log-key.js';
import { logKeyFile, makeNextKey, settleNextKey, signedFile, useNextKey } from '../log/log-key-file.js';
import { renamingOf } from '../log/log-renaming.js';
import type { SignedHead } from '../log/signed-heads.js';
import { openDatabase } from './connection.js';
import { readIdentity, unsignedHead } from './log-identity.js';
import { LogRows } from './log-rows.js';
import { readSignedHeads, SignedHeadsFile } from './signed-heads-file.js';
import { StoredLog } from './stored-log.js';

/** Receipts in memory at once. */
const PORTION = 1_000;

export interface RotationOptions {
  readonly logKey?: string | undefined;
  readonly logSigned?: string | undefined;
  /** New name of the logs; undefined = the name stays. */
  readonly logName?: string | undefined;
  /** True: the present key is lost, so it can neither sign nor check a MAC. */
  readonly isLost: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface Rotated {
  /** Verifier keys of the logs from now on, by organization. */
  readonly opened: ReadonlyMap<string, string>;
  /** Where the file of the earlier key is now; undefined = there was none. */
  readonly aside: string | undefined;
}

/** The two keys, and the rows that change from one to the other. */
interface Hands {
  readonly database: Database;
  readonly rows: LogRows;
  readonly old: LogKey;
  readonly next: LogKey;
  readonly log: Log;
  readonly stored: StoredLog;
  readonly signed: readonly SignedHead[];
}

/**
 * Replaces the key of the logs of a database by a new one. Every log goes on under its next name; what has a MAC gets one of
 * the new key. Nobody else may have the database open. The caller has verified the logs: a lost key cannot.
 * @throws LogRefusal when the head of a log was changed
 * @throws Error when the present key is needed and cannot be read
 */
export function rotateLogKey(path: string, options: RotationOptions): Rotated {
  const keyFile = options.logKey ?? logKeyFile(path);
  const signed = options.logSigned ?? signedFile(keyFile);
  const { database } = openDatabase(path, { create: false });
  const heads = new SignedHeadsFile(signed);
  try {
    const vkey = identityOf(database);
    settleNextKey(keyFile, readVkey(vkey).publicKey.fingerprint);
    const old = new LogKey(vkey, keyFile);
    if (!options.isLost) old.assertLoaded();
    const { publicKey } = makeNextKey(keyFile);
    const identity = vkeyOf({ name: options.logName ?? readVkey(vkey).name, publicKey });
    const next = new LogKey(identity, keyFile);
    const log = new Log(next);
    const stored = new StoredLog(database, drizzle({ client: database }), log);
    const hands = { database, rows: new LogRows(database), old, next, log, stored, signed: readSignedHeads(signed) };
    const opened = database.transaction(() => rotated(hands, identity, options)).exclusive();
    heads.note([...opened].map(([id, { epoch }]) => unsignedHead(next, id, epoch)));
    return { opened: new Map([...opened].map(([id, { vkey }]) => [id, vkey])), aside: useNextKey(keyFile) };
  } finally {
    heads.close();
    database.close();
  }
}

function rotated(hands: Hands, identity: string, options: RotationOptions) {
  const { database, rows } = hands;
  const opened = new Map<string, { readonly vkey: string; readonly epoch: number }>();
  const ids = database.prepare<[], string>("SELECT organization_id FROM log_head WHERE organization_id > ''").pluck();
  for (const id of ids.all()) {
    const head = rows.head(id);
    if (head) opened.set(id, rotatedLog(hands, id, head, options));
  }
  database.prepare('UPDATE log_identity SET vkey = ? WHERE id = 1').run(identity);
  return opened;
}

function rotatedLog(hands: Hands, id: string, head: LogHead, { isLost, now }: RotationOptions) {
  const { database, old, next, log, stored, signed } = hands;
  if (!isLost) new Log(old).trusted(id, head);
  const { entry, closed } = renamingOf({
    ...{ organization_id: id, epoch: head.epoch, found: { size: head.size, root: rootOf(head.peaks) }, now },
    signed: signed.filter((one) => one.organization_id === id),
    reason: isLost ? 'log_key_lost' : 'log_rotated',
    before: (epoch) => (isLost ? { vkey: vkeyOf(old.verifier(id, epoch)) } : old.signer(id, epoch)),
    after: (epoch) => next.signer(id, epoch),
  });
  writeMacs(database, log, id);
  stored.putHead(id, head);
  stored.rename({ organization_id: id, entry, closed });
  stored.writeHeads();
  return { vkey: entry.opened, epoch: entry.epoch };
}

/** Gives every receipt a MAC of the new key. */
function writeMacs(database: Database, log: Log, organizationId: string): void {
  const portion = database.prepare<[string, number, number], AcceptedReceipt>(
    'SELECT * FROM receipt WHERE organization_id = ? AND log_index > ? ORDER BY log_index LIMIT ?',
  );
  const write = database.prepare('UPDATE receipt SET mac = ? WHERE id = ?');
  for (let after = -1; ; ) {
    const receipts = portion.all(organizationId, after, PORTION);
    for (const row of receipts) write.run(Buffer.from(log.receiptMac(row)), row.id);
    const last = receipts.at(-1);
    if (!last) return;
    after = last.log_index;
  }
}

function identityOf(database: Database): string {
  const vkey = readIdentity(database);
  if (vkey !== undefined) return vkey;
  throw new LogRefusal('the database does not hold the name of its receipt logs: it was changed from outside');
}
