import { concatBytes } from '@noble/hashes/utils.js';
import type { Database } from 'better-sqlite3';
import { AttestationError } from '../../attestation/attestation-error.js';
import { sameBytes, toBase64 } from '../../attestation/bytes.js';
import { type Checkpoint, openCheckpoint } from '../../attestation/checkpoint.js';
import { appendLeaf, rootOf, type TreeNode } from '../../attestation/merkle.js';
import type { NoteVerifier } from '../../attestation/note.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { leafOf } from '../../domain/receipt/signed-columns.js';
import type { SigningKey } from '../../domain/signing-key/signing-key.js';
import { AuditedRows, auditedOrganizations } from './audited-rows.js';
import type { Log, LogHead } from './log.js';
import type { LogKey } from './log-key.js';
import { receiptFault } from './receipt-fault.js';

/** What was found of an organization's log. */
export interface LogAudit {
  readonly organization_id: string;
  /** Name of the log. */
  readonly origin: string;
  /** Receipts that are right, from the first on. */
  readonly size: number;
  /** Root of these; base64. */
  readonly root_hash: string;
  /** The first thing that is wrong, as a sentence; null = nothing. */
  readonly fault: string | null;
}

interface AuditOptions {
  /** A checkpoint that was kept elsewhere, as a signed note. */
  readonly kept?: string | undefined;
  /** Told after each receipt. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

interface Tree {
  size: number;
  peaks: readonly Uint8Array[];
}

class Fault extends Error {}

const HEADLESS = 'the head of the log is missing: its row was dropped, or the log emptied';

/** Recomputes logs from the signed bytes up (docs/receipts.md, Verifying the log). */
export class LogAuditor {
  private readonly database: Database;
  private readonly log: Log;
  private readonly key: LogKey;

  constructor(database: Database, log: Log, key: LogKey) {
    this.database = database;
    this.log = log;
    this.key = key;
  }

  /** The organizations there are, and those of which there are receipts or a log. */
  organizations(): string[] {
    return auditedOrganizations(this.database);
  }

  /** One consistent look at one log. */
  audit(organizationId: string, options: AuditOptions = {}): LogAudit {
    const verifier = this.key.signer(organizationId);
    const tree: Tree = { size: 0, peaks: [] };
    const fault = this.database.transaction(() => this.faultOf(organizationId, verifier, tree, options))();
    const { size, peaks } = tree;
    return { organization_id: organizationId, origin: verifier.name, size, root_hash: toBase64(rootOf(peaks)), fault };
  }

