import type { NodePosition } from '../../attestation/merkle.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { LeafRow } from './log-audit-rows.js';

/** A fault that ends the audit of a log; the message is a sentence. */
export class LogFault extends Error {
  override readonly name = 'LogFault';
}

export const HEADLESS = 'the head of the log is missing: its row was deleted, or the log was emptied';

export function nameOf({ log_index, id }: AcceptedReceipt): string {
  return `receipt ${log_index} (${id})`;
}

export function rowName(row: LeafRow): string {
  return 'receipt' in row ? nameOf(row.receipt) : `entry ${row.entry.log_index} (${row.entry.type})`;
}

/** Returns the log index in the row, which has not been checked. */
export function indexOf(row: LeafRow): number {
  return 'receipt' in row ? row.receipt.log_index : row.entry.log_index;
}

/** Describes a stored subtree that is absent or differs from the computed one. */
export function nodeText(row: LeafRow, { level, position }: NodePosition, isStored: boolean): string {
  if (!isStored) return `node ${level}/${position} of the log is missing`;
  if (level > 0) return `node ${level}/${position} of the log is not the hash of the two below it`;
  return `${rowName(row)} does not match its leaf in the log: its row was changed or exchanged, or the leaf was changed`;
}
