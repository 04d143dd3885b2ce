import { sameBytes } from '../../attestation/bytes.js';
import { entryLeaf, type TypedEntry } from '../../attestation/log-entry.js';
import { appendLeaf, leafHash, type TreeNode } from '../../attestation/merkle.js';
import type { AcceptedReceipt, CheckedReceipt } from '../../domain/receipt/receipt.js';
import { leafOf } from '../../domain/receipt/signed-columns.js';
import { LogRefusal } from '../../ports.js';
import type { LogHead } from './log-head.js';
import type { LogKey } from './log-key.js';

/** What an engine writes when a leaf is appended, together with the row that it is of, or nothing. */
export interface LogGrowth {
  /** The subtrees that are complete now. */
  readonly nodes: readonly TreeNode[];
  readonly head: LogHead;
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
    return this.headOf(organizationId, 1, 0, []);
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

  /**
   * Appends the leaf of a receipt to the log whose head is stored.
   * @throws LogRefusal when the head was changed
   */
  grown(stored: LogHead | undefined, receipt: CheckedReceipt): ReceiptGrowth {
    const { organization_id } = receipt;
    const before = this.trusted(organization_id, stored);
    return {
      receipt: { ...receipt, log_index: before.size, mac: this.receiptMac(receipt) },
      ...this.appended(organization_id, before, leafOf(receipt)),
    };
  }

  /**
   * Appends the leaf of an entry to the log whose head is stored.
   * @throws LogRefusal when the head was changed
   */
  entered(
    organizationId: string,
    stored: LogHead | undefined,
    entry: TypedEntry,
    salt: Uint8Array | null,
  ): EntryGrowth {
    const before = this.trusted(organizationId, stored);
    const data = entryLeaf(entry);
    return {
      entry: { log_index: before.size, type: entry.type, data, salt },
      ...this.appended(organizationId, before, leafHash(data)),
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

  /** The head of a log under its present or its next name. */
  headOf(organizationId: string, epoch: number, size: number, peaks: readonly Uint8Array[]): LogHead {
    const head = { epoch, size, peaks };
    return { ...head, mac: this.headMac(organizationId, head) };
  }

  /** The same head under another name or key; its MAC is of this key. */
  renamed(organizationId: string, { size, peaks }: LogHead, epoch: number): LogHead {
    return this.headOf(organizationId, epoch, size, peaks);
  }

  private appended(organizationId: string, { epoch, size, peaks }: LogHead, leaf: Uint8Array): LogGrowth {
    const { peaks: grown, nodes } = appendLeaf(peaks, size, leaf);
    return { nodes, head: this.headOf(organizationId, epoch, size + 1, grown) };
  }

  private headMac(organizationId: string, { epoch, size, peaks }: Omit<LogHead, 'mac'>): Uint8Array {
    return this.key.mac('head/2', organizationId, String(epoch), String(size), ...peaks);
  }
}