  private faultOf(organizationId: string, verifier: NoteVerifier, tree: Tree, options: AuditOptions): string | null {
    const rows = new AuditedRows(this.database, organizationId);
    try {
      const kept = options.kept === undefined ? undefined : keptCheckpoint(options.kept, verifier);
      const head = this.log.storedHead(organizationId);
      if (!head) throw new Fault(HEADLESS);
      const isOurs = sameBytes(head.mac, this.log.headMac(organizationId, head));
      // Under another key or name no MAC is right: then the head is what is wrong, not each receipt.
      const macOf = isOurs ? (row: AcceptedReceipt) => this.log.receiptMac(row) : undefined;
      walk(rows, head, kept, tree, { ...options, macOf });
      assertEnd(rows, head, isOurs, tree);
      if (kept) assertNotOlder(kept, tree);
      return null;
    } catch (error) {
      if (error instanceof Fault) return error.message;
      throw error;
    }
  }
}

function keptCheckpoint(note: string, verifier: NoteVerifier): Checkpoint {
  try {
    return openCheckpoint(note, verifier);
  } catch (error) {
    if (error instanceof AttestationError)
      throw new Fault(`the kept checkpoint is not one of this log: ${error.detail}`);
    throw error;
  }
}

interface WalkOptions extends AuditOptions {
  readonly macOf: ((row: AcceptedReceipt) => Uint8Array) | undefined;
}

function walk(rows: AuditedRows, head: LogHead, kept: Checkpoint | undefined, tree: Tree, options: WalkOptions): void {
  for (const row of rows.receipts()) {
    if (head.size === 0) throw new Fault(HEADLESS);
    if (tree.size >= head.size || row.log_index < tree.size) {
      throw new Fault(`${nameOf(row)} was added: the log has ${head.size} leaves`);
    }
    if (row.log_index !== tree.size) throw new Fault(`receipt ${tree.size} is missing: its row was dropped or moved`);
    const key = rows.signingKey(row.signing_key_id);
    const fault = receiptFault(row, key);
    if (fault !== undefined) throw new Fault(`${nameOf(row)} is wrong: ${fault}`);
    const peaks = grown(rows, row, tree);
    if (options.macOf && !isAsAccepted(row, key, options.macOf(row))) {
      throw new Fault(
        `${nameOf(row)} is wrong: its signature or its signing key was put in its place after it was accepted`,
      );
    }
    tree.size += 1;
    tree.peaks = peaks;
    if (kept && tree.size === kept.size && !sameBytes(rootOf(tree.peaks), kept.root)) {
      throw new Fault(`the first ${kept.size} receipts are not those of the kept checkpoint`);
    }
    options.onProgress?.(tree.size, head.size);
  }
}

/** The leaf holds neither signature nor key; these stand under the MAC. */
function isAsAccepted(row: AcceptedReceipt, key: SigningKey | null | undefined, mac: Uint8Array): boolean {
  return row.key_fingerprint === key?.key_fingerprint && sameBytes(row.mac, mac);
}

/** Appends a receipt's leaf and holds each subtree that is complete now against the stored one; answers the peaks. */
function grown(rows: AuditedRows, row: AcceptedReceipt, tree: Tree): readonly Uint8Array[] {
  const { peaks, nodes } = appendLeaf(tree.peaks, tree.size, leafOrFault(row));
  for (const node of nodes) {
    const stored = rows.hashAt(node);
    if (!stored || !sameBytes(stored, node.hash)) throw new Fault(nodeText(row, node, stored !== undefined));
  }
  return peaks;
}

function leafOrFault(row: AcceptedReceipt): Uint8Array {
  try {
    return leafOf(row);
  } catch (error) {
    if (error instanceof RangeError) throw new Fault(`${nameOf(row)} is wrong: its received_at is no time`);
    throw error;
  }
}

function assertEnd(rows: AuditedRows, head: LogHead, isOurs: boolean, { size, peaks }: Tree): void {
  if (size < head.size) throw new Fault(`receipt ${size} is missing: the log has ${head.size} leaves, so it was cut`);
  const whole = sameBytes(concatBytes(...head.peaks), concatBytes(...peaks));
  if (!whole || !isOurs) {
    throw new Fault(
      `the head of the log is not one that the portal wrote for ${size} receipts: the log was cut, or its head changed`,
    );
  }
  if (rows.nodeCount() !== nodesOf(size)) throw new Fault('the log holds nodes that belong to no receipt');
}

function assertNotOlder(kept: Checkpoint, { size }: Tree): void {
  if (kept.size <= size) return;
  throw new Fault(
    `the log has ${size} leaves, the kept checkpoint has ${kept.size}: an older copy of the database was put back, or the log was cut`,
  );
}

/** Complete subtrees of a tree: one for each leaf, and one for each two that were joined. */
function nodesOf(size: number): number {
  let count = 0;
  for (let level = size; level > 0; level = Math.floor(level / 2)) count += level;
  return count;
}

function nameOf({ log_index, id }: AcceptedReceipt): string {
  return `receipt ${log_index} (${id})`;
}

function nodeText(row: AcceptedReceipt, { level, position }: TreeNode, isStored: boolean): string {
  if (!isStored) return `node ${level}/${position} of the log is missing`;
  if (level > 0) return `node ${level}/${position} of the log is not the hash of the two below it`;
  return `${nameOf(row)} is not the one whose leaf is in the log: its row was changed or swapped, or the leaf was`;
}
