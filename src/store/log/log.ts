import { sameBytes } from '../../attestation/bytes.js';
import { appendLeaf, type TreeNode } from '../../attestation/merkle.js';
import type { AcceptedReceipt, CheckedReceipt } from '../../domain/receipt/receipt.js';
import { leafOf } from '../../domain/receipt/signed-columns.js';
import type { LogHead } from './log-head.js';
import type { LogKey } from './log-key.js';

/** What an engine writes when a receipt is accepted, all of it or nothing. */
export interface LogGrowth {
  readonly receipt: AcceptedReceipt;
  /** The subtrees that are complete now. */
  readonly nodes: readonly TreeNode[];
  readonly head: LogHead;
}

/** How the logs of the organizations begin and grow; heads and receipts have MACs of the log's key. */
export class Log {
  private readonly key: LogKey;

  constructor(key: LogKey) {
    this.key = key;
  }

  /** The head of an empty log. */
  begun(organizationId: string): LogHead {
    return this.headOf(organizationId, 0, []);
  }

  /**
   * The stored head, if this portal wrote it: a log that was truncated must neither grow nor be signed.
   * @throws Error when it was changed
   */
  trusted(organizationId: string, stored: LogHead | undefined): LogHead {
    if (stored && this.isOurs(organizationId, stored)) return stored;
    throw new Error(`the head of the log of ${organizationId} was changed: run \`portal log verify\``);
  }

  /** Whether a stored head is one that this portal wrote. */
  isOurs(organizationId: string, stored: LogHead): boolean {
    return sameBytes(stored.mac, this.headMac(organizationId, stored));
  }

  /**
   * Appends the leaf of a receipt to the log whose head is stored.
   * @throws Error when the head was changed
   */
  grown(stored: LogHead | undefined, receipt: CheckedReceipt): LogGrowth {
    const { organization_id } = receipt;
    const before = this.trusted(organization_id, stored);
    const { peaks, nodes } = appendLeaf(before.peaks, before.size, leafOf(receipt));
    return {
      receipt: { ...receipt, log_index: before.size, mac: this.receiptMac(receipt) },
      nodes,
      head: this.headOf(organization_id, before.size + 1, peaks),
    };
  }

  /** Covers what the leaf does not: the signature and the signer. */
  receiptMac(row: CheckedReceipt): Uint8Array {
    const { organization_id, id, receipt_hash, signing_key_id, key_fingerprint, signature } = row;
    return this.key.mac('receipt', organization_id, id, receipt_hash, signing_key_id, key_fingerprint, signature);
  }

  private headOf(organizationId: string, size: number, peaks: readonly Uint8Array[]): LogHead {
    return { size, peaks, mac: this.headMac(organizationId, { size, peaks }) };
  }

  private headMac(organizationId: string, { size, peaks }: Pick<LogHead, 'size' | 'peaks'>): Uint8Array {
    return this.key.mac('head', organizationId, String(size), ...peaks);
  }
}
