import { sameBytes } from '../../attestation/bytes.js';
import { rootOf } from '../../attestation/merkle.js';
import { readVkey, vkeyOf } from '../../attestation/note.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { LogRefusal } from '../../ports.js';
import { Log } from '../log/log.js';
import type { LogHead } from '../log/log-head.js';
import { LogKey } from '../log/log-key.js';
import { logKeyFile, makeNextKey, settleNextKey, signedFile } from '../log/log-key-file.js';
import { renamingOf } from '../log/log-renaming.js';
import type { OpenedName, Rotated, RotationOptions } from '../log/rotation.js';
import type { SignedHead } from '../log/signed-heads.js';
import { unsignedHead } from '../log/unsigned-head.js';
import { readSigned } from '../sqlite/log/open-signed-heads.js';
import { SignedHeadsFile } from '../sqlite/log/signed-heads-file.js';
import { allSent } from './connection/all-sent.js';
import { Connections } from './connection/connections.js';
import { assertNotMoved } from './connection/fence.js';
import { PostgresFault } from './connection/postgres-fault.js';
import type { Session } from './connection/session.js';
import { knownIdentity } from './log/log-identity.js';
import { readHeads } from './log/log-reads.js';
import { ServerProcesses } from './processes.js';
import { LogChanges } from './writes/changes.js';
import { sendHeads, sendLeaves } from './writes/send-log.js';

/** Whoever else replaces the key waits here, and is then refused. */
const BEGIN = 'BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT vkey FROM log_identity WHERE id = 1 FOR UPDATE';
/** Receipts in memory at once. */
const PORTION = 1_000;
const RECEIPTS = 'SELECT * FROM receipt WHERE organization_id = $1 AND log_index > $2 ORDER BY log_index LIMIT $3';
const MACS = `
  UPDATE receipt SET mac = given.mac FROM unnest($1::text[], $2::bytea[]) AS given (id, mac) WHERE receipt.id = given.id`;

/** The two keys, and the rules of each. */
interface Hands {
  readonly session: Session;
  readonly old: LogKey;
  readonly next: LogKey;
  readonly before: Log;
  readonly log: Log;
  readonly signed: readonly SignedHead[];
}

/**
 * As `rotateLogKey` of a file. No portal may run; one that does all the same writes nothing afterwards, since its key is not the
 * database's any more. The key is put in its place on this machine alone.
 * @throws LogRefusal when the head of a log or a receipt was changed
 * @throws Error when a portal runs, somebody writes meanwhile, or the present key is needed and cannot be read
 */
export async function rotateLogKey(url: string, options: RotationOptions): Promise<Rotated> {
  const keyFile = options.logKey ?? logKeyFile(options.files ?? '');
  const signed = options.logSigned ?? signedFile(keyFile);
  const connections = new Connections(url, 2);
  const heads = new SignedHeadsFile(signed);
  try {
    await assertAlone(connections, signed, keyFile);
    const { opened, next, fingerprint } = await connections.use((session) =>
      rotated(session, keyFile, signed, options),
    );
    heads.note([...opened].map(([id, { epoch }]) => unsignedHead(next, id, epoch)));
    // Whoever rotates next may have settled it, and have made a next key already.
    return { opened, aside: settleNextKey(keyFile, fingerprint) };
  } catch (error) {
    if (!(error instanceof PostgresFault && error.isConflict)) throw error;
    throw new Error('another process has written to the database: stop the portals first', { cause: error });
  } finally {
    heads.close();
    await connections.close();
  }
}

/** @throws Error when a portal runs, or a move has closed the database */
async function assertAlone(connections: Connections, signed: string, keyFile: string): Promise<void> {
  const key = new LogKey(await connections.use(knownIdentity), keyFile);
  await connections.use(assertNotMoved);
  const [other] = await new ServerProcesses(connections, signed, key).others();
  if (!other) return;
  const seen = `${Math.ceil(other.silent / 1000)} s ago`;
  throw new Error(
    `a portal on ${other.host} uses the database: stop all portals first. It was seen ${seen}; one that was killed counts for half a minute`,
  );
}

async function rotated(session: Session, keyFile: string, signed: string, options: RotationOptions) {
  await session.run(BEGIN);
  try {
    const vkey = await knownIdentity(session);
    settleNextKey(keyFile, readVkey(vkey).publicKey.fingerprint);
    const old = new LogKey(vkey, keyFile);
    if (!options.isLost) old.assertLoaded();
    const { publicKey } = makeNextKey(keyFile);
    const identity = vkeyOf({ name: options.logName ?? readVkey(vkey).name, publicKey });
    const next = new LogKey(identity, keyFile);
    const hands = { session, old, next, before: new Log(old), log: new Log(next), signed: readSigned(signed).heads };
    const opened = await rotatedLogs(hands, options);
    await session.query('UPDATE log_identity SET vkey = $1 WHERE id = 1', [identity]);
    await session.run('COMMIT');
    return { opened, next, fingerprint: publicKey.fingerprint };
  } catch (error) {
    await session.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function rotatedLogs(hands: Hands, options: RotationOptions): Promise<Map<string, OpenedName>> {
  const { session, log } = hands;
  const rows = await session.query<{ readonly organization_id: string }>('SELECT organization_id FROM log_head');
  const opened = new Map<string, OpenedName>();
  for (const [id, head] of await readHeads(
    session,
    rows.map(({ organization_id }) => organization_id),
  )) {
    const changes = new LogChanges();
    opened.set(id, renamed(hands, id, head, changes, options));
    await writeMacs(hands, id, options.isLost);
    await allSent([...sendHeads(session, changes, log), ...sendLeaves(session, changes, log, false)]);
  }
  return opened;
}

/** The log's next name, and what its tree gets by it. */
function renamed(hands: Hands, id: string, head: LogHead, changes: LogChanges, options: RotationOptions): OpenedName {
  const { old, next, before, log, signed } = hands;
  const { isLost, now } = options;
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
  const growth = log.entered({ epoch: entry.epoch, size: head.size, peaks: head.peaks }, entry, null);
  changes.trees.set(id, growth.tree);
  changes.nodes.push(...growth.nodes.map((node) => ({ ...node, organization_id: id })));
  changes.entries.push({ ...growth.entry, organization_id: id });
  changes.closed.push({ ...closed, organization_id: id });
  return { vkey: entry.opened, epoch: entry.epoch, statement: closed.statement };
}

/**
 * Gives every receipt a MAC of the new key.
 * @throws LogRefusal for one whose present MAC is not valid: it was changed since the logs were verified
 */
async function writeMacs({ session, before, log }: Hands, organizationId: string, isLost: boolean): Promise<void> {
  for (let after = -1; ; ) {
    const rows = await session.query<AcceptedReceipt & Row>(RECEIPTS, [organizationId, after, PORTION]);
    const last = rows.at(-1);
    if (!last) return;
    const changed = isLost ? undefined : rows.find((row) => !sameBytes(row.mac, before.receiptMac(row)));
    if (changed)
      throw new LogRefusal(`receipt ${changed.log_index} (${changed.id}) was changed: run \`portal log verify\``);
    await session.query(MACS, [rows.map(({ id }) => id), rows.map((row) => log.receiptMac(row))]);
    after = last.log_index;
  }
}

interface Row {
  readonly [column: string]: unknown;
}
