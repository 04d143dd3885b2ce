import { AttestationError } from '../../attestation/attestation-error.js';
import { sameBytes, toBase64 } from '../../attestation/bytes.js';
import { type Checkpoint, openCheckpoint } from '../../attestation/checkpoint.js';
import { rootOf } from '../../attestation/merkle.js';
import type { NoteVerifier } from '../../attestation/note.js';
import { counted } from '../../domain/values/counted.js';
import type { Log } from './log.js';
import type { LogAuditRows, LogAuditStore } from './log-audit-rows.js';
import { HEADLESS, LogFault } from './log-fault.js';
import { joinedPeaks, type LogHead } from './log-head.js';
import type { LogKey } from './log-key.js';
import { type Tree, walk } from './log-walk.js';

/** The result of an audit of an organization's log. */
export interface LogAudit {
  readonly organization_id: string;
  /** Name of the log. */
  readonly origin: string;
  /** Valid receipts, from the first on. */
  readonly size: number;
  /** Their root; base64. */
  readonly root_hash: string;
  /** The first fault, as a sentence; null = none. */
  readonly fault: string | null;
}

interface AuditOptions {
  /** A checkpoint that was kept elsewhere, as a signed note. */
  readonly kept?: string | undefined;
  /** Called after each receipt. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Recomputes logs from the signed bytes up (docs/receipts.md, Verifying the log). */
export class LogAuditor {
  private readonly store: LogAuditStore;
  private readonly log: Log;
  private readonly key: LogKey;

  constructor(store: LogAuditStore, log: Log, key: LogKey) {
    this.store = store;
    this.log = log;
    this.key = key;
  }

  /** All organizations, and ids without an organization that have receipts or a log. */
  organizations(): Promise<readonly string[]> {
    return this.store.organizations();
  }

  /**
   * Audits one log in one consistent view.
   * @throws Error when the log's key cannot be read
   */
  async audit(organizationId: string, options: AuditOptions = {}): Promise<LogAudit> {
    const verifier = this.key.verifier(organizationId, 1);
    const tree: Tree = { size: 0, peaks: [] };
    const fault = await this.store.look(organizationId, (rows) =>
      this.faultOf(organizationId, rows, verifier, tree, options),
    );
    const { size, peaks } = tree;
    return { organization_id: organizationId, origin: verifier.name, size, root_hash: toBase64(rootOf(peaks)), fault };
  }

  private async faultOf(
    organizationId: string,
    rows: LogAuditRows,
    verifier: NoteVerifier,
    tree: Tree,
    options: AuditOptions,
  ): Promise<string | null> {
    try {
      const kept = options.kept === undefined ? undefined : keptCheckpoint(options.kept, verifier);
      const head = await rows.head();
      if (!head) throw new LogFault(HEADLESS);
      const isOurs = this.log.isOurs(organizationId, head);
      // With another key or name no MAC is valid: then the fault is in the head, not in each receipt.
      const macOf = isOurs ? this.log.receiptMac.bind(this.log) : undefined;
      await walk(rows, head, tree, { kept, macOf, onProgress: options.onProgress });
      await assertEnd(rows, head, isOurs, tree);
      if (kept) assertNotOlder(kept, tree);
      return null;
    } catch (error) {
      if (error instanceof LogFault) return error.message;
      throw error;
    }
  }
}

function keptCheckpoint(note: string, verifier: NoteVerifier): Checkpoint {
  try {
    return openCheckpoint(note, verifier);
  } catch (error) {
    if (error instanceof AttestationError)
      throw new LogFault(`the kept checkpoint is not a checkpoint of this log: ${error.detail}`);
    throw error;
  }
}

async function assertEnd(rows: LogAuditRows, head: LogHead, isOurs: boolean, { size, peaks }: Tree): Promise<void> {
  if (size < head.size)
    throw new LogFault(
      `receipt ${size} is missing: the log has ${counted(head.size, 'leaf', 'leaves')}, so it was truncated`,
    );
  if (!isOurs || !sameBytes(joinedPeaks(head), joinedPeaks({ peaks }))) {
    throw new LogFault(
      `the head of the log is not the one that the portal wrote for ${counted(size, 'receipt')}: the log was truncated, or its head was changed`,
    );
  }
  if ((await rows.countNodes()) !== nodesOf(size)) throw new LogFault('the log holds nodes that belong to no receipt');
}

function assertNotOlder(kept: Checkpoint, { size }: Tree): void {
  if (kept.size <= size) return;
  throw new LogFault(
    `the log has ${counted(size, 'leaf', 'leaves')}, the kept checkpoint has ${kept.size}: an older copy of the database was restored, or the log was truncated`,
  );
}

/** Complete subtrees of a tree: one for each leaf, and one for each two that were joined. */
function nodesOf(size: number): number {
  let count = 0;
  for (let level = size; level > 0; level = Math.floor(level / 2)) count += level;
  return count;
}
