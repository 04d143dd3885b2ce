import { toBase64 } from '../../attestation/bytes.js';
import { rootOf } from '../../attestation/merkle.js';
import { vkeyOf } from '../../attestation/note.js';
import { publicationId } from '../../domain/receipt/log-checkpoint.js';
import { pluralize } from '../../domain/values/pluralize.js';
import type { PendingEntry } from '../../ports.js';
import { collectNames, findCheckpointFaults } from './checkpoint-audit.js';
import { findUnenteredFaults, findWaitingFaults, readWaiting, type WaitingEntries } from './entered-rows.js';
import { assertNotOlder, findNameFaults, readKeptTrees, signedTrees, verifierKeys } from './known-trees.js';
import type { Log } from './log.js';
import type { LogAuditRows, LogAuditStore } from './log-audit-rows.js';
import { assertEnd } from './log-end.js';
import { HEADLESS, LogFault } from './log-fault.js';
import { FULL_COVERAGE, type LogHead, type StoredHead } from './log-head.js';
import type { LogKey } from './log-key.js';
import { type KnownTree, type Tree, walk } from './log-walk.js';
import { findPublishedFaults } from './publication-audit.js';
import { Replay } from './replay.js';
import { findRowFaults } from './row-audit.js';
import type { SignedHead, SignedState } from './signed-heads.js';

/** Result of auditing one organization's log. */
export interface LogAudit {
  readonly organization_id: string;
  /** Present name of the log. */
  readonly origin: string;
  /** Number of valid leaves, counted from the first. */
  readonly size: number;
  /** Root of the valid leaves, base64. */
  readonly root_hash: string;
  /** Number of valid leaves that are receipts. */
  readonly receipts: number;
  /** Size of the largest known signed head under the present name; `null` if none is known. */
  readonly signed_size: number | null;
  /** Describes how the file of signed heads was lost or set back for this log; `null` if it was not. */
  readonly signed_fault: string | null;
  /** True if the log was restored and its latest signed heads are unknown, so it is not signed until it is adopted. */
  readonly waits: boolean;
  /** First fault, as a sentence; `null` if there is none. */
  readonly fault: string | null;
  /** All faults found. The walk of the tree ends at its first fault. */
  readonly faults: readonly string[];
}

export interface AuditOptions {
  /** Checkpoints kept outside the portal, as signed notes. */
  readonly kept?: readonly string[];
  /** True if the key is lost, so MACs are not checked. */
  readonly isKeyLost?: boolean;
  /** True to check the tree without the signed heads. */
  readonly isSignedIgnored?: boolean;
  /** Called after each leaf. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Recomputes logs from their receipts and entries (docs/receipts-operate.md, Verifying the log). Writes nothing. */
export class LogAuditor {
  private readonly store: LogAuditStore;
  private readonly log: Log;
  private readonly key: LogKey;
  private readonly signed: SignedState;

  /** `signed` comes from the operator's file of signed heads. */
  constructor(store: LogAuditStore, log: Log, key: LogKey, signed: SignedState) {
    this.store = store;
    this.log = log;
    this.key = key;
    this.signed = signed;
  }

  /**
   * Returns the ids of all organizations, including those that do not exist but have receipts, keys, agents, a log, or
   * a signed head that is not abandoned.
   */
  async organizations(): Promise<readonly string[]> {
    const stored = await this.store.organizations();
    const { heads, abandoned: gone } = this.signed;
    const signed = heads.map(({ organization_id }) => organization_id).filter((id) => !gone.has(id));
    return [...new Set([...stored, ...signed])].sort();
  }

  /**
   * Audits one log in one snapshot.
   * @throws Error if the log's key cannot be read
   */
  async audit(organizationId: string, options: AuditOptions = {}): Promise<LogAudit> {
    if (!options.isKeyLost) this.key.assertLoaded();
    const tree: Tree = { size: 0, peaks: [], receipts: 0, received_at: 0 };
    const faults: string[] = [];
    const ofLog = this.signed.heads.filter((head) => head.organization_id === organizationId);
    const signed = options.isSignedIgnored ? [] : ofLog;
    const { epoch, shown } = await this.store.look(organizationId, async (rows) => {
      const head = await rows.head();
      await this.findFaults({ organizationId, rows, head, tree, faults, signed, options });
      const present = head?.epoch ?? Math.max(1, ...signed.map((one) => one.epoch));
      return { epoch: present, shown: await shownSize(rows, organizationId, present) };
    });
    const { name, ...verifier } = this.key.verifier(organizationId, epoch);
    const last = signed.find(({ vkey }) => vkey === vkeyOf({ name, ...verifier }));
    return {
      organization_id: organizationId,
      origin: name,
      size: tree.size,
      root_hash: toBase64(rootOf(tree.peaks)),
      receipts: tree.receipts,
      signed_size: last?.size ?? null,
      signed_fault: signedFault(last?.size, shown),
      waits: last?.restored === true,
      fault: faults[0] ?? null,
      faults,
    };
  }

