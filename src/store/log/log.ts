import { sameBytes } from '../../attestation/bytes.js';
import { entryLeaf, type TypedEntry } from '../../attestation/log-entry.js';
import { appendLeaf, type TreeNode } from '../../attestation/merkle.js';
import { leafHash, nodeHash } from '../../domain/receipt/log-hashes.js';
import type { AcceptedReceipt, CheckedReceipt } from '../../domain/receipt/receipt.js';
import { hashLeafRow } from '../../domain/receipt/signed-columns.js';
import { extend } from '../../domain/values/extend.js';
import { LogRefusal, type PendingEntry, type WaitingEntry } from '../../ports.js';
import { FULL_COVERAGE, type LogCoverage, type LogHead, type LogTree, type StoredHead } from './log-head.js';
import type { LogKey } from './log-key.js';

/** Writes caused by an appended leaf, in addition to the leaf's row. */
export interface LogGrowth {
  /** Subtrees that the leaf completes. */
  readonly nodes: readonly TreeNode[];
  /** Tree after the leaf. A transaction writes one head, regardless of the number of appended leaves. */
  readonly tree: LogTree;
}

/** An appended receipt, stored with its log index. */
export interface ReceiptGrowth extends LogGrowth {
  readonly receipt: AcceptedReceipt;
}

/** Stored form of a leaf that is not a receipt. */
export interface StoredEntry {
  readonly log_index: number;
  readonly type: TypedEntry['type'];
  /** Bytes that the leaf hashes. */
  readonly data: Uint8Array;
  /** Salt of `private_hash`, 32 bytes; `null` if the entry hides nothing. */
  readonly salt: Uint8Array | null;
}

/** An appended entry. */
export interface EntryGrowth extends LogGrowth {
  readonly entry: StoredEntry;
}

/** Coverages of heads, beginning with that of nearly every head. */
const COVERAGES: readonly LogCoverage[] = [
  FULL_COVERAGE,
  { covers_rows: true, covers_grants: false },
  { covers_rows: false, covers_grants: false },
];

/** Starts and extends the logs of organizations. Heads and receipts contain MACs under the log's key. */
export class Log {
  private readonly key: LogKey;

  constructor(key: LogKey) {
    this.key = key;
  }

  /** Head of an empty log. `isNew`: false if the organization may have rows without entries. */
  emptyHead(organizationId: string, isNew: boolean): LogHead {
    const coverage = isNew ? FULL_COVERAGE : { covers_rows: false, covers_grants: false };
    return this.sealHead(organizationId, { epoch: 1, size: 0, peaks: [], received_at: 0, ...coverage });
  }

  /**
   * Returns the stored head if this portal wrote it, since a truncated log must neither grow nor be signed.
   * @throws LogRefusal if it was changed
   */
  checkHead(organizationId: string, stored: StoredHead | undefined): LogHead {
    const coverage = stored && this.findCoverage(organizationId, stored);
    if (stored && coverage) return extend(stored, coverage);
    throw new LogRefusal(`the head of the log of ${organizationId} was changed: run \`portal log verify\``);
  }

  /** True if this portal wrote the stored head. */
  isOurs(organizationId: string, stored: StoredHead): boolean {
    return this.findCoverage(organizationId, stored) !== undefined;
  }

  /** Returns the coverage of a stored head, which its MAC contains; `undefined` if this portal did not write it. */
  findCoverage(organizationId: string, stored: StoredHead): LogCoverage | undefined {
    return COVERAGES.find((coverage) => sameBytes(stored.mac, this.headMac(organizationId, stored, coverage)));
  }

  /** True if an earlier version of the portal, from before logs had epochs, wrote the stored head. */
  isEarlier(organizationId: string, { size, peaks, mac }: StoredHead): boolean {
    return sameBytes(mac, this.key.mac('head', organizationId, String(size), ...peaks));
  }

