import { createHash, createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';
import { type ErrorCode, PortalError } from '../domain/errors.js';
import type { Caller } from '../domain/tenant.js';
import type { IdempotencyRecord, Rows, Store } from '../ports.js';
import type { Answer } from './answer.js';
import type { AnswerDecision } from './context.js';
import { Seal } from './seal.js';

/** docs/api.md, Repeats: answers are kept for 48 hours. Milliseconds. */
export const ANSWER_LIFETIME = 48 * 60 * 60 * 1000;

/** An answer that may have been given before. */
export interface Reply {
  readonly answer: Answer;
  readonly replayed: boolean;
}

type Outcome =
  | { readonly answer: Answer }
  | { readonly refusal: { readonly code: ErrorCode; readonly detail: string } };

/** One repeatable call: where its answer is kept, and what its arguments were. */
export class Repeatable {
  /** Hash of caller, operation, path ids and the caller's key. */
  readonly id: string;
  readonly fingerprint: string;
  /** Undefined = the outcome is kept as it is. */
  private readonly seal: Seal | undefined;
  private readonly now: number;
  /** This call has recorded its answer; what it learns later may take its place. */
  private recorded = false;

  constructor(
    call: {
      readonly caller: Caller;
      readonly operation: string;
      readonly target: readonly string[];
      readonly key: string;
      /** The answer holds a secret. */
      readonly secretAnswer: boolean;
    },
    args: unknown,
    secret: Buffer,
    now: number,
  ) {
    const { caller, operation, target, key, secretAnswer } = call;
    const scope = JSON.stringify([caller.id, caller.buyer_id, operation, target, key]);
    this.id = createHash('sha256').update(scope).digest('hex');
    this.fingerprint = createHmac('sha256', secret)
      .update(canonicalize(args) ?? '')
      .digest('hex');
    this.seal = secretAnswer ? new Seal(key, this.id) : undefined;
    this.now = now;
  }

  /**
   * The first answer, when there is one.
   * @throws PortalError `idempotency_conflict`, or the refusal that was the first answer
   */
  async earlier(store: Store): Promise<Reply | undefined> {
    const outcome = await store.read((rows) => this.outcomeIn(rows));
    return outcome && replay(outcome);
  }

  /** Its answer is durable now. */
  keep(): void {
    this.recorded = true;
  }

  /** Binds a decision: it runs only if nobody else answered yet, and its answer is recorded with it. */
  once<Body>(rows: Rows, decide: (rows: Rows) => AnswerDecision<Body>) {
    const outcome = this.recorded ? undefined : this.outcomeIn(rows);
    if (outcome) return { writes: [], outcome };
    const { writes, answer, final = true } = decide(rows);
    if (!final) return { writes, outcome: undefined, answer };
    const made: Outcome = 'refusal' in answer ? { refusal: refusalOf(answer.refusal) } : { answer };
    const row: IdempotencyRecord = {
      id: this.id,
      fingerprint: this.fingerprint,
      outcome: this.seal ? this.seal.close(made) : made,
      created_at: this.now,
      version: rows.get('idempotency', this.id)?.version ?? 0,
    };
    return { writes: [...writes, { type: 'put', table: 'idempotency', row } as const], outcome: undefined, answer };
  }

  private outcomeIn(rows: Rows): Outcome | undefined {
    const record = rows.get('idempotency', this.id);
    if (!record || this.now - record.created_at >= ANSWER_LIFETIME) return undefined;
    this.assertSame(record.fingerprint);
    const outcome = this.seal ? this.seal.open(record.outcome) : record.outcome;
    return isOutcome(outcome) ? outcome : undefined;
  }

  /** @throws PortalError `idempotency_conflict` */
  assertSame(fingerprint: string): void {
    if (fingerprint === this.fingerprint) return;
    throw new PortalError(
      'idempotency_conflict',
      'Idempotency-Key: it was used before with other arguments; use a new key',
    );
  }
}

function refusalOf({ code, detail }: PortalError) {
  return { code, detail };
}

/** Records are written by `once` alone; this check guards against a foreign row. */
function isOutcome(value: unknown): value is Outcome {
  return typeof value === 'object' && value !== null && ('answer' in value || 'refusal' in value);
}

/** @throws PortalError the recorded refusal */
export function replay(outcome: Outcome): Reply {
  if ('refusal' in outcome) {
    throw Object.assign(new PortalError(outcome.refusal.code, outcome.refusal.detail), { replayed: true });
  }
  return { answer: outcome.answer, replayed: true };
}
