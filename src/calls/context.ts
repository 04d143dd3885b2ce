import type { PortalError } from '../domain/errors/portal-error.js';
import type { AcceptanceRules } from '../domain/receipt/acceptance.js';
import type { LogCheckpoint } from '../domain/receipt/log-checkpoint.js';
import type { Quotas } from '../domain/tenant/quota.js';
import type { Caller } from '../domain/tenant/tenant.js';
import type { OutboundRules } from '../outbound/public-url.js';
import type { PaymentGateway } from '../payments/payment-gateway.js';
import type { Decision, Ids, Media, Rows, Sealing, SearchReader, StoreReader, StoreWriter, Wanted } from '../ports.js';
import type { ViewSettings } from '../view/checkout-view.js';
import type { Answer } from './answer.js';
import type { AnswerSearch } from './answer-search.js';

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

/** How often a key has failed at something that is costly to check. */
export interface FailureCount {
  /**
   * Waits for the outcome of attempts before it where these may reach the limit.
   * @throws PortalError `rate_limited`
   */
  assertBelow(): Promise<void>;
  /**
   * Runs an attempt, and counts it when its answer is false.
   * @throws PortalError `rate_limited` as `assertBelow`; then it did not run
   */
  counted(attempt: () => Promise<boolean>): Promise<boolean>;
}

/**
 * What a handler gets: who calls, when, and the ports. `expected` names what will be read, as a hint for engines that
 * fetch (src/ports/store.ts, `expect`).
 */
export interface Context {
  readonly caller: Caller;
  /** When the call began, the same for all that it writes. Milliseconds since the epoch. */
  readonly now: number;
  /** The present time, for a decision whose writes must be ordered by time of writing. Milliseconds since the epoch. */
  instant(): number;
  /** True: nothing may change (HEAD). Writes are discarded, and no payment handler is called. */
  readonly dryRun: boolean;
  /** True: an agent's tool call, whose words for an item's properties need not be exact. */
  readonly byAgent: boolean;
  readonly ids: Ids;
  /** What its repeats are known by; undefined = it has no idempotency key. */
  readonly repeatable: RepeatableCall | undefined;
  readonly gateway: PaymentGateway;
  readonly view: ViewSettings;
  /** The secret that makes cursors opaque and bound to their list. */
  readonly cursorSecret: Buffer;
  /** Where the portal may send what others name. */
  readonly outbound: OutboundRules;
  /** For secrets that must be readable again. */
  readonly sealing: Sealing;
  /** Of organizations that have none of their own. */
  readonly quotas: Quotas;
  /** Where the pictures of shops are kept. */
  readonly media: Media;
  /** The secret for the hashes that identify buyers without their email addresses. */
  readonly buyerSecret: Buffer;
  /**
   * A checkpoint of the organization's log with at least so many leaves.
   * @throws PortalError `unavailable` when the log is not the one that was signed before, or was changed from outside;
   * `log_not_witnessed`
   * @throws Error when the key's file is absent or is not this database's
   */
  checkpoint(size: number): Promise<LogCheckpoint>;
  /** True: organizations may make their logs public. */
  readonly publicLogs: boolean;
  /** Which receipts are accepted. */
  readonly receiptRules: AcceptanceRules;
  readonly signatureFailures: FailureCount;
  /** Runs `look` on one consistent snapshot; an engine may run it more than once. */
  read<R>(look: (rows: Rows) => R, ...expected: readonly Wanted[]): Promise<R>;
  /** The part of the store that finds items. */
  readonly search: SearchReader;
  /** A page of a list of the store, from its beginning or after a position. */
  readonly list: StoreReader['list'];
  /** What erasing a person needs besides: the answers that are kept for repeats, of all organizations, */
  readonly answers: AnswerSearch;
  /** and files that hold no more of what was removed. */
  readonly forget: StoreWriter['forget'];
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
