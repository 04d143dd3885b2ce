import type { Database } from 'better-sqlite3';
import { completingLeaf, type TreeNode } from '../../../attestation/merkle.js';
import { once } from '../../../domain/values/once.js';
import type { ClosedLog, LogSaltsRemoval, PendingEntry } from '../../../ports.js';
import type { StoredEntry } from '../../log/log.js';
import { joinPeaks, type LogHead } from '../../log/log-head.js';
import { SQLITE_ENTRY_ID } from '../../sql/sqlite-dialect.js';

const UPSERT_HEAD = `
  INSERT INTO log_head (organization_id, size, peaks, mac, epoch) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (organization_id)
  DO UPDATE SET size = excluded.size, peaks = excluded.peaks, mac = excluded.mac, epoch = excluded.epoch`;
const ADD_NODE = 'INSERT INTO log_node (organization_id, log_index, level, hash) VALUES (?, ?, ?, ?)';
const ADD_ENTRY = 'INSERT INTO log_entry (organization_id, log_index, type, data, salt) VALUES (?, ?, ?, ?, ?)';
// An INSERT … SELECT that reads its own table would put the selected rows into a temporary table first.
const ADD_PENDING = `
  INSERT INTO log_pending (organization_id, seq, type, data, mac) VALUES (
    $organization_id,
    (SELECT ifnull(max(seq), 0) + 1 FROM log_pending WHERE organization_id = $organization_id),
    $type, $data, $mac
  )`;
const REMOVE_PENDING = 'DELETE FROM log_pending WHERE organization_id = ? AND seq = ?';
const OF_OBJECT = `
  log_entry INDEXED BY log_entry_of_id WHERE organization_id = $organization_id AND ${SQLITE_ENTRY_ID} = $id`;
const REMOVE_SALTS = `
  UPDATE log_entry SET salt = NULL WHERE organization_id = $organization_id AND log_index IN (
    SELECT log_index FROM ${OF_OBJECT} AND log_index < (SELECT max(log_index) FROM ${OF_OBJECT})
  )`;
const ADD_CLOSED = 'INSERT INTO log_closed (organization_id, epoch, vkey, statement) VALUES (?, ?, ?, ?)';

/** Writes rows of the logs. Uses plain SQL for speed, since each leaf needs two or three statements. */
export class LogWrites {
  private readonly upsertHead;
  private readonly insertNode;
  private readonly insertEntry;
  private readonly insertPending;
  private readonly deletePending;
  private readonly insertClosed;
  private readonly clearSalts;

  constructor(database: Database) {
    this.upsertHead = database.prepare<[string, number, Uint8Array, Uint8Array, number]>(UPSERT_HEAD);
    this.insertNode = database.prepare<[string, number, number, Uint8Array]>(ADD_NODE);
    this.insertEntry = once(() => database.prepare(ADD_ENTRY));
    this.insertPending = once(() => database.prepare(ADD_PENDING));
    this.deletePending = once(() => database.prepare(REMOVE_PENDING));
    this.insertClosed = once(() => database.prepare(ADD_CLOSED));
    this.clearSalts = once(() => database.prepare(REMOVE_SALTS));
  }

  putHead(organizationId: string, head: LogHead): void {
    this.upsertHead.run(organizationId, head.size, joinPeaks(head), head.mac, head.epoch);
  }

  addNode(organizationId: string, node: TreeNode): void {
    this.insertNode.run(organizationId, completingLeaf(node), node.level, node.hash);
  }

  addEntry(organizationId: string, { log_index, type, data, salt }: StoredEntry): void {
    this.insertEntry().run(organizationId, log_index, type, data, salt);
  }

  /** Adds an entry after all others that wait. */
  addPending(organization_id: string, entry: Omit<PendingEntry, 'seq'>): void {
    this.insertPending().run({ organization_id, ...entry });
  }

  removePending(organizationId: string, entries: readonly PendingEntry[]): void {
    for (const { seq } of entries) this.deletePending().run(organizationId, seq);
  }

  addClosed(organizationId: string, { epoch, public_key, statement }: ClosedLog): void {
    this.insertClosed().run(organizationId, epoch, public_key, statement);
  }

  removeSalts({ organization_id, id }: LogSaltsRemoval): void {
    this.clearSalts().run({ organization_id, id });
  }
}
