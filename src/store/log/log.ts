import { sameBytes } from '../../attestation/bytes.js';
import { entryLeaf, type TypedEntry } from '../../attestation/log-entry.js';
import { appendLeaf, type TreeNode } from '../../attestation/merkle.js';
import { leafHash, nodeHash } from '../../domain/receipt/log-hashes.js';
import type { AcceptedReceipt, CheckedReceipt } from '../../domain/receipt/receipt.js';
import { leafOf } from '../../domain/receipt/signed-columns.js';
import { LogRefusal } from '../../ports.js';
import type { LogHead, LogTree } from './log-head.js';
import type { LogKey } from './log-key.js';

/** What an engine writes when a leaf is appended, together with the row that it is of, or nothing. */
export interface LogGrowth {
  /** The subtrees that are complete now. */
  readonly nodes: readonly TreeNode[];
  /** Its head (`sealed`) is written once, however many leaves the same transaction appends. */
  readonly tree: LogTree;
}

/** The growth by a receipt, which is stored with its place in the log. */
export interface ReceiptGrowth extends LogGrowth {
  readonly receipt: AcceptedReceipt;
}

/** A leaf that is no receipt, as an engine stores it. */
export interface StoredEntry {
  readonly log_index: number;
  readonly type: TypedEntry['type'];
  /** What is hashed. */
  readonly data: Uint8Array;
  /** Opens `private_hash`; null = the entry hides nothing. 32 bytes. */
  readonly salt: Uint8Array | null;
}

/** The growth by an entry. */
export interface EntryGrowth extends LogGrowth {
  readonly entry: StoredEntry;
}

/** How the logs of the organizations begin and grow; heads and receipts have MACs of the log's key. */
export class Log {
  private readonly key: LogKey;

  constructor(key: LogKey) {
    this.key = key;
  }

  /** The head of an empty log. */
  begun(organizationId: string): LogHead {
    return this.sealed(organizationId, { epoch: 1, size: 0, peaks: [] });
  }

  /**
   * The stored head, if this portal wrote it: a log that was truncated must neither grow nor be signed.
   * @throws LogRefusal when it was changed
   */
  trusted(organizationId: string, stored: LogHead | undefined): LogHead {
    if (stored && this.isOurs(organizationId, stored)) return stored;
    throw new LogRefusal(`the head of the log of ${organizationId} was changed: run \`portal log verify\``);
  }

  /** Whether a stored head is one that this portal wrote. */
  isOurs(organizationId: string, stored: LogHead): boolean {
    return sameBytes(stored.mac, this.headMac(organizationId, stored));
  }

  /** Whether an earlier version of the portal wrote a stored head, before logs had epochs. */
  isEarlier(organizationId: string, { size, peaks, mac }: LogHead): boolean {
    return sameBytes(mac, this.key.mac('head', organizationId, String(size), ...peaks));
  }

  /** Appends the leaf of a receipt to a tree whose head is `trusted`, or that grew out of it. */
  grown(before: LogTree, receipt: CheckedReceipt): ReceiptGrowth {
    return {
      receipt: { ...receipt, log_index: before.size, mac: this.receiptMac(receipt) },
      ...appended(before, leafOf(receipt)),
    };
  }

  /** Appends the leaf of an entry to a tree whose head is `trusted`, or that grew out of it. */
  entered(before: LogTree, entry: TypedEntry, salt: Uint8Array | null): EntryGrowth {
    const data = entryLeaf(entry);
    return {
      entry: { log_index: before.size, type: entry.type, data, salt },
      ...appended(before, leafHash(data)),
    };
  }

  /** Covers what the leaf does not: the signature, the signer, what nobody signed, and the order that the receipt is about. */
  receiptMac(row: CheckedReceipt): Uint8Array {
    const { organization_id, id, receipt_hash, signing_key_id, key_fingerprint, signature } = row;
    const signed = [organization_id, id, receipt_hash, signing_key_id, key_fingerprint, signature] as const;
    return this.key.mac('receipt/2', ...signed, row.order_id ?? '', row.metadata ?? '');
  }

  /** The MAC that an earlier version of the portal gave a receipt. */
  earlierReceiptMac(row: CheckedReceipt): Uint8Array {
    const { organization_id, id, receipt_hash, signing_key_id, key_fingerprint, signature } = row;
    return this.key.mac('receipt', organization_id, id, receipt_hash, signing_key_id, key_fingerprint, signature);
  }

  /** The head of a tree, with the MAC of this key. */
  sealed(organizationId: string, { epoch, size, peaks }: LogTree): LogHead {
    return { epoch, size, peaks, mac: this.headMac(organizationId, { epoch, size, peaks }) };
  }

  private headMac(organizationId: string, { epoch, size, peaks }: LogTree): Uint8Array {
    return this.key.mac('head/2', organizationId, String(epoch), String(size), ...peaks);
  }
}

function appended({ epoch, size, peaks }: LogTree, leaf: Uint8Array): LogGrowth {
  const { peaks: grown, nodes } = appendLeaf(peaks, size, leaf, nodeHash);
  return { nodes, tree: { epoch, size: size + 1, peaks: grown } };
}