  /**
   * Appends the leaf of a receipt to a checked tree. If the clock was set back, or runs behind that of another process,
   * the receipt gets the time of the one before it, so that times never decrease in a log.
   */
  appendReceipt(before: LogTree, checked: CheckedReceipt): ReceiptGrowth {
    const received_at = Math.max(checked.received_at, before.received_at);
    const receipt = received_at === checked.received_at ? checked : { ...checked, received_at };
    const { nodes, tree } = appendToTree(before, hashLeafRow(receipt), received_at);
    return { receipt: extend(receipt, { log_index: before.size, mac: this.receiptMac(receipt) }), nodes, tree };
  }

  /** Appends the leaf of an entry to a checked tree. */
  appendEntry(before: LogTree, entry: TypedEntry, salt: Uint8Array | null): EntryGrowth {
    return this.appendData(before, { type: entry.type, data: entryLeaf(entry), salt });
  }

  /** Appends an entry whose leaf data has been built to a checked tree. */
  appendData(before: LogTree, entry: Omit<StoredEntry, 'log_index'>): EntryGrowth {
    const { type, data, salt } = entry;
    const { nodes, tree } = appendToTree(before, leafHash(data));
    return { entry: { log_index: before.size, type, data, salt }, nodes, tree };
  }

  /** Builds an entry that waits for its place. Only its MAC shows later that the portal wrote it. */
  pendEntry(organizationId: string, entry: WaitingEntry): Omit<PendingEntry, 'seq'> {
    const { type } = entry;
    const data = entryLeaf(entry);
    return { type, data, mac: this.pendingMac(organizationId, { type, data }) };
  }

  /** True if this portal wrote an entry that waits for its place. */
  isOurPending(organizationId: string, pending: PendingEntry): boolean {
    return sameBytes(pending.mac, this.pendingMac(organizationId, pending));
  }

  /** @throws LogRefusal if this portal did not write an entry that waits for its place */
  checkPending(organizationId: string, pending: PendingEntry): void {
    if (this.isOurPending(organizationId, pending)) return;
    throw new LogRefusal(`an entry for the log of ${organizationId} was changed: run \`portal log verify\``);
  }

  pendingMac(organizationId: string, { type, data }: Pick<PendingEntry, 'type' | 'data'>): Uint8Array {
    return this.key.mac('pending', organizationId, type, data);
  }

  /**
   * Computes the MAC of a receipt, which covers all columns that the leaf does not: signature, signer, unsigned
   * metadata and order. The leaf has the hash of the delegation.
   */
  receiptMac(row: CheckedReceipt): Uint8Array {
    const { organization_id, id, receipt_hash, signing_key_id, key_fingerprint, signature } = row;
    const signed = [organization_id, id, receipt_hash, signing_key_id, key_fingerprint, signature] as const;
    return this.key.mac('receipt/2', ...signed, row.order_id ?? '', row.metadata ?? '');
  }

  /** Computes the MAC of a receipt as earlier versions of the portal did. */
  earlierReceiptMac(row: CheckedReceipt): Uint8Array {
    const { organization_id, id, receipt_hash, signing_key_id, key_fingerprint, signature } = row;
    return this.key.mac('receipt', organization_id, id, receipt_hash, signing_key_id, key_fingerprint, signature);
  }

  /** Adds the MAC under this key to a tree. */
  sealHead(organizationId: string, tree: LogTree): LogHead {
    return extend(tree, { mac: this.headMac(organizationId, tree, tree) });
  }

  private headMac(
    organizationId: string,
    { epoch, size, peaks }: Pick<LogTree, 'epoch' | 'size' | 'peaks'>,
    { covers_rows, covers_grants }: LogCoverage,
  ): Uint8Array {
    const label = covers_grants ? 'head/4' : covers_rows ? 'head/3' : 'head/2';
    return this.key.mac(label, organizationId, String(epoch), String(size), ...peaks);
  }
}

function appendToTree(before: LogTree, leaf: Uint8Array, received_at = before.received_at): LogGrowth {
  const { peaks, nodes } = appendLeaf(before.peaks, before.size, leaf, nodeHash);
  return { nodes, tree: { ...before, size: before.size + 1, peaks, received_at } };
}
