import { sameBytes } from '../../attestation/bytes.js';
import { entryLeaf, type TypedEntry } from '../../attestation/log-entry.js';
import { appendLeaf, type TreeNode } from '../../attestation/merkle.js';
import { leafHash, nodeHash } from '../../domain/receipt/log-hashes.js';
import type { AcceptedReceipt, CheckedReceipt } from '../../domain/receipt/receipt.js';
import { hashLeafRow } from '../../domain/receipt/signed-columns.js';
import { LogRefusal } from '../../ports.js';
import type { LogHead, LogTree } from './log-head.js';
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

/** Starts and extends the logs of organizations. Heads and receipts contain MACs under the log's key. */
export class Log {
  private readonly key: LogKey;

  constructor(key: LogKey) {
    this.key = key;
  }

  emptyHead(organizationId: string): LogHead {
    return this.sealHead(organizationId, { epoch: 1, size: 0, peaks: [], received_at: 0 });
  }

  /**
   * Returns the stored head if this portal wrote it, since a truncated log must neither grow nor be signed.
   * @throws LogRefusal if it was changed
   */
  checkHead(organizationId: string, stored: LogHead | undefined): LogHead {
    if (stored && this.isOurs(organizationId, stored)) return stored;
    throw new LogRefusal(`the head of the log of ${organizationId} was changed: run \`portal log verify\``);
  }

  /** True if this portal wrote the stored head. */
  isOurs(organizationId: string, stored: LogHead): boolean {
    return sameBytes(stored.mac, this.headMac(organizationId, stored));
  }

  /** True if an earlier version of the portal, from before logs had epochs, wrote the stored head. */
  isEarlier(organizationId: string, { size, peaks, mac }: LogHead): boolean {
    return sameBytes(mac, this.key.mac('head', organizationId, String(size), ...peaks));
  }

  /**
   * Appends the leaf of a receipt to a checked tree. If the clock was set back, or runs behind that of another process,
   * the receipt gets the time of the one before it, so that times never decrease in a log.
   */
  appendReceipt(before: LogTree, checked: CheckedReceipt): ReceiptGrowth {
    const received_at = Math.max(checked.received_at, before.received_at);
    const receipt = { ...checked, received_at };
    const { nodes, tree } = appendToTree(before, hashLeafRow(receipt));
    return {
      receipt: { ...receipt, log_index: before.size, mac: this.receiptMac(receipt) },
      nodes,
      tree: { ...tree, received_at },
    };
  }

  /** Appends the leaf of an entry to a checked tree. */
  appendEntry(before: LogTree, entry: TypedEntry, salt: Uint8Array | null): EntryGrowth {
    const data = entryLeaf(entry);
    return {
      entry: { log_index: before.size, type: entry.type, data, salt },
      ...appendToTree(before, leafHash(data)),
    };
  }

  /**
   * Computes the MAC of a receipt, which covers all columns that the leaf does not: signature, signer, unsigned
   * metadata and order.
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
    return { ...tree, mac: this.headMac(organizationId, tree) };
  }

  private headMac(organizationId: string, { epoch, size, peaks }: LogTree): Uint8Array {
    return this.key.mac('head/2', organizationId, String(epoch), String(size), ...peaks);
  }
}

function appendToTree(before: LogTree, leaf: Uint8Array): LogGrowth {
  const { peaks, nodes } = appendLeaf(before.peaks, before.size, leaf, nodeHash);
  return { nodes, tree: { ...before, size: before.size + 1, peaks } };
}
