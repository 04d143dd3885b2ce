import type { PortalError } from '../domain/errors/portal-error.js';
import type { Caller } from '../domain/tenant/tenant.js';
import type { Decision, Ids, Rows, Wanted } from '../ports.js';
import type { Answer } from './answer.js';
import type { ServiceName, Services } from './services.js';

/** Result of a decision that ends an operation: its response, or a final error. Either may be stored for repeats. */
export interface AnswerDecision<Body, HttpBody = never> {
  readonly writes: Decision<unknown>['writes'];
  /**
   * A function renders the response from what the decision has read, and must not read rows itself. It runs after the
   * commit, without the lock; if the response is stored for repeats, it runs inside the decision instead.
   */
  readonly answer: Answer<Body, HttpBody> | (() => Answer<Body, HttpBody>) | { readonly refusal: PortalError };
  /** False if the response is not final: it is not stored, and a repeat runs the call again. */
  readonly final?: boolean;
  /** True if the call continues and will replace this response with a later one, for which repeats wait. */
  readonly interim?: boolean;
}

/** A call with an idempotency key. */
export interface RepeatableCall {
  /** The same for all repeats of this call, and different for every other call. */
  readonly id: string;
  /** The same for repeats with equal arguments. */
  readonly fingerprint: string;
  /**
   * Checks that the arguments equal those of an earlier call with the same id.
   * @throws PortalError `idempotency_conflict`
   */
  assertSame(fingerprint: string): void;
  /** Creates the error for an earlier call with the same id and other arguments. */
  conflict(): PortalError;
}

/** Properties of a call that depend on its surface. */
export interface CallTraits {
  /** True if nothing may change (HEAD): writes are discarded and payment handlers are not called. */
  readonly dryRun: boolean;
  /** True for an agent's tool call, which may name an item's properties inexactly. */
  readonly byAgent: boolean;
  /** Identifies the call among its repeats; `undefined` if it has no idempotency key. */
  readonly repeatable: RepeatableCall | undefined;
}

/**
 * The context of one call, with the services that its handler names. `expected` lists the rows that will be read:
 * engines that read over a network fetch them together (src/ports/store.ts, `expect`).
 */
export interface Context<Used extends ServiceName = never> {
  readonly caller: Caller;
  /**
   * Time of the call. Its writes use this instant, except those that must be in order of time (`services.clock`).
   * Milliseconds since the epoch.
   */
  readonly now: number;
  readonly ids: Ids;
  readonly call: CallTraits;
  readonly services: Pick<Services, Used>;
  /** Runs `look` on a consistent snapshot. The engine may run it more than once. */
  read<R>(look: (rows: Rows) => R, ...expected: readonly Wanted[]): Promise<R>;
  /**
   * Runs a write that does not end the call, such as the start of a payment.
   * @throws PortalError `unauthorized` if the key has become invalid and the call has written nothing yet
   */
  step<R>(decide: (rows: Rows) => Decision<R>, ...expected: readonly Wanted[]): Promise<R>;
  /**
   * Runs the write that produces the response. For a call with an idempotency key, the response or final error is
   * stored in the same transaction. If another process has already completed the same call, the decision does not run:
   * the handler ends here, and that process's response is returned.
   * @throws PortalError `unauthorized` if the key has become invalid and the call has written nothing yet
   */
  update<Body, HttpBody = never>(
    decide: (rows: Rows) => AnswerDecision<Body, HttpBody>,
    ...expected: readonly Wanted[]
  ): Promise<Answer<Body, HttpBody>>;
  /** Runs a write that ends the call, like `update`, or does not, like `step`. Its decision finds out. */
  updateOrStep<Body, R>(
    decide: (rows: Rows) => AnswerDecision<Body> | Decision<R>,
    ...expected: readonly Wanted[]
  ): Promise<{ readonly answer: Answer<Body> } | { readonly result: R }>;
  /**
   * Compares a row's version with `If-Match`.
   * @throws PortalError `version_conflict`
   */
  expectVersion(row: { readonly version: number } | undefined): void;
}

/** The context of a call with all services. Each handler gets only the services that it names. */
export interface CallContext extends Context {
  readonly services: Services;
}
