import type { Attempt, Instrument } from '../domain/checkout/checkout.js';

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

/** Secret part of the buyer's instrument, passed to the handler and never stored. */
export interface Credential {
  readonly type: string;
  readonly token?: string | undefined;
  readonly card_number_type?: 'dpan' | 'fpan' | 'network_token' | undefined;
  /** Number of a card or network token. Sent only to a handler that `acceptsCardNumbers`, and only over HTTP. */
  readonly number?: string | undefined;
  readonly cvc?: string | undefined;
  readonly cryptogram?: string | undefined;
  readonly eci_value?: string | undefined;
  /** Name on the card. */
  readonly name?: string | undefined;
  /** 1 to 12. */
  readonly expiry_month?: number | undefined;
  readonly expiry_year?: number | undefined;
}

/** A field of a handler's form on the buyer's page. */
export interface PaymentField {
  /** Name of the value, in `a-z0-9_`. The names `version`, `expected_total` and `handler_id` are already in use. */
  readonly name: string;
  /** Label shown to the buyer. */
  readonly label: string;
  /** Defaults to `text`. */
  readonly type?: 'text' | 'email' | 'tel' | 'password';
  /** HTML autofill field name, such as "cc-number"; defaults to off. */
  readonly autocomplete?: string;
  /** True if the browser requires a value. Otherwise the label says that it is optional. */
  readonly required?: boolean;
  /** Selectable options; if present, the field is a drop-down list. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

/** An instrument entered on the buyer's page; the page adds the ids. */
export interface EnteredInstrument extends Omit<Instrument, 'id' | 'handler_id'> {
  readonly credential?: Credential;
}

/** The form of a handler on the buyer's page. */
export interface PaymentForm {
  readonly fields: readonly PaymentField[];
  /**
   * Builds the instrument from the entered values, which are trimmed and keyed by field name; empty fields are absent.
   * The result is validated like an agent's instrument, including `refuseCredential`, so no checks are needed here.
   */
  instrument(entered: Readonly<Record<string, string>>): EnteredInstrument;
}

/** Outcome reported by a handler; `unknown` if the handler does not know the attempt. */
export type PaymentOutcome =
  | {
      readonly state: 'authorized';
      readonly payment_status: 'paid' | 'pending';
      /** The provider's reference for the payment, shown with the order; at most 200 characters. */
      readonly provider_reference?: string;
    }
  | { readonly state: 'declined'; readonly reason: string }
  | { readonly state: 'pending' }
  | { readonly state: 'unknown' };

/** A payment to void: an open attempt, or the payment of an order that was canceled before payment. */
export type PaymentToVoid = Pick<Attempt, 'id' | 'handler_id' | 'amount' | 'currency' | 'instrument'>;

/** A refund of a payment. Its id is the idempotency key: the same id never pays back twice. */
export interface Refund {
  readonly id: string;
  readonly handler_id: string;
  /** The attempt that made the payment. */
  readonly attempt_id: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/**
 * Outcome of a refund. `completed` and `failed` are final: repeating the id gives the same outcome, and a failed refund
 * never pays out later. While the outcome is `pending`, `refund` is called again.
 */
export type RefundOutcome =
  | { readonly state: 'completed' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'pending' };

/**
 * A handler's own key-value storage, for example keyed by attempt id. Shared by all processes and durable across
 * restarts. Must not contain credentials. Keys of more than 200 and texts of more than 4,000 characters are errors.
 * Writes are durable when they resolve, and throw PortalError `unavailable` if the database cannot be used.
 */
export interface PaymentNotes {
  find(key: string): Promise<string | undefined>;
  /** Stores the text unless the key exists, and returns the stored text. Concurrent callers get the same text. */
  keepFirst(key: string, text: string): Promise<string>;
  /** Stores the text, replacing any existing text. */
  keepLast(key: string, text: string): Promise<void>;
}

/**
 * A payment method. It is called outside transactions. The id of an attempt is the idempotency key: the same id must
 * never charge twice (docs/payments.md). `notes` belong to this handler.
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
  /** Says in one sentence why a credential is unusable, or what to send instead; `undefined` if it is usable. */
  refuseCredential(credential: Credential | undefined): string | undefined;
  authorize(attempt: Attempt, credential: Credential | undefined, notes: PaymentNotes): Promise<PaymentOutcome>;
  status(attempt: Attempt, notes: PaymentNotes): Promise<PaymentOutcome>;
  /**
   * Ends an attempt permanently, even one that the handler does not know: a later `authorize` with its id must not
   * charge.
   */
  void(payment: PaymentToVoid, notes: PaymentNotes): Promise<void>;
  /**
   * Pays money back, or reports the outcome of an earlier call with the same id. It may be called again with the same
   * id at any time, also concurrently and from other processes.
   */
  refund(refund: Refund, notes: PaymentNotes): Promise<RefundOutcome>;
}
