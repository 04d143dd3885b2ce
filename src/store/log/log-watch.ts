import { setImmediate as nextTurn } from 'node:timers/promises';
import { sameBytes } from '../../attestation/bytes.js';
import { boundedCache } from '../../domain/values/bounded-cache.js';
import { readWaiting } from './entered-rows.js';
import type { Log } from './log.js';
import type { LogAuditRows, LogAuditStore } from './log-audit-rows.js';
import { HEADLESS, LogFault } from './log-fault.js';
import { joinPeaks, type LogHead } from './log-head.js';
import { type Tree, walkNext } from './log-walk.js';
import { Replay } from './replay.js';
import { findRowFaults } from './row-audit.js';

/** Leaves per piece: a piece blocks the event loop for some milliseconds. */
const LEAVES_PER_PIECE = 32;
/** Maximum leaves since the last checkpoint that are audited before the next one; the rolling audit has the others. */
const MAX_NEW = 1_000;
/** Maximum logs whose audits are remembered. A log that is forgotten begins again. */
const MAX_LOGS = 1_000;

export interface WatchLimits {
  /** Leaves that the rolling audits of all logs take together in each interval. */
  readonly rolling: number;
  /** Milliseconds. */
  readonly interval: number;
}

const LIMITS: WatchLimits = { rolling: 64, interval: 1_000 };

/** Position of an audit in a log. */
interface Progress {
  readonly tree: Tree;
  readonly replay: Replay;
}

interface Watched {
  /** Follows the end of the log. */
  recent: Progress;
  /** Goes through the log again and again, from its first leaf. */
  rolling: Progress | undefined;
}

/**
 * Audits logs while a portal serves: what was added since the last checkpoint, and in turns the rest. New leaves start
 * from a head with a valid MAC, and their signatures are not verified again, since the MAC of a receipt covers them.
 */
export class LogWatch {
  private readonly store: LogAuditStore;
  private readonly log: Log;
  private readonly limits: WatchLimits;
  private readonly watched = boundedCache<Watched, string>(MAX_LOGS);
  private rolledAt = Number.NEGATIVE_INFINITY;

  constructor(store: LogAuditStore, log: Log, limits = LIMITS) {
    this.store = store;
    this.log = log;
    this.limits = limits;
  }

  /**
   * Audits the next part of a log, or all of it. Returns the first fault as a sentence; `undefined` if there is none.
   * @param whole set to audit all leaves from the first one on; ends that audit with its reason
   */
  async findFault(organizationId: string, whole?: AbortSignal): Promise<string | undefined> {
    try {
      const watched = this.watched.get(organizationId) ?? (await this.begin(organizationId));
      this.watched.set(organizationId, watched);
      await this.follow(organizationId, watched);
      if (whole) await this.roll(organizationId, { ...watched, rolling: undefined }, Number.POSITIVE_INFINITY, whole);
      else if (this.mayRoll()) await this.roll(organizationId, watched, this.limits.rolling);
      return undefined;
    } catch (error) {
      if (error instanceof LogFault) return error.message;
      throw error;
    }
  }

  close(): void {
    this.store.close();
  }

  private begin(organizationId: string): Promise<Watched> {
    return this.store.look(organizationId, async (rows) => ({
      recent: await progressAt(rows, await this.head(rows)),
      rolling: undefined,
    }));
  }

  private async follow(organizationId: string, watched: Watched): Promise<void> {
    for (let left = MAX_NEW; ; left -= LEAVES_PER_PIECE) {
      const isDone = await this.store.look(organizationId, async (rows) => {
        const head = await this.head(rows);
        if (left <= 0) watched.recent = await progressAt(rows, head);
        return this.advance(rows, head, watched.recent, false);
      });
      if (isDone) return;
      await nextTurn();
    }
  }

  private async roll(organizationId: string, watched: Watched, most: number, stop?: AbortSignal): Promise<void> {
    for (let left = most; left > 0; left -= LEAVES_PER_PIECE) {
      await nextTurn();
      stop?.throwIfAborted();
      await this.store.look(organizationId, async (rows) => {
        const head = await this.head(rows);
        watched.rolling ??= { tree: emptyTree(), replay: new Replay(await rows.entries(), head) };
        if (!(await this.advance(rows, head, watched.rolling, true))) return;
        const [fault] = await findRowFaults(rows, watched.rolling.replay, head.covers_rows);
        if (fault !== undefined) throw new LogFault(fault);
        watched.rolling = undefined;
      });
      if (!watched.rolling) return;
    }
  }

  /** Limits the work of all logs together. */
  private mayRoll(): boolean {
    const now = performance.now();
    if (this.limits.rolling === 0 || now < this.rolledAt + this.limits.interval) return false;
    this.rolledAt = now;
    return true;
  }

  /** @throws LogFault if it is missing, or the portal did not write it */
  private async head(rows: LogAuditRows): Promise<LogHead> {
    const head = await rows.head();
    if (!head) throw new LogFault(HEADLESS);
    const coverage = this.log.findCoverage(rows.organization_id, head);
    if (coverage) return { ...head, ...coverage };
    throw new LogFault('the head of the log is not the one that the portal wrote');
  }

  /**
   * Audits the next piece. Returns true at the end of the log.
   * @throws LogFault
   */
  private async advance(
    rows: LogAuditRows,
    head: LogHead,
    { tree, replay }: Progress,
    verifiesSignatures: boolean,
  ): Promise<boolean> {
    const faults: string[] = [];
    const count = await walkNext(
      rows,
      head,
      tree,
      {
        known: [],
        replay,
        verifiesSignatures,
        macOf: this.log.receiptMac.bind(this.log),
        // The MACs of these entries are checked when they get their places.
        readWaiting: async () => new Set(readWaiting(await rows.pending()).waiting.keys()),
        onFaults: (found) => faults.push(...found),
      },
      LEAVES_PER_PIECE,
    );
    if (faults[0] !== undefined) throw new LogFault(faults[0]);
    if (tree.size < head.size && count > 0) return false;
    if (tree.size === head.size && sameBytes(joinPeaks(head), joinPeaks(tree))) return true;
    throw new LogFault(`the log has other leaves than its head, which is of ${head.size}: it was truncated or changed`);
  }
}

function emptyTree(): Tree {
  return { size: 0, peaks: [], receipts: 0, received_at: 0 };
}

/** Starts at the end of a log, whose head has been checked. */
async function progressAt(rows: LogAuditRows, head: LogHead): Promise<Progress> {
  const { size, peaks, received_at } = head;
  const entries = await rows.entries();
  const replay = new Replay(entries, head);
  for (const entry of entries) replay.apply(entry);
  return { tree: { size, peaks, receipts: 0, received_at }, replay };
}
