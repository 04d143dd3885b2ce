import type { AcceptanceRules } from '../domain/receipt/acceptance.js';
import type { LogCheckpoint } from '../domain/receipt/log-checkpoint.js';
import type { Quotas } from '../domain/tenant/quota.js';
import type { OutboundRules } from '../outbound/public-url.js';
import type { PaymentGateway } from '../payments/payment-gateway.js';
import type { Clock, Media, Sealing, SearchReader, StoreReader, StoreWriter } from '../ports.js';
import type { ViewSettings } from '../view/checkout-view.js';
import type { AnswerSearch } from './answer-search.js';

/**
 * The parts of the portal that a handler may request besides its rows, by the room that uses them. A function names those that it
 * uses in the type of its context, such as `Context<'payments' | 'view'>`, so a test provides only these.
 */
export interface Services {
  /** Links, payment handlers and language with which objects are shown to this caller. */
  readonly view: ViewSettings;
  readonly lists: ListService;
  readonly search: SearchReader;
  readonly carts: {
    /** The secret for the hashes that identify buyers without their email addresses. */
    readonly buyerSecret: Buffer;
  };
  readonly payments: PaymentGateway;
  /** The present time, for a decision whose writes must be ordered by time of writing. */
  readonly clock: Pick<Clock, 'now'>;
  readonly receipts: ReceiptService;
  readonly webhooks: {
    /** Where the portal may send events. */
    readonly outbound: OutboundRules;
    /** For secrets that must be readable again. */
    readonly sealing: Sealing;
  };
  readonly privacy: {
    /** The responses stored for repeats, of all organizations. */
    readonly answers: AnswerSearch;
    /** Removes erased data from the files of the database. */
    readonly forget: StoreWriter['forget'];
  };
  /** The pictures of shops. */
  readonly media: Media;
  /** Quotas of organizations that have none of their own. */
  readonly quotas: Quotas;
}

export type ServiceName = keyof Services;

interface ListService {
  /** A page of a list of the store, from its beginning or after a position. */
  readonly page: StoreReader['list'];
  /** The secret that makes cursors opaque and bound to their list. */
  readonly cursorSecret: Buffer;
}

interface ReceiptService {
  /**
   * A checkpoint of the organization's log with at least so many leaves.
   * @throws PortalError `unavailable` when the log is not the one that was signed before, or was changed from outside;
   * `log_not_witnessed`
   * @throws Error when the key's file is absent or is not this database's
   */
  checkpoint(size: number): Promise<LogCheckpoint>;
  /** True: organizations may make their logs public. */
  readonly publicLogs: boolean;
  readonly rules: AcceptanceRules;
  readonly signatureFailures: FailureCount;
}

/** Failures of a key at something that is costly to check. */
export interface FailureCount {
  /**
   * Waits for the outcome of earlier attempts where these may reach the limit.
   * @throws PortalError `rate_limited`
   */
  assertBelow(): Promise<void>;
  /**
   * Runs an attempt, and counts it if it answers false.
   * @throws PortalError `rate_limited` as `assertBelow`; then the attempt did not run
   */
  counted(attempt: () => Promise<boolean>): Promise<boolean>;
}
