import type { Checkout } from '../domain/checkout/checkout.js';
import type { Order } from '../domain/order/order.js';
import type { AcceptanceRules } from '../domain/receipt/acceptance.js';
import type { LogCheckpoint } from '../domain/receipt/log-checkpoint.js';
import type { Shop } from '../domain/shop/shop.js';
import type { Quotas } from '../domain/tenant/quota.js';
import type { PreviewKind } from '../domain/values/notice-kinds.js';
import type { OutboundRules } from '../outbound/public-url.js';
import type { PaymentGateway } from '../payments/payment-gateway.js';
import type { Clock, Media, Sealing, SearchReader, StoreReader, StoreWriter } from '../ports.js';
import type { ViewSettings } from '../view/checkout-view.js';
import type { AnswerSearch } from './answer-search.js';
import type { EraserSecrets } from './eraser-secrets.js';
import type { Slices } from './slices.js';

/**
 * Services that a handler may use in addition to its rows, grouped by the rooms that use them. A function names its
 * services in its context type, such as `Context<'payments' | 'view'>`, so that a test need only provide these.
 */
export interface Services {
  /** Links, payment handlers and language that responses to this caller use. */
  readonly view: ViewSettings;
  readonly lists: ListService;
  readonly search: SearchReader;
  /** Splits long work of the call, so that it does not delay other calls. */
  readonly slices: Slices;
  readonly carts: {
    /** Secret for hashing email addresses to buyer keys. */
    readonly buyerSecret: Buffer;
    /** Limits how many unknown discount codes the caller may try, so that codes cannot be guessed. */
    readonly codeFailures: FailureCount;
  };
  readonly payments: PaymentGateway;
  /** Current time, for decisions whose writes must be in order of time. */
  readonly clock: Pick<Clock, 'now'>;
  readonly receipts: ReceiptService;
  readonly webhooks: {
    /** Rules about hosts that events may be sent to. */
    readonly outbound: OutboundRules;
    /** Encrypts secrets that the portal must be able to read again. */
    readonly sealing: Sealing;
  };
  readonly privacy: {
    /** Stored responses of all organizations. */
    readonly answers: AnswerSearch;
    /** Removes erased data from the database files. */
    readonly forget: StoreWriter['forget'];
    /** Changes rows of any organization, without checking the caller's key. */
    readonly update: StoreWriter['update'];
    readonly secrets: EraserSecrets;
  };
  readonly mail: MailService;
  readonly shopKeys: {
    /** Secret that seals the keys with which deployments sign. */
    readonly secret: Buffer;
  };
  readonly people: {
    /** Secret from which ids of persons are derived. */
    readonly secret: Buffer;
  };
  /** The pictures of shops. */
  readonly media: Media;
  /** Quotas of organizations that have none of their own. */
  readonly quotas: Quotas;
}

export type ServiceName = keyof Services;

/** Mail, as far as calls need it. */
export interface MailService {
  /** Key of the names of mail receivers; `undefined` if the portal sends no mail. */
  readonly secret: Buffer | undefined;
  /** Renders a notice about an order as it is now. The language defaults to the recipient's. */
  preview(
    wanted: { readonly notice: PreviewKind; readonly language: string | undefined },
    about: PreviewedOrder,
  ): Promise<MailPreview>;
}

/** An order with its checkout and its shop. */
export interface PreviewedOrder {
  readonly order: Order;
  readonly checkout: Checkout;
  readonly shop: Shop;
}

/** A mail's subject and its two parts. */
export interface MailPreview {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

interface ListService {
  /** Reads a page of a stored list, from its beginning or after a position. */
  readonly page: StoreReader['list'];
  /** Secret that encrypts cursors and binds them to their lists. */
  readonly cursorSecret: Buffer;
}

interface ReceiptService {
  /**
   * A checkpoint that covers at least the first `size` leaves of the organization's log.
   * @throws PortalError `unavailable` if the log does not extend its signed heads or was modified from outside;
   * `log_not_witnessed`
   * @throws Error if the key file is missing or belongs to another database
   */
  checkpoint(size: number): Promise<LogCheckpoint>;
  /** True if organizations may make their logs public. */
  readonly publicLogs: boolean;
  readonly rules: AcceptanceRules;
  readonly signatureFailures: FailureCount;
}

/** Limits the failures of a key at checks that are costly or reveal secrets. */
export interface FailureCount {
  /**
   * Rejects the call if the limit is reached. Waits for attempts in flight whose failures could reach the limit.
   * @throws PortalError `rate_limited`
   */
  assertBelow(): Promise<void>;
  /**
   * Runs an attempt, and counts a failure if it resolves to false.
   * @throws PortalError `rate_limited` if the limit is reached; the attempt then does not run
   */
  counted(attempt: () => Promise<boolean>): Promise<boolean>;
  /**
   * Runs an attempt that may fail up to `most` times and resolves to the number of its failures, which are counted.
   * @throws PortalError `rate_limited` if the limit is reached; the attempt then does not run
   */
  countedUpTo(most: number, attempt: () => Promise<number>): Promise<void>;
}
