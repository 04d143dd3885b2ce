import { sameBytes } from '../../attestation/bytes.js';
import { appendLeaf, completedSubtrees, leafHash, rootOf, type TreeNode } from '../../attestation/merkle.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { hashLeafRow } from '../../domain/receipt/signed-columns.js';
import { CLOCK_SKEW } from '../../domain/values/clock-skew.js';
import { pluralize } from '../../domain/values/pluralize.js';
import type { AuditedKey } from './audited-key.js';
import { findEnteredFaults } from './entered-rows.js';
import type { EntryRow, LeafRow, LogAuditRows } from './log-audit-rows.js';
import { HEADLESS, indexOf, LogFault, nameOf, nodeText, rowName } from './log-fault.js';
import type { LogHead } from './log-head.js';
import { findOrderFaults } from './order-audit.js';
import { findReceiptFault } from './receipt-fault.js';
import type { Replay } from './replay.js';

const LEAVES_PER_READ = 500;

/** Tree of the valid leaves so far. */
export interface Tree {
  size: number;
  peaks: readonly Uint8Array[];
  /** Number of leaves that are receipts. */
  receipts: number;
  /** Latest `received_at` of a receipt, in milliseconds; 0 if there is none. */
  received_at: number;
}

/** An earlier tree of this log, known from a source other than its rows. */
export interface KnownTree {
  /** Its source, such as "the kept checkpoint". */
  readonly name: string;
  readonly size: number;
  readonly root: Uint8Array;
}

