import { consistencyNodes, consistencyProof } from '../attestation/merkle.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { checkpointId, type LogCheckpoint, publicationId, toLogCheckpoint } from '../domain/receipt/log-checkpoint.js';
import type { LogCheck, LogStop } from '../domain/tenant/tenant.js';
import { splitIntoPortions } from '../domain/values/portions.js';
import { faultFields, type Log } from '../log.js';
import { type Clock, type Ids, LogDiscontinuity, LogRefusal, type Rows, type SignedLog, type Store } from '../ports.js';
import { buildLogResumption, buildLogStop, invalidLogError, outweighs } from '../records/log-stop.js';
import { Pace } from './pace.js';
import { isRecent } from './recent.js';
import { addCosignatures, storeSigned } from './stored-checkpoints.js';
import type { Witnesses } from './witnesses.js';

/** Maximum signatures per log and second. */
const PER_SECOND = 5;
/** Maximum logs signed per round. */
const MAX_ROUND = 10_000;
/** Maximum logs signed concurrently. Concurrency saves time because each log waits for its witnesses. */
const MAX_AT_ONCE = 10;
/**
 * Share of the interval after which a log is signed again. It is below 1 because rounds run once per interval and
 * signing takes a moment.
 */
const ALMOST = 0.9;
const RETRY_AFTER_SECONDS = 10;

/**
 * Time after which a process stops a log again that another process resumed. Machines with different files of signed
 * heads would otherwise stop and resume it, with mails, at every signature.
 */
const MISMATCH_INTERVAL_MS = 24 * 60 * 60 * 1000;

interface Deps {
  readonly store: Store;
  /**
   * Audits the next part of a log, or with a signal that may end it, all of it. Returns the first fault as a sentence;
   * `undefined` if there is none.
   */
  readonly auditLog: (organizationId: string, whole?: AbortSignal) => Promise<string | undefined>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** `undefined` if there are none. */
  readonly witnesses: Witnesses | undefined;
  /** Time between two checkpoints of a public log, in milliseconds. */
  readonly interval: number;
}

/** Signs and stores as few checkpoints as possible. In a serving process, only this class calls `store.signLog`. */
export class Checkpoints {
  private readonly deps: Deps;
  private readonly pace: Pace;
  /** The next signature of each log; callers share it until the log's tree is read. */
  private readonly waiting = new Map<string, Promise<LogCheckpoint>>();
  /** The signature in progress of each log. */
  private readonly running = new Map<string, Promise<unknown>>();
  /** Faults that audits found, by organization. Nothing is signed for these logs until a restart. */
  private readonly faults = new Map<string, string>();
  /** Logs that are not signed here because another process found a fault, or an earlier one did. */
  private readonly stopped = new Set<string>();
  /** Stops that are not in the database yet. The notices about them follow from that write. */
  private readonly unrecorded = new Map<string, Pick<LogStop, 'check' | 'fault'>>();
  /** Times of the last stops by signed heads, by organization, until this process signs the log. */
  private readonly mismatches = new Map<string, number>();

  constructor(deps: Deps) {
    this.deps = deps;
    this.pace = new Pace(deps.clock, PER_SECOND);
  }

  /**
   * Returns a checkpoint of the log's current name with at least `size` leaves: a stored one if possible, else a new
   * one.
   * @throws PortalError `unavailable` if the portal does not sign for the log, `log_not_witnessed`
   */
  async covering(organizationId: string, size: number): Promise<LogCheckpoint> {
    const stored = await this.deps.store.read((rows) => {
      const head = rows.logHead(organizationId);
      const found = this.newest(rows, organizationId, head.epoch);
      // A log smaller than its checkpoint has been truncated; signing reports that.
      return found && found.size >= size && found.size <= head.size ? found : undefined;
    });
    return stored ?? this.witnessed(await this.next(organizationId));
  }

  /**
   * Returns the newest public checkpoint of a log under one of its names. For the current name, the first checkpoint is
   * signed on demand.
   * @throws PortalError `not_found`, `unavailable`, `log_not_witnessed`
   */
  async shown(organizationId: string, epoch: number): Promise<LogCheckpoint> {
    const { stored, isPresent } = await this.deps.store.read((rows) => ({
      stored: this.newest(rows, organizationId, epoch),
      isPresent: rows.logHead(organizationId).epoch === epoch,
    }));
    if (stored) return stored;
    if (isPresent) return this.covering(organizationId, 0);
    throw new PortalError('not_found', 'There is no checkpoint of the log under this name.');
  }

