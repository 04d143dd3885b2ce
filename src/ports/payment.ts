import type {
  AccountSetting,
  AccountTest,
  HandlerContext,
  PaymentAccount,
  ProviderEvent,
  ProviderRequest,
} from './payment-account.js';
import type { Credential, EnteredInstrument, PaymentForm } from './payment-form.js';
import type {
  Capture,
  CaptureOutcome,
  PaymentAttempt,
  PaymentOutcome,
  PaymentReport,
  PaymentToVoid,
  Refund,
  RefundOutcome,
  RenewalOutcome,
} from './payment-outcome.js';

export * from './payment-account.js';
export * from './payment-form.js';
export * from './payment-outcome.js';

/** A payment handler as clients see it (API document, CheckoutPayment). URLs are paths on the portal. */
export interface PaymentHandlerDescription {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly spec: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly config_schema: string;
  readonly instrument_schemas: readonly string[];
}

/**
 * Captures of a handler: `none` takes the money at once or leaves it to the merchant; `once` and `many` can authorize
 * now, and capture later in one part or several.
 */
export type CaptureSupport = 'none' | 'once' | 'many';

/** A merchant and a payment gateway, as Google Pay knows them. */
export interface GooglePay {
  /** `TEST` if no money moves. */
  readonly environment: 'TEST' | 'PRODUCTION';
  readonly merchant_id: string;
  /** Networks of the accepted cards, such as "VISA". */
  readonly card_networks: readonly string[];
  /** Parameters of the gateway for which Google encrypts the card, such as its name. All are public. */
  readonly gateway: Readonly<Record<string, string>>;
}

/**
 * A payment method. It is called outside transactions. The id of an attempt, capture or refund is the idempotency key:
 * the same id must never move money twice (docs/payment-handlers.md).
 */
export interface PaymentHandler {
  readonly description: PaymentHandlerDescription;
  /** The JSON Schemas that the description refers to, by their path on the portal. */
  readonly schemas: Readonly<Record<string, unknown>>;
  /**
   * The handler's form on the buyer's page. Without a form, the page shows a button if the handler needs no instrument;
   * otherwise it leaves the payment to the agent.
   */
  readonly form?: PaymentForm;
  /**
   * A valid instrument, shown to an agent whose instrument was rejected. Defaults to a token, or to none if the handler
   * needs no instrument.
   */
  readonly exampleInstrument?: EnteredInstrument;
  /** True if an instrument with a credential is required. */
  readonly needsInstrument: boolean;
  /** True if only demo shops may use it. */
  readonly demoOnly: boolean;
  /** True if it may receive card numbers. Operators must then comply with PCI DSS. */
  readonly acceptsCardNumbers: boolean;
  /** Defaults to `none`. */
  readonly captures?: CaptureSupport;
  /**
   * Payment status of all its orders, for a handler that authorizes each payment without asking anyone. The order is then
   * placed in the transaction that checks the checkout, and `authorize` is not called.
   */
  readonly authorizesAs?: 'pending' | 'paid';
  /** Settings of a merchant's own account. Without them, all shops share the operator's account. */
  readonly account?: readonly AccountSetting[];
  /**
   * Values of the `account` settings for shops that have no account of their own, as the operator configured them.
   * Without it, only shops with their own account can use a handler that has `account` settings.
   */
  readonly portalAccount?: Readonly<Record<string, string>>;
  /** Says in one sentence why a credential is unusable, or what to send instead; `undefined` if it is usable. */
  refuseCredential(credential: Credential | undefined): string | undefined;
  authorize(
    attempt: PaymentAttempt,
    credential: Credential | undefined,
    context: HandlerContext,
  ): Promise<PaymentOutcome>;
  /** Reports everything the provider knows about the attempt, also after the order was placed. */
  status(attempt: PaymentAttempt, context: HandlerContext): Promise<PaymentReport>;
  /** Required unless `captures` is `none`. It may be called again with the same id, also concurrently. */
  capture?(capture: Capture, context: HandlerContext): Promise<CaptureOutcome>;
  /** Extends an authorization that is about to expire. Without it, the merchant is warned instead. */
  renew?(attempt: PaymentAttempt, context: HandlerContext): Promise<RenewalOutcome>;
  /**
   * Ends an attempt permanently, even one that the handler does not know: a later `authorize` with its id must not
   * charge. Of a partly captured payment, it releases the rest.
   */
  void(payment: PaymentToVoid, context: HandlerContext): Promise<void>;
  /**
   * Pays money back, or reports the outcome of an earlier call with the same id. It may be called again with the same
   * id at any time, also concurrently and from other processes.
   */
  refund(refund: Refund, context: HandlerContext): Promise<RefundOutcome>;
  /**
   * Verifies a provider's request and names the attempts it concerns; `undefined` if the signature is wrong or too old.
   */
  receive?(request: ProviderRequest, context: HandlerContext): Promise<ProviderEvent | undefined>;
  /**
   * Google Pay of an account, given without its secrets, for UCP platforms: `authorize` accepts its tokens as credentials of
   * the type `PAYMENT_GATEWAY`. `undefined` if the account does not take it.
   */
  googlePay?(account: PaymentAccount): GooglePay | undefined;
  /** True for the settings of a test account, through which no money moves. Merchants are then warned. */
  isTestAccount?(settings: Readonly<Record<string, string>>): boolean;
  /** Tests the account without moving the merchant's money. */
  testAccount?(context: HandlerContext): Promise<AccountTest>;
}
