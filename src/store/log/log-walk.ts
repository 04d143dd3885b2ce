import { sameBytes } from '../../attestation/bytes.js';
import type { Checkpoint } from '../../attestation/checkpoint.js';
import { appendLeaf, completedBy, rootOf } from '../../attestation/merkle.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { leafOf } from '../../domain/receipt/signed-columns.js';
import { counted } from '../../domain/values/counted.js';
import type { AuditedKey } from './audited-key.js';
import type { LogAuditRows } from './log-audit-rows.js';
import { HEADLESS, LogFault, nameOf, nodeText } from './log-fault.js';
import type { LogHead } from './log-head.js';
import { receiptFault } from './receipt-fault.js';

/** Receipts in memory at once. */
const PORTION = 500;

/** The tree of the receipts that were found valid so far. */
export interface Tree {
  size: number;
  peaks: readonly Uint8Array[];
}

interface WalkOptions {
  /** A checkpoint that was kept elsewhere. */
  readonly kept: Checkpoint | undefined;
  /** Undefined = no MAC can be valid, so none is checked. */
  readonly macOf: ((row: AcceptedReceipt) => Uint8Array) | undefined;
  /** Called after each receipt. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Recomputes a log from its first receipt on; each valid one is added to `tree`.
 * @throws LogFault at the first that is not valid
 */
export async function walk(rows: LogAuditRows, head: LogHead, tree: Tree, options: WalkOptions): Promise<void> {
  let after = Number.NEGATIVE_INFINITY;
  for (;;) {
    const receipts = await rows.receipts(after, PORTION);
    const keys = await rows.signingKeys([...new Set(receipts.map(({ signing_key_id }) => signing_key_id))]);
    const completed = receipts.map((_row, index) => completedBy(tree.size + index));
    const hashes = await rows.nodes(completed.flat());
    let seen = 0;
    for (const [index, row] of receipts.entries()) {
      const stored = hashes.slice(seen, seen + (completed[index]?.length ?? 0));
      seen += stored.length;
      step(row, keys.get(row.signing_key_id), stored, head, tree, options);
    }
    const last = receipts.at(-1);
    if (!last || receipts.length < PORTION) return;
    after = last.log_index;
  }
}

/** Checks one receipt, and the stored subtrees that it completes. */
function step(
  row: AcceptedReceipt,
  key: AuditedKey | null | undefined,
  stored: readonly (Uint8Array | undefined)[],
  head: LogHead,
  tree: Tree,
  { kept, macOf, onProgress }: WalkOptions,
): void {
  assertIsNext(row, head, tree);
  const fault = receiptFault(row, key);
  if (fault !== undefined) throw new LogFault(`${nameOf(row)} is not valid: ${fault}`);
  const peaks = grown(row, stored, tree);
  if (macOf && !isAsAccepted(row, key, macOf(row))) {
    throw new LogFault(
      `${nameOf(row)} is not valid: its signature or its signing key was replaced after it was accepted`,
    );
  }
  tree.size += 1;
  tree.peaks = peaks;
  if (kept && tree.size === kept.size && !sameBytes(rootOf(tree.peaks), kept.root)) {
    throw new LogFault(`the log and the kept checkpoint differ in the first ${counted(kept.size, 'receipt')}`);
  }
  onProgress?.(tree.size, head.size);
}

function assertIsNext(row: AcceptedReceipt, head: LogHead, { size }: Tree): void {
  if (head.size === 0) throw new LogFault(HEADLESS);
  if (size >= head.size || row.log_index < size) {
    throw new LogFault(`${nameOf(row)} was added: the log has ${counted(head.size, 'leaf', 'leaves')}`);
  }
  if (row.log_index !== size) throw new LogFault(`receipt ${size} is missing: its row was deleted or moved`);
}

/** The leaf covers neither signature nor key; the MAC does. */
function isAsAccepted(row: AcceptedReceipt, key: AuditedKey | null | undefined, mac: Uint8Array): boolean {
  return row.key_fingerprint === key?.key_fingerprint && sameBytes(row.mac, mac);
}

/** Appends a receipt's leaf, and compares each subtree that is complete now with the stored one; answers the peaks. */
function grown(row: AcceptedReceipt, stored: readonly (Uint8Array | undefined)[], tree: Tree): readonly Uint8Array[] {
  const { peaks, nodes } = appendLeaf(tree.peaks, tree.size, leafOrFault(row));
  for (const [index, node] of nodes.entries()) {
    const found = stored[index];
    if (!found || !sameBytes(found, node.hash)) throw new LogFault(nodeText(row, node, found !== undefined));
  }
  return peaks;
}

function leafOrFault(row: AcceptedReceipt): Uint8Array {
  try {
    return leafOf(row);
  } catch (error) {
    if (error instanceof RangeError) throw new LogFault(`${nameOf(row)} is not valid: its received_at is not a time`);
    throw error;
  }
}
