import { createHash, createHmac } from 'node:crypto';
import { PortalError } from '../domain/errors/portal-error.js';
import type { Caller } from '../domain/tenant/tenant.js';
import { POLL, RESOLVE_WAIT } from '../payments/waits.js';
import {
  type Clock,
  type IdempotencyRecord,
  insertWrite,
  type Rows,
  replaceWrite,
  type Store,
  type Write,
} from '../ports.js';
import type { AnyAnswer } from './answer.js';
import { RECORD_BYTES, replacingWrites } from './answer-bytes.js';
import type { AnswerDecision } from './context.js';
import { keyedHash } from './keyed-hash.js';
import { type Outcome, type PackedOutcome, packOutcome, type StoredRefusal, unpackOutcome } from './packed-outcome.js';
import { Seal } from './seal.js';

/** Period for which responses are stored: 48 hours (docs/api.md, Repeats). Milliseconds. */
export const ANSWER_LIFETIME = 48 * 60 * 60 * 1000;

/** A response, possibly a replay. */
export interface Reply {
  readonly answer: AnyAnswer;
  readonly replayed: boolean;
}

/**
 * Period for which an interim response may still be replaced. No call waits as long for its own payment, so repeats get
 * the final response. Milliseconds.
 */
const INTERIM_FOR = RESOLVE_WAIT + 1_000;

/**
 * Thrown to end the handler of a call that another process has already completed. That process's response is returned.
 */
export class AnsweredElsewhere extends Error {
  override readonly name = 'AnsweredElsewhere';
}

/** A call with an idempotency key: the id and fingerprint of its record, and access to its stored response. */
export class Repeatable {
  /** Hash of caller, buyer, operation, path ids and idempotency key. It is the id of the stored record. */
  readonly id: string;
  readonly fingerprint: string;
  private readonly caller: Caller;
  /** Encrypts the stored outcome; `undefined` if it is stored in plain form. */
  private readonly seal: Seal | undefined;
  private readonly name: string;
  private readonly now: number;
  /** True once this call has stored a response. Only then may it store a later one. */
  private recorded = false;

  constructor(
    call: {
      readonly caller: Caller;
      readonly operation: string;
      readonly target: readonly string[];
      readonly key: string;
      /** True if the response contains a secret. */
      readonly secretAnswer: boolean;
      /** Name of the idempotency key on the call's surface, for error texts. */
      readonly name: string;
    },
    args: unknown,
    secret: Buffer,
    now: number,
  ) {
    const { caller, operation, target, key, secretAnswer } = call;
    const scope = JSON.stringify([caller.id, caller.buyer_id, operation, target, key]);
    this.id = createHash('sha256').update(scope).digest('hex');
    this.fingerprint = fingerprintOf(args, key, secret);
    this.caller = caller;
    this.seal = secretAnswer ? new Seal(key, this.id) : undefined;
    this.name = call.name;
    this.now = now;
  }

  /**
   * Finds the stored response, if any. Waits for the final response while the first call is in flight; if that call was
   * interrupted, its last stored response counts as final. `assertRoom` runs if nothing is stored.
   * @throws PortalError `idempotency_conflict`, or the stored error
   */
  async earlier(store: Store, clock: Clock, assertRoom?: (rows: Rows) => void): Promise<Reply | undefined> {
    const look = () =>
      store.read((rows) => {
        const recorded = this.open(rows.get('idempotency', this.id));
        if (!recorded) assertRoom?.(rows);
        return recorded;
      });
    let found = await look();
    for (let waited = 0; found && isRunning(found, clock) && waited < INTERIM_FOR; waited += POLL) {
      await clock.sleep(POLL);
      found = await look();
    }
    return found && replay(found.outcome);
  }

  /** True once this call has stored a response. */
  get hasRecorded(): boolean {
    return this.recorded;
  }

  /** Records that the response was committed. */
  keep(): void {
    this.recorded = true;
  }

