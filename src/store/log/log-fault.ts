import type { NodePosition } from '../../attestation/merkle.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';

/** The first fault of a log, as a sentence. */
export class LogFault extends Error {
  override readonly name = 'LogFault';
}

export const HEADLESS = 'the head of the log is missing: its row was deleted, or the log was emptied';

export function nameOf({ log_index, id }: AcceptedReceipt): string {
  return `receipt ${log_index} (${id})`;
}

/** The fault of a stored subtree that differs from the computed one, as a sentence. */
export function nodeText(row: AcceptedReceipt, { level, position }: NodePosition, isStored: boolean): string {
  if (!isStored) return `node ${level}/${position} of the log is missing`;
  if (level > 0) return `node ${level}/${position} of the log is not the hash of the two below it`;
  return `${nameOf(row)} does not match its leaf in the log: its row was changed or exchanged, or the leaf was changed`;
}
