import type { PortalError } from '../domain/errors/portal-error.js';
import type { Caller } from '../domain/tenant/tenant.js';
import type { Decision, Ids, Rows, Wanted } from '../ports.js';
import type { Answer } from './answer.js';
import type { ServiceName, Services } from './services.js';

/** A decision whose result is the operation's answer, or a refusal that is final and recorded. */
export interface AnswerDecision<Body, HttpBody = never> {
  readonly writes: Decision<unknown>['writes'];
  readonly answer: Answer<Body, HttpBody> | { readonly refusal: PortalError };
  /** False: the answer is not final, so a repeat of the call runs again. */
  readonly final?: boolean;
  /** True: the call goes on, and its later answer replaces this one; a repeat waits for that. */
  readonly interim?: boolean;
}

/** A call with an idempotency key. */
export interface RepeatableCall {
  /** The same for the repeats of this call, and for no other call. */
  readonly id: string;
  /** The same for the same arguments. */
  readonly fingerprint: string;
  /**
   * Compares the arguments with those of a call with the same id.
   * @throws PortalError `idempotency_conflict`
   */
  assertSame(fingerprint: string): void;
}

/** Properties of one call that its surface sets. */
export interface CallTraits {
  /** True: nothing may change (HEAD). Writes are discarded, and no payment handler is called. */
  readonly dryRun: boolean;
  /** True: an agent's tool call, whose words for an item's properties need not be exact. */
  readonly byAgent: boolean;
  /** Identifies the call among its repeats; undefined if it has no idempotency key. */
  readonly repeatable: RepeatableCall | undefined;
}

/**
 * The context of one call, with the services that its handler names. `expected` lists rows that will be read, as a hint for engines
 * that fetch (src/ports/store.ts, `expect`).
 */
export interface Context<Used extends ServiceName = never> {
  readonly caller: Caller;
  /** When the call began, the same for all that it writes. Milliseconds since the epoch. */
  readonly now: number;
  readonly ids: Ids;
  readonly call: CallTraits;
  readonly services: Pick<Services, Used>;
  /** Runs `look` on one consistent snapshot; an engine may run it more than once. */
  read<R>(look: (rows: Rows) => R, ...expected: readonly Wanted[]): Promise<R>;
  /**
   * A write of this call that is not its answer, such as the beginning of a payment.
   * @throws PortalError `unauthorized` when the key is no longer valid and the call has written nothing yet
   */
  step<R>(decide: (rows: Rows) => Decision<R>, ...expected: readonly Wanted[]): Promise<R>;
  /**
   * The write of this call. The answer is created inside the decision, so that the idempotency record
   * commits with it. A refusal is recorded too, then thrown. If another process has answered the same call,
   * nothing is decided: the handler ends here, and the other answer is the reply.
   * @throws PortalError `unauthorized` when the key is no longer valid and the call has written nothing yet
   */
  update<Body, HttpBody = never>(
    decide: (rows: Rows) => AnswerDecision<Body, HttpBody>,
    ...expected: readonly Wanted[]
  ): Promise<Answer<Body, HttpBody>>;
  /**
   * Compares the version of a row with `If-Match`.
   * @throws PortalError `version_conflict`
   */
  expectVersion(row: { readonly version: number } | undefined): void;
}

/** The context of a call with every service, of which each handler gets those that it names. */
export interface CallContext extends Context {
  readonly services: Services;
}
