import { receiptLeafHash } from '../../../src/attestation/log-leaf.js';
import {
  type Checkpoint,
  fromBase64,
  openCheckpoint,
  readVkey,
  verifyConsistency,
  verifyInclusion,
} from '../../../src/receipts.js';
import type { Door } from '../../actors/shopper.js';
import { done } from '../receipts/organization.js';
import type { Seen } from './storm.js';

/** A stored receipt. */
export interface Row {
  readonly id: string;
  readonly agent_id: string;
  readonly job_id: string;
  readonly receipt_hash: string;
  readonly log_index: number;
  readonly received_at: number;
}

const bytes = (hashes: readonly string[]) => hashes.map((hash) => fromBase64(hash) ?? new Uint8Array());

/** Returns the ids of receipts without a valid inclusion proof at their index in the current log. */
export async function unproven(door: Door, rows: readonly Row[], now: Seen): Promise<string[]> {
  const { size, root } = openCheckpoint(now.note, readVkey(now.vkey));
  const wrong: string[] = [];
  for (const part of portions(rows, 16)) {
    const proofs = await Promise.all(part.map(({ id }) => done(door, 'GET', `/api/receipts/log/inclusion/${id}`)));
    part.forEach((row, index) => {
      const { log_index, hashes, checkpoint } = proofs[index].data;
      const leaf = receiptLeafHash({ ...row, received_at: new Date(row.received_at).toISOString() });
      const proven = verifyInclusion(leaf, row.log_index, size, bytes(hashes), root);
      if (!proven || log_index !== row.log_index || checkpoint !== now.note) wrong.push(row.id);
    });
  }
  return wrong;
}

/** Returns the pairs of log sizes whose later checkpoint is not proven consistent with the earlier one. */
export async function inconsistent(door: Door, seen: readonly Seen[]): Promise<string[]> {
  const opened = [...new Map(seen.map((look) => [look.note, look])).values()]
    .map(({ note, vkey }) => openCheckpoint(note, readVkey(vkey)))
    .sort((a, b) => a.size - b.size);
  const pairs = opened.flatMap((older, index) => opened.slice(index + 1).map((newer) => [older, newer] as const));
  const wrong: string[] = [];
  for (const part of portions(pairs, 16)) {
    const consistent = await Promise.all(part.map(([older, newer]) => isBeginning(door, older, newer)));
    part.forEach(([older, newer], index) => {
      if (!consistent[index]) wrong.push(`${older.size} to ${newer.size}`);
    });
  }
  return wrong;
}

async function isBeginning(door: Door, older: Checkpoint, newer: Checkpoint): Promise<boolean> {
  const query = `from=${older.size}&to=${newer.size}`;
  const { data } = await done(door, 'GET', `/api/receipts/log/consistency?${query}`);
  return verifyConsistency(older.size, newer.size, bytes(data.hashes), older.root, newer.root);
}

function portions<T>(values: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}