  /**
   * Returns the log's current name and key, even while no checkpoint is public: witnesses need the key before they can
   * cosign.
   * @throws PortalError `unavailable`
   */
  async presentName(organizationId: string): Promise<Pick<LogCheckpoint, 'epoch' | 'public_key'>> {
    const signed = await this.deps.store.read((rows) => {
      const { epoch } = rows.logHead(organizationId);
      const last = rows.get('log_publication', publicationId(organizationId, epoch));
      return last && rows.get('log_checkpoint', checkpointId(organizationId, epoch, last.size));
    });
    return signed ?? this.next(organizationId);
  }

  /** Records new stops, and the sizes of all grown logs in the signed heads, even for logs that are never signed. */
  async note(): Promise<void> {
    await this.recordStops();
    for (const refusal of await this.deps.store.noteLogs()) {
      this.deps.log.error('log_refused', faultFields(refusal));
      this.noteRefusal(refusal);
    }
  }

  /**
   * Checks a log that an earlier process stopped, and resumes it if no fault is left. A log that failed an audit is
   * audited from its first leaf, until `ending` aborts.
   */
  async recheck(organizationId: string, ending: AbortSignal): Promise<void> {
    const stop = await this.readStop(organizationId);
    if (!stop || this.faults.has(organizationId)) return;
    if (stop.check === 'signed_heads') return void (await this.next(organizationId));
    const fault = await this.deps.auditLog(organizationId, ending);
    if (fault !== undefined) return this.stopInvalid(organizationId, fault);
    await this.resume(organizationId, stop);
    this.stopped.delete(organizationId);
  }

  /** Number of logs for which nothing is signed, because an audit found a fault. */
  get invalid(): number {
    return new Set([...this.faults.keys(), ...this.stopped]).size;
  }

  /**
   * Signs the public logs that have grown since their last checkpoint, and requests missing cosignatures. Ends soon after
   * `isStopping` returns true.
   */
  async round(isStopping = () => false): Promise<void> {
    const { store, clock, witnesses } = this.deps;
    const now = clock.now();
    const signAll = (ids: readonly string[]) => Promise.all(ids.map((id) => this.signDue(id, now)));
    for (const ids of splitIntoPortions(await store.due('unsigned_logs', now, MAX_ROUND), MAX_AT_ONCE)) {
      if (isStopping()) return;
      await signAll(ids);
    }
    if (!witnesses) return;
    for (const ids of splitIntoPortions(await store.due('unwitnessed_logs', now, MAX_ROUND), MAX_AT_ONCE)) {
      if (isStopping() || witnesses.areResting()) return;
      await signAll(ids);
    }
  }

  /** Signs a log unless its last signature is more recent than the interval. */
  private async signDue(id: string, now: number): Promise<void> {
    const { store, interval, log } = this.deps;
    try {
      const last = await store.read((rows) => rows.get('log_publication', publicationId(id, rows.logHead(id).epoch)));
      if (!last || !isRecent(last.updated_at, now, ALMOST * interval)) await this.next(id);
    } catch (error) {
      log.error('checkpoint', { about: id, ...faultFields(error) });
    }
  }

  private newest(rows: Rows, organizationId: string, epoch: number): LogCheckpoint | undefined {
    const publication = rows.get('log_publication', publicationId(organizationId, epoch));
    if (!publication) return undefined;
    const size = this.deps.witnesses?.required ? publication.witnessed_size : publication.size;
    // If no checkpoint is witnessed yet, the size is 0: only a log that was signed while it was empty has a row for it.
    return rows.get('log_checkpoint', checkpointId(organizationId, epoch, size));
  }

  /** Returns the log's next signature. Callers share it until the tree is read. */
  private next(organizationId: string): Promise<LogCheckpoint> {
    const known = this.waiting.get(organizationId);
    if (known) return known;
    const made = this.afterRunning(organizationId).then(() => {
      this.waiting.delete(organizationId);
      const running = this.make(organizationId).finally(() => this.running.delete(organizationId));
      this.running.set(organizationId, running);
      return running;
    });
    this.waiting.set(organizationId, made);
    return made;
  }

  private async afterRunning(organizationId: string): Promise<void> {
    await this.running.get(organizationId)?.catch(() => undefined);
    await this.pace.turn(organizationId);
  }

  private async make(organizationId: string): Promise<LogCheckpoint> {
    const { store, clock, witnesses } = this.deps;
    const signed = await this.sign(organizationId);
    const now = clock.now();
    const { row, publication } = await store.update(
      (rows) => storeSigned(rows, toLogCheckpoint(signed, now), now),
      organizationId,
    );
    // Every log begins with the empty tree, so there is nothing to witness.
    if (!witnesses || row.size === 0) return row;
    const { lines, isQuorum } = await witnesses.collectCosignatures(this.submissionOf(signed), publication.witnesses);
    if (lines.size === 0 && !isQuorum) return row;
    return store.update((rows) => addCosignatures(rows, row.id, lines, isQuorum), organizationId);
  }