interface WalkOptions {
  readonly known: readonly KnownTree[];
  readonly replay: Replay;
  /** False to rely on the MACs, which cover the signatures that the portal verified; true by default. */
  readonly verifiesSignatures?: boolean;
  /** Computes the MAC of a receipt; `undefined` if no MAC is checked. */
  readonly macOf: ((row: AcceptedReceipt) => Uint8Array) | undefined;
  /** Reads the ids of orders and grants with entries that wait for their places, which are not checked. */
  readonly readWaiting: () => Promise<ReadonlySet<string>>;
  /** Called with faults that do not end the walk. */
  readonly onFaults: (faults: readonly string[]) => void;
  /** Called after each leaf. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Recomputes a log from its first leaf and adds each valid leaf to `tree`.
 * @throws LogFault at the first invalid leaf
 */
export async function walk(rows: LogAuditRows, head: LogHead, tree: Tree, options: WalkOptions): Promise<void> {
  while ((await walkNext(rows, head, tree, options, LEAVES_PER_READ)) >= LEAVES_PER_READ);
}

/**
 * Checks the next leaves of a log, at least `limit` unless it ends, and adds them to `tree`. Returns their number.
 * @throws LogFault at the first invalid leaf
 */
export async function walkNext(
  rows: LogAuditRows,
  head: LogHead,
  tree: Tree,
  options: WalkOptions,
  limit: number,
): Promise<number> {
  // Each checked leaf has the index of its place, so the size of the tree is the index after the last one.
  const leaves = await rows.leaves(tree.size === 0 ? undefined : tree.size - 1, limit);
  const receipts = leaves.flatMap((leaf) => ('receipt' in leaf ? [leaf.receipt] : []));
  const keys = await rows.signingKeys([...new Set(receipts.map(({ signing_key_id }) => signing_key_id))]);
  const completed = leaves.map((_leaf, index) => completedSubtrees(tree.size + index));
  const hashes = await rows.nodes(completed.flat());
  let seen = 0;
  for (const [index, leaf] of leaves.entries()) {
    const stored = hashes.slice(seen, seen + (completed[index]?.length ?? 0));
    seen += stored.length;
    checkLeaf(leaf, keys, stored, head, tree, options);
  }
  options.onFaults(await findOrderFaults(rows, receipts));
  const entries = leaves.flatMap((leaf) => ('entry' in leaf ? [leaf.entry] : []));
  options.onFaults(await findEnteredFaults(rows, entries, options.readWaiting));
  return leaves.length;
}

/** Checks one leaf and the stored subtrees that it completes. */
function checkLeaf(
  leaf: LeafRow,
  keys: ReadonlyMap<string, AuditedKey | null>,
  stored: readonly (Uint8Array | undefined)[],
  head: LogHead,
  tree: Tree,
  options: WalkOptions,
): void {
  assertIsNext(leaf, head, tree);
  if ('receipt' in leaf) tree.peaks = checkReceipt(leaf.receipt, keys, stored, tree, options);
  else tree.peaks = checkEntry(leaf.entry, stored, tree, options);
  tree.size += 1;
  if ('receipt' in leaf) tree.receipts += 1;
  assertKnown(tree, options.known);
  options.onProgress?.(tree.size, head.size);
}

function checkReceipt(
  row: AcceptedReceipt,
  keys: ReadonlyMap<string, AuditedKey | null>,
  stored: readonly (Uint8Array | undefined)[],
  tree: Tree,
  { macOf, replay, verifiesSignatures = true }: WalkOptions,
): readonly Uint8Array[] {
  const key = keys.get(row.signing_key_id);
  const invalid = (fault: string) => new LogFault(`${nameOf(row)} is not valid: ${fault}`);
  const fault = findReceiptFault(row, key, verifiesSignatures);
  if (fault !== undefined) throw invalid(fault);
  const peaks = appendAndCompare({ receipt: row }, leafOrFault(row), stored, tree);
  if (macOf && !isAsAccepted(row, key, macOf(row))) throw invalid(REPLACED);
  if (row.received_at < tree.received_at - CLOCK_SKEW) throw invalid('it was received before an earlier receipt');
  tree.received_at = Math.max(tree.received_at, row.received_at);
  const lifeFault = replay.lifeFault(row);
  if (lifeFault !== undefined) throw invalid(lifeFault);
  return peaks;
}

const REPLACED =
  'its signature, its signing key, its unsigned metadata or the order that it names was replaced after it was accepted';

function checkEntry(
  entry: EntryRow,
  stored: readonly (Uint8Array | undefined)[],
  tree: Tree,
  { replay }: WalkOptions,
): readonly Uint8Array[] {
  const peaks = appendAndCompare({ entry }, leafHash(entry.data), stored, tree);
  replay.apply(entry);
  return peaks;
}

function assertKnown({ size, peaks }: Tree, known: readonly KnownTree[]): void {
  const wrong = known.find((tree) => tree.size === size && !sameBytes(rootOf(peaks), tree.root));
  if (wrong) throw new LogFault(`the log and ${wrong.name} differ in the first ${pluralize(size, 'leaf', 'leaves')}`);
}

function assertIsNext(leaf: LeafRow, head: LogHead, { size }: Tree): void {
  if (head.size === 0) throw new LogFault(HEADLESS);
  const index = indexOf(leaf);
  if (size >= head.size || index < size) {
    throw new LogFault(`${rowName(leaf)} was added: the log has ${pluralize(head.size, 'leaf', 'leaves')}`);
  }
  if (index !== size) throw new LogFault(`leaf ${size} is missing: its row was deleted or moved`);
}

/** True if a receipt is as it was accepted. The leaf covers only the signed members; the MAC covers all others. */
function isAsAccepted(row: AcceptedReceipt, key: AuditedKey | null | undefined, mac: Uint8Array): boolean {
  return row.key_fingerprint === key?.key_fingerprint && sameBytes(row.mac, mac);
}

/** Appends a leaf and compares each subtree that it completes with the stored one. Returns the new peaks. */
function appendAndCompare(
  row: LeafRow,
  leaf: Uint8Array,
  stored: readonly (Uint8Array | undefined)[],
  tree: Tree,
): readonly Uint8Array[] {
  const { peaks, nodes }: { peaks: readonly Uint8Array[]; nodes: readonly TreeNode[] } = appendLeaf(
    tree.peaks,
    tree.size,
    leaf,
  );
  for (const [index, node] of nodes.entries()) {
    const found = stored[index];
    if (!found || !sameBytes(found, node.hash)) throw new LogFault(nodeText(row, node, found !== undefined));
  }
  return peaks;
}

function leafOrFault(row: AcceptedReceipt): Uint8Array {
  try {
    return hashLeafRow(row);
  } catch (error) {
    if (error instanceof RangeError) throw new LogFault(`${nameOf(row)} is not valid: its received_at is not a time`);
    throw error;
  }
}
