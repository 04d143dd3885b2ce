import type { PortalError } from '../domain/errors/portal-error.js';
import type { Caller } from '../domain/tenant/tenant.js';
import type { Decision, Ids, Rows, Wanted } from '../ports.js';
import type { Answer } from './answer.js';
import type { ServiceName, Services } from './services.js';

/** A decision whose result is the operation's response, or a final error that is stored. */
export interface AnswerDecision<Body, HttpBody = never> {
  readonly writes: Decision<unknown>['writes'];
  /**
   * A function renders the response from what the decision has read, and must not read rows. It runs after the commit, without the
   * lock, or inside the decision if the response is stored for repeats.
   */
  readonly answer: Answer<Body, HttpBody> | (() => Answer<Body, HttpBody>) | { readonly refusal: PortalError };
  /** False if the response is not final, so that a repeat runs again. */
  readonly final?: boolean;
  /** True if the call continues and a later response replaces this one, which repeats wait for. */
  readonly interim?: boolean;
}

/** A call with an idempotency key. */
export interface RepeatableCall {
  /** Equal for repeats of this call, and for no other call. */
  readonly id: string;
  /** Equal for equal arguments. */
  readonly fingerprint: string;
  /**
   * Compares the arguments with those of a call with the same id.
   * @throws PortalError `idempotency_conflict`
   */
  assertSame(fingerprint: string): void;
}

/** Properties of one call that its surface sets. */
export interface CallTraits {
  /** True if nothing may change (HEAD): writes are discarded, and no payment handler is called. */
  readonly dryRun: boolean;
  /** True for an agent's tool call, whose spelling of an item's properties may be inexact. */
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
  /** Start of the call, the same for all its writes. Milliseconds since the epoch. */
  readonly now: number;
  readonly ids: Ids;
  readonly call: CallTraits;
  readonly services: Pick<Services, Used>;
  /** Runs `look` on a consistent snapshot; an engine may run it repeatedly. */
  read<R>(look: (rows: Rows) => R, ...expected: readonly Wanted[]): Promise<R>;
  /**
   * A write that does not produce the response, such as the start of a payment.
   * @throws PortalError `unauthorized` when the key is no longer valid and the call has written nothing yet
   */
  step<R>(decide: (rows: Rows) => Decision<R>, ...expected: readonly Wanted[]): Promise<R>;
  /**
   * The write that produces the response. The response to a call with an idempotency key is built inside the decision,
   * so that it is stored in the same transaction. Errors are stored too, then thrown. If another process has answered the same call, nothing
   * is decided: the handler ends here, and the other response is returned.
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