  /** @throws PortalError `unavailable`; the reason is only in the portal's log lines, since callers cannot fix it */
  private async sign(organizationId: string): Promise<SignedLog> {
    try {
      const stop = await this.assertValid(organizationId);
      const signed = await this.deps.store.signLog(organizationId);
      this.mismatches.delete(organizationId);
      // Meanwhile another audit may have found a fault.
      if (this.unrecorded.get(organizationId)?.check === 'signed_heads') this.unrecorded.delete(organizationId);
      if (stop) await this.resume(organizationId, stop);
      return signed;
    } catch (cause) {
      if (!(cause instanceof LogRefusal)) throw cause;
      this.noteRefusal(cause);
      throw unsignedError(cause);
    }
  }

  /**
   * Returns the recorded stop of a log that passes the audit: the signed heads did not match before.
   * @throws LogRefusal if an audit of the log finds a fault, or found one before, here or in another process
   */
  private async assertValid(organizationId: string): Promise<LogStop | undefined> {
    const stop = await this.readStop(organizationId);
    const isStopped = stop?.check === 'audit';
    if (isStopped) this.stopped.add(organizationId);
    else this.stopped.delete(organizationId);
    const known = this.faults.get(organizationId) ?? (isStopped ? stop.fault : undefined);
    const fault = known ?? (await this.deps.auditLog(organizationId));
    if (fault === undefined) return stop;
    if (known === undefined) this.stopInvalid(organizationId, fault);
    throw invalidLogError(organizationId, fault);
  }

  private stopInvalid(organizationId: string, fault: string): void {
    this.deps.log.error('log_invalid', { about: organizationId, fault });
    this.faults.set(organizationId, fault);
    this.noteStop(organizationId, 'audit', fault);
  }

  private noteRefusal(refusal: LogRefusal): void {
    if (!(refusal instanceof LogDiscontinuity)) return;
    const { organizationId, message } = refusal;
    const now = this.deps.clock.now();
    if (now < (this.mismatches.get(organizationId) ?? Number.NEGATIVE_INFINITY) + MISMATCH_INTERVAL_MS) return;
    this.mismatches.set(organizationId, now);
    this.noteStop(organizationId, 'signed_heads', message);
  }

  /** The next round of `note` records the stop, also if the database cannot be written now. */
  private noteStop(organizationId: string, check: LogCheck, fault: string): void {
    const [known, stop] = [this.unrecorded.get(organizationId), { check, fault }];
    if (!known || outweighs(stop, known)) this.unrecorded.set(organizationId, stop);
  }

  private async recordStops(): Promise<void> {
    for (const [id, stop] of [...this.unrecorded]) {
      await this.deps.store.update((rows) => buildLogStop(rows, this.author(), id, stop), id);
      // An audit may have replaced the stop meanwhile.
      if (this.unrecorded.get(id) === stop) this.unrecorded.delete(id);
    }
  }

  private resume(organizationId: string, ended: LogStop): Promise<void> {
    const { store } = this.deps;
    return store.update((rows) => buildLogResumption(rows, this.author(), organizationId, ended), organizationId);
  }

  private readStop(organizationId: string): Promise<LogStop | undefined> {
    return this.deps.store.read((rows) => rows.get('organization', organizationId)?.log_stop);
  }

  private author() {
    const { ids, clock } = this.deps;
    return { ids, actor: 'portal', now: clock.now() };
  }

  private submissionOf({ organization_id, origin, size, checkpoint }: SignedLog) {
    return {
      origin,
      checkpoint,
      size,
      consistency: (from: number) =>
        this.deps.store.read((rows) =>
          consistencyProof(from, size, rows.logHashes(organization_id, consistencyNodes(from, size))),
        ),
      present: () => this.deps.store.read((rows) => rows.logHead(organization_id).size),
    };
  }

  /**
   * Returns the given checkpoint or, if witnesses are required, the newest one with a quorum.
   * @throws PortalError `log_not_witnessed` if the checkpoint with a quorum is absent or smaller than the given one
   */
  private async witnessed(row: LogCheckpoint): Promise<LogCheckpoint> {
    if (!this.deps.witnesses?.required) return row;
    const shown = await this.deps.store.read((rows) => this.newest(rows, row.organization_id, row.epoch));
    if (shown && shown.size >= row.size) return shown;
    throw new PortalError(
      'log_not_witnessed',
      'Too few witnesses have cosigned the log since then; try again.',
      RETRY_AFTER_SECONDS,
    );
  }
}

function unsignedError(cause: LogRefusal): PortalError {
  const detail = 'The portal does not sign for this log: its operator must verify it.';
  return Object.assign(new PortalError('unavailable', detail, RETRY_AFTER_SECONDS), { cause });
}
