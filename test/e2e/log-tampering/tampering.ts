import type { Database } from 'better-sqlite3';
import { appendLeaf, completingLeaf } from '../../../src/attestation/merkle.js';
import type { Scene } from './scene.js';

/** A change to the log of `mine`, and the message that must report it. */
export interface Tampering {
  readonly name: string;
  change(database: Database, scene: Scene): void;
  /** Expected message; its beginning if `contains` is set. */
  says(scene: Scene): string;
  /** A later part of the message, after ids that are unknown in advance. */
  readonly contains?: string;
  /** Valid leaves before the first fault; not asserted by default. */
  rightUntil?(scene: Scene): number;
  /** True if the other log becomes invalid too, because something was moved into it. */
  readonly touchesOther?: boolean;
}

/** The receipt that most cases change: neither first nor last, and beyond the end of the other log. */
export const VICTIM = 9;

/** Returns the log index of a receipt of `mine`. */
export function placeOf({ mine }: Scene, index: number): number {
  return mine.first + index;
}

export function nameOf(scene: Scene, index: number): string {
  return `receipt ${placeOf(scene, index)} (${scene.mine.receipts[index]})`;
}

/** Names a receipt of `mine` as the audit names it if it is found at another log index. */
export function nameAt(scene: Scene, index: number, place: number): string {
  return `receipt ${place} (${scene.mine.receipts[index]})`;
}

/** Sets columns of one receipt of `mine`. */
export function setReceipt(database: Database, scene: Scene, index: number, values: Record<string, unknown>): void {
  const { mine } = scene;
  const columns = Object.keys(values).map((column) => `"${column}" = @${column}`);
  const where = 'organization_id = @in_organization AND log_index = @at_index';
  const { changes } = database
    .prepare(`UPDATE receipt SET ${columns.join()} WHERE ${where}`)
    .run({ ...values, in_organization: mine.organization_id, at_index: placeOf(scene, index) });
  if (changes !== 1) throw new Error('no receipt was changed');
}

export type ReceiptRow = Readonly<Record<string, unknown>> & {
  readonly signed_bytes: Buffer;
  readonly signature: Buffer;
  readonly received_at: number;
  readonly issued_at: number;
};

export function receiptRow(database: Database, scene: Scene, index: number): ReceiptRow {
  const row = database
    .prepare<[string, number], ReceiptRow>('SELECT * FROM receipt WHERE organization_id = ? AND log_index = ?')
    .get(scene.mine.organization_id, placeOf(scene, index));
  if (!row) throw new Error(`no receipt ${index}`);
  return row;
}

/** Inserts a row into the table of receipts. */
export function insertReceipt(database: Database, row: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(row);
  database.prepare(`INSERT INTO receipt (${names}) VALUES (${names.map((name) => `@${name}`)})`).run(row);
}

/** Recomputes nodes and head for the given leaves. The MAC stays, since its key is not in the file. */
export function writeTree(database: Database, { mine }: Scene, leaves: readonly Uint8Array[]): void {
  const { organization_id } = mine;
  let peaks: readonly Uint8Array[] = [];
  database.prepare('DELETE FROM log_node WHERE organization_id = ?').run(organization_id);
  const add = database.prepare('INSERT INTO log_node VALUES (?, ?, ?, ?)');
  leaves.forEach((leaf, size) => {
    const appended = appendLeaf(peaks, size, leaf);
    peaks = appended.peaks;
    for (const node of appended.nodes) {
      add.run(organization_id, completingLeaf(node), node.level, Buffer.from(node.hash));
    }
  });
  database
    .prepare('UPDATE log_head SET size = ?, peaks = ? WHERE organization_id = ?')
    .run(leaves.length, Buffer.concat(peaks), organization_id);
}

/** Reads the stored leaves. */
export function storedLeaves(database: Database, { mine }: Scene): Buffer[] {
  return database
    .prepare<[string], Buffer>('SELECT hash FROM log_node WHERE organization_id = ? AND level = 0 ORDER BY log_index')
    .pluck()
    .all(mine.organization_id);
}

/** Returns a copy of the bytes with one bit flipped. */
export function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[0] = (copy[0] ?? 0) ^ 1;
  return copy;
}
