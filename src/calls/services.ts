import type { AcceptanceRules } from '../domain/receipt/acceptance.js';
import type { LogCheckpoint } from '../domain/receipt/log-checkpoint.js';
import type { Quotas } from '../domain/tenant/quota.js';
import type { OutboundRules } from '../outbound/public-url.js';
import type { PaymentGateway } from '../payments/payment-gateway.js';
import type { Clock, Media, Sealing, SearchReader, StoreReader, StoreWriter } from '../ports.js';
import type { ViewSettings } from '../view/checkout-view.js';
import type { AnswerSearch } from './answer-search.js';
import type { Slices } from './slices.js';

/**
 * Parts of the portal that a handler may request in addition to its rows, grouped by the rooms that use them. A
 * function names those it uses in the type of its context, such as `Context<'payments' | 'view'>`, so that a test
 * provides only these.
 */
export interface Services {
  /** Links, payment handlers and language for this caller's responses. */
  readonly view: ViewSettings;
  readonly lists: ListService;
  readonly search: SearchReader;
  /** For work that would delay other calls if it ran at once. */
  readonly slices: Slices;
  readonly carts: {
    /** Secret for hashes that identify buyers without their email addresses. */
    readonly buyerSecret: Buffer;
    /** Limit of unknown discount codes of the caller, so that codes cannot be guessed. */
    readonly codeFailures: FailureCount;
  };
  readonly payments: PaymentGateway;
  /** Current time, for decisions whose writes must be ordered by time. */
  readonly clock: Pick<Clock, 'now'>;
  readonly receipts: ReceiptService;
  readonly webhooks: {
    /** Permitted targets of events. */
    readonly outbound: OutboundRules;
    /** Encrypts secrets that must be readable again. */
    readonly sealing: Sealing;
  };
  readonly privacy: {
    /** Stored responses of all organizations. */
    readonly answers: AnswerSearch;
    /** Removes erased data from the files of the database. */
    readonly forget: StoreWriter['forget'];
  };
  /** The pictures of shops. */
  readonly media: Media;
  /** Quotas of organizations without their own. */
  readonly quotas: Quotas;
}

export type ServiceName = keyof Services;

interface ListService {
  /** A page of a list of the store, from its beginning or after a position. */
  readonly page: StoreReader['list'];
  /** Secret that encrypts cursors and binds them to their lists. */
  readonly cursorSecret: Buffer;
}

interface ReceiptService {
  /**
   * A checkpoint of the organization's log with at least this many leaves.
   * @throws PortalError `unavailable` when the log does not extend its signed heads, or was modified from outside;
   * `log_not_witnessed`
   * @throws Error when the key file is absent or belongs to another database
   */
  checkpoint(size: number): Promise<LogCheckpoint>;
  /** True if organizations may make their logs public. */
  readonly publicLogs: boolean;
  readonly rules: AcceptanceRules;
  readonly signatureFailures: FailureCount;
}

/** Failures of a key at a costly check. */
export interface FailureCount {
  /**
   * Waits for the outcome of earlier attempts where these may reach the limit.
   * @throws PortalError `rate_limited`
   */
  assertBelow(): Promise<void>;
  /**
   * Runs an attempt, and counts it if it resolves to false.
   * @throws PortalError `rate_limited` as `assertBelow`, before the attempt runs
   */
  counted(attempt: () => Promise<boolean>): Promise<boolean>;
  /**
   * Runs an attempt that may fail up to `most` times, and counts the failures it resolves to.
   * @throws PortalError `rate_limited` as `counted`
   */
  countedUpTo(most: number, attempt: () => Promise<number>): Promise<void>;
}