  /**
   * Reads the record that the call's next response replaces, before its decision runs.
   * @throws AnsweredElsewhere if another process has stored a response to the same call
   */
  before(rows: Rows): IdempotencyRecord | undefined {
    const record = rows.get('idempotency', this.id);
    if (!this.recorded && this.open(record)) throw new AnsweredElsewhere();
    return record;
  }

  /** Adds the writes that store the response of a decision. */
  record<Body, HttpBody>(before: IdempotencyRecord | undefined, decision: AnswerDecision<Body, HttpBody>) {
    const { writes, answer: made, final = true, interim = false } = decision;
    if (!final) return { writes, answer: made, recorded: false };
    const answer = typeof made === 'function' ? made() : made;
    const outcome: Outcome =
      'refusal' in answer ? { refusal: refusalOf(answer.refusal) } : { answer, ...(interim && { interim }) };
    return { writes: [...writes, ...this.recordWrites(before, outcome)], answer, recorded: true };
  }

  private recordWrites(before: IdempotencyRecord | undefined, made: Outcome): Write[] {
    const { kept, bytes } = this.close(made);
    const counted = { caller_id: this.caller.id, bytes: RECORD_BYTES + bytes };
    const row: IdempotencyRecord = {
      id: this.id,
      fingerprint: this.fingerprint,
      outcome: kept,
      ...(this.seal && { sealed: true as const }),
      organization_id: this.caller.organization_id,
      ...counted,
      created_at: this.now,
      version: 0,
    };
    const record = before ? replaceWrite('idempotency', before, row) : insertWrite('idempotency', row);
    return [record, ...replacingWrites(before, counted)];
  }

  private close(made: Outcome): PackedOutcome {
    if (!this.seal) return packOutcome(made);
    const sealed = this.seal.close(made);
    return { kept: sealed, bytes: sealed.length };
  }

  /** Reads the stored response, unless it is too old. */
  private open(record: IdempotencyRecord | undefined): Recorded | undefined {
    if (!record || this.now - record.created_at >= ANSWER_LIFETIME) return undefined;
    this.assertSame(record.fingerprint);
    const outcome = this.seal ? this.seal.open(record.outcome) : unpackOutcome(record.outcome);
    return isOutcome(outcome) ? { outcome, at: record.created_at } : undefined;
  }

  /** @throws PortalError `idempotency_conflict` */
  assertSame(fingerprint: string): void {
    if (fingerprint !== this.fingerprint) throw this.conflict();
  }

  conflict(): PortalError {
    const detail = `${this.name}: it was used before with other arguments; send those to repeat that call, or another key for another call`;
    return new PortalError('idempotency_conflict', detail);
  }
}

/**
 * Keyed hash of the arguments, including payment credentials, so that a call with another card is not a repeat. The key
 * is derived from the database's secret and the caller's idempotency key. The database does not contain the idempotency
 * key, so card numbers cannot be guessed from the hash.
 */
function fingerprintOf(args: unknown, key: string, secret: Buffer): string {
  const hashKey = createHmac('sha256', secret).update(key).digest();
  return keyedHash(hashKey, args);
}

interface Recorded {
  readonly outcome: Outcome;
  /** Start of the call that stored the outcome. Milliseconds since the epoch. */
  readonly at: number;
}

function isRunning({ outcome, at }: Recorded, clock: Clock): boolean {
  return 'interim' in outcome && clock.now() - at < INTERIM_FOR;
}

function refusalOf({ code, detail, texts, next }: PortalError): StoredRefusal {
  return { code, detail, ...(texts && { says: texts }), ...(next && { next }) };
}

/** Guards against rows that `recordWrites` did not write. */
function isOutcome(value: unknown): value is Outcome {
  return typeof value === 'object' && value !== null && ('answer' in value || 'refusal' in value);
}

/**
 * Returns the stored response, marked as a replay.
 * @throws PortalError the stored error
 */
function replay(outcome: Outcome): Reply {
  if ('refusal' in outcome) {
    const { code, detail, says, next } = outcome.refusal;
    throw Object.assign(new PortalError(code, detail), { texts: says, next, replayed: true });
  }
  return { answer: outcome.answer, replayed: true };
}