  private async findFaults(audit: Audit): Promise<void> {
    const { rows, faults } = audit;
    try {
      const known = await this.knownTrees(audit);
      if (!audit.head) throw new LogFault(await headlessText(audit));
      const head = this.headOf(audit, audit.head);
      const replay = new Replay(await rows.entries(), head);
      const entered: string[] = [];
      const { waiting, faults: forged } = readWaiting(await rows.pending(), this.pendingCheck(audit));
      entered.push(...forged);
      await this.checkTree(audit, head, known, { replay, waiting }, (found) => entered.push(...found));
      entered.push(...(await findWaitingFaults(rows, waiting)), ...(await findUnenteredFaults(rows, waiting, head)));
      const organization = await rows.organization();
      if (!organization) faults.push('the organization of the log is gone');
      else faults.push(...(await findPublishedFaults(rows, organization)));
      faults.push(...(await findRowFaults(rows, replay, head.covers_rows)), ...entered);
      const { epoch } = audit.head;
      const closed = await rows.closed();
      const verifier = this.key.verifier(audit.organizationId, epoch);
      const vkey = vkeyOf(verifier);
      const isClosed = audit.options.isSignedIgnored === true;
      faults.push(...findNameFaults(replay.changes, closed, { epoch, vkey }, audit.signed));
      faults.push(
        ...(await findCheckpointFaults(rows, collectNames(closed, { epoch, verifier, isClosed }, audit.tree.size))),
      );
    } catch (error) {
      if (!(error instanceof LogFault)) throw error;
      faults.push(error.message);
    }
  }

  /** If the head is not ours, or the key is lost, the log is taken to cover all rows. */
  private headOf({ organizationId, options }: Audit, stored: StoredHead): LogHead {
    const coverage = options.isKeyLost ? undefined : this.log.findCoverage(organizationId, stored);
    return { ...stored, ...(coverage ?? FULL_COVERAGE) };
  }

  private pendingCheck({ organizationId, options }: Audit): (entry: PendingEntry) => boolean {
    return (entry) => options.isKeyLost === true || this.log.isOurPending(organizationId, entry);
  }

  /** @throws LogFault if a kept checkpoint does not belong to this log */
  private async knownTrees({ organizationId, rows, head, signed, options }: Audit): Promise<readonly KnownTree[]> {
    const epoch = head?.epoch ?? 1;
    const vkeys = verifierKeys(this.key, organizationId, epoch, await rows.closed());
    const present = vkeyOf(this.key.verifier(organizationId, epoch));
    return [...readKeptTrees(options.kept ?? [], vkeys), ...signedTrees(signed, present)];
  }

  /** @throws LogFault */
  private async checkTree(
    { organizationId, rows, tree, options }: Audit,
    head: LogHead,
    known: readonly KnownTree[],
    { replay, waiting }: { readonly replay: Replay; readonly waiting: WaitingEntries },
    onFaults: (faults: readonly string[]) => void,
  ): Promise<void> {
    const isOurs = options.isKeyLost === true || this.log.isOurs(organizationId, head);
    // If the head has another key or name, every MAC is invalid. The head is then reported instead of each receipt.
    const macOf = isOurs && !options.isKeyLost ? this.log.receiptMac.bind(this.log) : undefined;
    const readWaiting = async () => new Set(waiting.keys());
    await walk(rows, head, tree, { known, replay, macOf, readWaiting, onFaults, onProgress: options.onProgress });
    await assertEnd(rows, head, isOurs, tree);
    assertNotOlder(known, tree);
  }
}

/** Reads the size of the newest checkpoint that was stored under a name, which was signed before it was stored. */
async function shownSize(rows: LogAuditRows, organizationId: string, epoch: number): Promise<number> {
  const shown = (await rows.publications()).find(({ key }) => key === publicationId(organizationId, epoch));
  return Number(shown?.size ?? 0);
}

function signedFault(signed: number | undefined, shown: number): string | null {
  if (signed === undefined) return 'the file of signed heads says nothing of the log: it was lost, or emptied';
  if (signed >= shown) return null;
  return `the file of signed heads has ${pluralize(signed, 'leaf', 'leaves')} of the log, and a checkpoint of ${shown} was signed: an older copy of the file was put back`;
}

interface Audit {
  readonly organizationId: string;
  readonly rows: LogAuditRows;
  readonly head: StoredHead | undefined;
  readonly tree: Tree;
  /** Collects the faults found so far. */
  readonly faults: string[];
  readonly signed: readonly SignedHead[];
  readonly options: AuditOptions;
}

/** Describes the fault of a log without a head. If only signed heads are left, its organization was deleted too. */
async function headlessText({ rows, signed }: Audit): Promise<string> {
  const [receipts, isThere] = [await rows.leaves(undefined, 1), await rows.organization()];
  const most = Math.max(...signed.map(({ size }) => size), 0);
  if (isThere || receipts.length > 0 || signed.length === 0) return HEADLESS;
  return `the organization and its log are gone: ${pluralize(most, 'leaf', 'leaves')} of it were signed. Restore the newest copy of the database; if there is none, give the log up with \`portal log adopt --gone\``;
}
