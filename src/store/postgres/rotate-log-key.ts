import type { LogRenaming } from '../../ports.js';
import { KeyRotation, type PresentKey, RESEALED_TABLES, type SealedRow } from '../log/key-rotation.js';
import type { Log } from '../log/log.js';
import type { LogTree } from '../log/log-head.js';
import { LogKey } from '../log/log-key.js';
import { logKeyFile, settleNextKey, signedFile } from '../log/log-key-file.js';
import { readHeads, readPending, readReceiptsAfter } from '../log/log-reads.js';
import type { NextLogName, RotationOptions, RotationResult } from '../log/rotation.js';
import { readSigned } from '../sqlite/log/open-signed-heads.js';
import { SignedHeadsFile } from '../sqlite/log/signed-heads-file.js';
import { awaitSent } from './connection/await-sent.js';
import { Connections } from './connection/connections.js';
import { assertNotMoved } from './connection/fence.js';
import { QueryReader } from './connection/query-reader.js';
import type { Session } from './connection/session.js';
import { writeAlone } from './connection/write-alone.js';
import { knownIdentity } from './log/open-log.js';
import { ServerProcesses } from './processes.js';
import { LogChanges } from './writes/changes.js';
import { sendHeads, sendLeaves } from './writes/send-log.js';

const RECEIPTS_PER_READ = 1_000;
const MACS = `
  UPDATE receipt SET mac = given.mac FROM unnest($1::text[], $2::bytea[]) AS given (id, mac) WHERE receipt.id = given.id`;
const PENDING_MACS = `
  UPDATE log_pending SET mac = given.mac FROM unnest($2::bigint[], $3::bytea[]) AS given (seq, mac)
  WHERE organization_id = $1 AND log_pending.seq = given.seq`;

/**
 * Rotates the key like `rotateLogKey` for a file. No portal may be running. A portal that still runs cannot write after
 * the rotation, because the database then names another key. The key file is replaced on this machine only.
 * @throws LogRefusal if a receipt or the head of a log was changed
 * @throws Error if a portal is running, another process writes meanwhile, or the present key is needed and cannot be
 * read
 */
export async function rotateLogKey(url: string, options: RotationOptions): Promise<RotationResult> {
  const keyFile = options.logKey ?? logKeyFile(options.files ?? '');
  const signed = options.logSigned ?? signedFile(keyFile);
  const connections = new Connections(url, 2);
  const heads = new SignedHeadsFile(signed);
  try {
    const vkey = await assertAlone(connections, signed, keyFile);
    const present = () => ({ vkey, keyFile, signed: readSigned(signed).heads });
    const { opened, rotation } = await connections.use((session) =>
      writeAlone(session, () => rotate(session, vkey, present, options)),
    );
    heads.record(rotation.unsignedHeads(opened));
    // The next rotation may already have put this key into use and created another one.
    return { opened, earlierKeyFile: settleNextKey(keyFile, rotation.fingerprint) };
  } finally {
    heads.close();
    await connections.close();
  }
}

/**
 * Returns the name and public key of the logs.
 * @throws Error if a portal runs, or a move has closed the database
 */
async function assertAlone(connections: Connections, signed: string, keyFile: string): Promise<string> {
  const vkey = await connections.use(knownIdentity);
  const key = new LogKey(vkey, keyFile);
  await connections.use(assertNotMoved);
  const [other] = await new ServerProcesses(connections, signed, key).others();
  if (!other) return vkey;
  const seen = `${Math.ceil(other.silent / 1000)} s ago`;
  throw new Error(
    `a portal on ${other.host} uses the database: stop all portals first. It was seen ${seen}; one that was killed counts for half a minute`,
  );
}

/**
 * `present` is called with all writers excluded, so that the heads include everything that was signed before.
 * @throws Error if another rotation came first
 */
async function rotate(session: Session, vkey: string, present: () => PresentKey, options: RotationOptions) {
  await assertNotMoved(session);
  if ((await knownIdentity(session)) !== vkey)
    throw new Error('another process has replaced the key of the logs in the meantime');
  const rotation = new KeyRotation(present(), options);
  const opened = await rotateLogs(session, rotation);
  await reseal(session, rotation);
  await session.query('UPDATE log_identity SET vkey = $1 WHERE id = 1', [rotation.identity]);
  return { opened, rotation };
}

async function rotateLogs(session: Session, rotation: KeyRotation): Promise<Map<string, NextLogName>> {
  const { log } = rotation;
  const rows = await session.query<{ readonly organization_id: string }>('SELECT organization_id FROM log_head');
  const ids = rows.map(({ organization_id }) => organization_id);
  const opened = new Map<string, NextLogName>();
  for (const [id, head] of await new QueryReader(session).read(readHeads(ids))) {
    const next = rotation.buildRenaming(id, head);
    const changes = toLogChanges(id, rotation.treeOf(id, head), next.renaming, log);
    await writeMacs(session, id, rotation);
    await awaitSent([...sendHeads(session, changes, log), ...sendLeaves(session, changes, log, false)]);
    opened.set(id, next.opened);
  }
  return opened;
}

/** Collects the rows that the renaming adds to a log. */
function toLogChanges(organization_id: string, head: LogTree, { entry, closed }: LogRenaming, log: Log): LogChanges {
  const changes = new LogChanges();
  const growth = log.appendEntry({ ...head, epoch: entry.epoch }, entry, null);
  changes.trees.set(organization_id, growth.tree);
  changes.nodes.push(...growth.nodes.map((node) => ({ ...node, organization_id })));
  changes.entries.push({ ...growth.entry, organization_id });
  changes.closed.push({ ...closed, organization_id });
  return changes;
}

/** @throws LogRefusal for a receipt or waiting entry that was changed after the logs were verified */
async function writeMacs(session: Session, organizationId: string, rotation: KeyRotation): Promise<void> {
  const reader = new QueryReader(session);
  const waiting = await reader.read(readPending(organizationId, Number.MAX_SAFE_INTEGER));
  const macs = waiting.map((row) => rotation.pendingMac(organizationId, row));
  if (macs.length > 0) await session.query(PENDING_MACS, [organizationId, waiting.map(({ seq }) => seq), macs]);
  for (let after = -1; ; ) {
    const rows = await reader.read(readReceiptsAfter(organizationId, after, RECEIPTS_PER_READ));
    const last = rows.at(-1);
    if (!last) return;
    await session.query(MACS, [rows.map(({ id }) => id), rows.map((row) => rotation.receiptMac(row))]);
    after = last.log_index;
  }
}

async function reseal(session: Session, rotation: KeyRotation): Promise<void> {
  for (const table of RESEALED_TABLES) {
    for (const { key, body } of await session.query<SealedRow>(`SELECT key, body FROM ${table}`))
      await session.query(`UPDATE ${table} SET body = $1 WHERE key = $2`, [rotation.reseal(table, body), key]);
  }
}
