import type { Database } from 'better-sqlite3';
import { KeyRotation, RESEALED_TABLES, type SealedRow } from '../../log/key-rotation.js';
import { logKeyFile, signedFile, useNextKey } from '../../log/log-key-file.js';
import { readHead, readPending } from '../../log/log-reads.js';
import type { NextLogName, RotationOptions, RotationResult } from '../../log/rotation.js';
import { openDatabase } from '../file/connection.js';
import { FileGate } from '../file/file-gate.js';
import { lockExclusively } from '../file/lock-exclusively.js';
import { QueryReader } from '../file/query-reader.js';
import { readReceipts } from './logged-receipts.js';
import { knownIdentity } from './open-log.js';
import { readSigned } from './open-signed-heads.js';
import { SignedHeadsFile } from './signed-heads-file.js';
import { StoredLog } from './stored-log.js';

/**
 * Replaces the key of a database's logs. Every log continues under its next name, MACs are recomputed, and sealed
 * values are resealed with the new key. The caller must have verified the logs, unless the key is lost.
 * @throws LogRefusal if a receipt or the head of a log was changed
 * @throws Error if another process has the database open, or the present key is needed and cannot be read
 */
export function rotateLogKey(path: string, options: RotationOptions): RotationResult {
  const keyFile = options.logKey ?? logKeyFile(path);
  const signed = options.logSigned ?? signedFile(keyFile);
  const { database } = openDatabase(path, { create: false });
  const heads = new SignedHeadsFile(signed);
  try {
    // A running portal would continue to use the key that it has read, and a concurrent rotation would overwrite this
    // one's next key.
    lockExclusively(path, database);
    new FileGate(database).assertServing();
    const present = { vkey: knownIdentity(database), keyFile, signed: readSigned(signed).heads };
    const rotation = new KeyRotation(present, options);
    const opened = database.transaction(() => rotate(database, rotation)).immediate();
    heads.record(rotation.unsignedHeads(opened));
    return { opened, earlierKeyFile: useNextKey(keyFile) };
  } finally {
    heads.close();
    database.close();
  }
}

function rotate(database: Database, rotation: KeyRotation): Map<string, NextLogName> {
  const stored = new StoredLog(database, rotation.log);
  const reader = new QueryReader(database);
  const opened = new Map<string, NextLogName>();
  const ids = database.prepare<[], string>("SELECT organization_id FROM log_head WHERE organization_id > ''").pluck();
  for (const id of ids.all()) {
    const head = reader.read(readHead(id));
    if (!head) continue;
    const next = rotation.buildRenaming(id, head);
    writeMacs(database, id, rotation);
    stored.putHead(id, rotation.treeOf(id, head));
    stored.rename(next.renaming);
    stored.writeTrees();
    opened.set(id, next.opened);
  }
  reseal(database, rotation);
  database.prepare('UPDATE log_identity SET vkey = ? WHERE id = 1').run(rotation.identity);
  return opened;
}

/** @throws LogRefusal for a receipt or waiting entry that was changed after the logs were verified */
function writeMacs(database: Database, organizationId: string, rotation: KeyRotation): void {
  const write = database.prepare('UPDATE receipt SET mac = ? WHERE id = ?');
  for (const row of readReceipts(database, organizationId)) write.run(rotation.receiptMac(row), row.id);
  const pending = database.prepare('UPDATE log_pending SET mac = ? WHERE organization_id = ? AND seq = ?');
  const waiting = new QueryReader(database).read(readPending(organizationId, Number.MAX_SAFE_INTEGER));
  for (const row of waiting) pending.run(rotation.pendingMac(organizationId, row), organizationId, row.seq);
}

function reseal(database: Database, rotation: KeyRotation): void {
  for (const table of RESEALED_TABLES) {
    const write = database.prepare(`UPDATE ${table} SET body = ? WHERE key = ?`);
    for (const { key, body } of database.prepare<[], SealedRow>(`SELECT key, body FROM ${table}`).all())
      write.run(rotation.reseal(table, body), key);
  }
}
