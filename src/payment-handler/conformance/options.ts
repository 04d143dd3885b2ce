import type { Credential, PaymentAction, PaymentAttempt, ProviderRequest } from '../../ports/payment.js';

/** Money that the provider has moved for an attempt, over all its charges. Amounts are in minor units. */
export interface MovedMoney {
  readonly captured: number;
  readonly refunded: number;
}

/** A configuration with which the handler is tested. */
export interface HandlerConfiguration {
  /** Values of a factory's settings, by environment variable. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A shop's account: values of the handler's `account` settings. Without it, calls use the account of the portal. */
  readonly account?: Readonly<Record<string, string>>;
}

/** Credentials that cause an outcome at the provider's sandbox. */
export interface SandboxCredentials {
  /** Is authorized at once. Defaults to the credential of `exampleInstrument`. */
  readonly approved?: Credential;
  readonly declined?: Credential;
  /** Stays open. */
  readonly pending?: Credential;
  /** Requires an action of the buyer. */
  readonly action?: Credential;
}

/** Describes the sandbox. A check that needs an absent member is skipped. */
export interface ConformanceOptions extends HandlerConfiguration {
  readonly credentials?: SandboxCredentials;
  /** Amount of each payment, at least 10 minor units. Defaults to 1000. */
  readonly amount?: number;
  /** Defaults to EUR. */
  readonly currency?: string;
  /** Page to which the provider returns the buyer. Defaults to a page of example.com. */
  readonly return_url?: string;
  /**
   * Asks the provider, not the handler, what it moved for an attempt. Without it, the suite relies on the totals that
   * `status` reports, and a handler that reports none is not checked for double charges.
   */
  readonly money?: (attemptId: string) => Promise<MovedMoney>;
  /** Does the buyer's part of an action, such as opening the URL of a redirect. */
  readonly act?: (action: PaymentAction, attempt: PaymentAttempt) => Promise<void>;
  /** Builds a correctly signed event of the provider about an attempt. */
  readonly event?: (attempt: PaymentAttempt) => ProviderRequest | Promise<ProviderRequest>;
  /** A configuration whose provider cannot be reached, such as a URL at which nothing listens. */
  readonly unreachable?: HandlerConfiguration;
  /** Time after which a call counts as hanging, in milliseconds. Defaults to one minute. */
  readonly timeout_ms?: number;
  /** Time in which the sandbox settles an open outcome, in milliseconds. Defaults to 30 seconds. */
  readonly settle_ms?: number;
}
