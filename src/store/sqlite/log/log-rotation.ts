import type { Database } from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { sameBytes } from '../../../attestation/bytes.js';
import { rootOf } from '../../../attestation/merkle.js';
import { readVkey, vkeyOf } from '../../../attestation/note.js';
import { LogRefusal } from '../../../ports.js';
import { Log } from '../../log/log.js';
import type { LogHead } from '../../log/log-head.js';
import { LogKey } from '../../log/log-key.js';
import { logKeyFile, makeNextKey, settleNextKey, signedFile, useNextKey } from '../../log/log-key-file.js';
import { renamingOf } from '../../log/log-renaming.js';
import type { OpenedName, Rotated, RotationOptions } from '../../log/rotation.js';
import type { SignedHead } from '../../log/signed-heads.js';
import { unsignedHead } from '../../log/unsigned-head.js';
import { assertAlone } from '../file/alone.js';
import { openDatabase } from '../file/connection.js';
import { FileGate } from '../file/file-gate.js';
import { knownIdentity } from './log-identity.js';
import { LogRows } from './log-rows.js';
import { loggedReceipts } from './logged-receipts.js';
import { readSigned } from './open-signed-heads.js';
import { resealSecrets } from './resealed.js';
import { SignedHeadsFile } from './signed-heads-file.js';
import { StoredLog } from './stored-log.js';

/** The two keys, and the rows that change from one to the other. */
interface Hands {
  readonly database: Database;
  readonly rows: LogRows;
  readonly old: LogKey;
  readonly next: LogKey;
  /** The rules of the present key and of the next one. */
  readonly before: Log;
  readonly log: Log;
  readonly stored: StoredLog;
  readonly signed: readonly SignedHead[];
}

/**
 * Replaces the key of the logs of a database by a new one. Every log goes on under its next name; what has a MAC gets one of
 * the new key. The caller has verified the logs: a lost key cannot.
 * @throws LogRefusal when the head of a log or a receipt was changed
 * @throws Error when somebody else has the database open, or the present key is needed and cannot be read
 */
export function rotateLogKey(path: string, options: RotationOptions): Rotated {
  const keyFile = options.logKey ?? logKeyFile(path);
  const signed = options.logSigned ?? signedFile(keyFile);
  const { database } = openDatabase(path, { create: false });
  const heads = new SignedHeadsFile(signed);
  try {
    // A portal that runs would go on with the key that it has read, and another rotation would write its next key over this one's.
    assertAlone(path, database);
    new FileGate(database).assertServing();
    const vkey = knownIdentity(database);
    settleNextKey(keyFile, readVkey(vkey).publicKey.fingerprint);
    const old = new LogKey(vkey, keyFile);
    if (!options.isLost) old.assertLoaded();
    const { publicKey } = makeNextKey(keyFile);
    const identity = vkeyOf({ name: options.logName ?? readVkey(vkey).name, publicKey });
    const next = new LogKey(identity, keyFile);
    const log = new Log(next);
    const stored = new StoredLog(database, drizzle({ client: database }), log);
    const rows = new LogRows(database);
    const hands = { database, rows, old, next, before: new Log(old), log, stored, signed: readSigned(signed).heads };
    const opened = database.transaction(() => rotated(hands, identity, options)).immediate();
    heads.note([...opened].map(([id, { epoch }]) => unsignedHead(next, id, epoch)));
    return { opened, aside: useNextKey(keyFile) };
  } finally {
    heads.close();
    database.close();
  }
}

function rotated(hands: Hands, identity: string, options: RotationOptions) {
  const { database, rows } = hands;
  const opened = new Map<string, OpenedName>();
  const ids = database.prepare<[], string>("SELECT organization_id FROM log_head WHERE organization_id > ''").pluck();
  for (const id of ids.all()) {
    const head = rows.head(id);
    if (head) opened.set(id, rotatedLog(hands, id, head, options));
  }
  resealSecrets(database, hands.old, hands.next);
  database.prepare('UPDATE log_identity SET vkey = ? WHERE id = 1').run(identity);
  return opened;
}

function rotatedLog(hands: Hands, id: string, head: LogHead, { isLost, now }: RotationOptions): OpenedName {
  const { old, next, before, stored, signed } = hands;
  if (!isLost) before.trusted(id, head);
  const { entry, closed } = renamingOf({
    organization_id: id,
    epoch: head.epoch,
    found: { size: head.size, root: rootOf(head.peaks) },
    now,
    signed: signed.filter((one) => one.organization_id === id),
    reason: isLost ? 'log_key_lost' : 'log_rotated',
    before: (epoch) => (isLost ? { vkey: vkeyOf(old.verifier(id, epoch)) } : old.signer(id, epoch)),
    after: (epoch) => next.signer(id, epoch),
  });
  writeMacs(hands, id, isLost);
  stored.putHead(id, head);
  stored.rename({ organization_id: id, entry, closed });
  stored.writeHeads();
  return { vkey: entry.opened, epoch: entry.epoch, statement: closed.statement };
}

/**
 * Gives every receipt a MAC of the new key.
 * @throws LogRefusal for one whose present MAC is not valid: it was changed since the logs were verified
 */
function writeMacs({ database, before, log }: Hands, organizationId: string, isLost: boolean): void {
  const write = database.prepare('UPDATE receipt SET mac = ? WHERE id = ?');
  for (const row of loggedReceipts(database, organizationId)) {
    if (!isLost && !sameBytes(row.mac, before.receiptMac(row)))
      throw new LogRefusal(`receipt ${row.log_index} (${row.id}) was changed: run \`portal log verify\``);
    write.run(Buffer.from(log.receiptMac(row)), row.id);
  }
}
