import type { Attempt, Instrument } from '../domain/checkout/checkout.js';

/** What a client sees of a handler (API document, CheckoutPayment). URLs are paths on the portal. */
export interface PaymentHandlerDescription {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly spec: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly config_schema: string;
  readonly instrument_schemas: readonly string[];
}

/** A secret of the buyer's instrument, passed to the handler and never stored. */
export interface Credential {
  readonly type: string;
  readonly token?: string | undefined;
  readonly card_number_type?: 'dpan' | 'fpan' | 'network_token' | undefined;
  /** Digits of the card or network token; only for a handler that `acceptsCardNumbers`, and only over HTTP. */
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
  /** The name of its value: `a-z0-9_`, and none of `version`, `expected_total` and `handler_id`, which every form has. */
  readonly name: string;
  /** What the buyer reads beside it. */
  readonly label: string;
  /** Default: text. */
  readonly type?: 'text' | 'email' | 'tel' | 'password';
  /** What the browser may fill in (HTML, autofill field names, such as "cc-number"); default: off. */
  readonly autocomplete?: string;
  /** True: the browser does not send the form without it. False, the default: its label says that it is optional. */
  readonly required?: boolean;
  /** What can be chosen; with it, the field is a list. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

/** An instrument from the buyer's page, without its ids, which the page adds. */
export interface EnteredInstrument extends Omit<Instrument, 'id' | 'handler_id'> {
  readonly credential?: Credential;
}

/** The form of a handler on the buyer's page. */
export interface PaymentForm {
  readonly fields: readonly PaymentField[];
  /**
   * The instrument of what was entered, by field name, without space around it; a field that was left empty is absent.
   * It is checked like an agent's, by `refuseCredential` too, so nothing need be checked here.
   */
  instrument(entered: Readonly<Record<string, string>>): EnteredInstrument;
}

/** The outcome of asking a handler; `unknown` = the handler does not know the attempt. */
export type PaymentOutcome =
  | {
      readonly state: 'authorized';
      readonly payment_status: 'paid' | 'pending';
      /** What the provider calls the payment, shown with the order; at most 200 characters. */
      readonly provider_reference?: string;
    }
  | { readonly state: 'declined'; readonly reason: string }
  | { readonly state: 'pending' }
  | { readonly state: 'unknown' };

/** A payment to end: of an attempt that is open, or of an order that was canceled before it was paid. */
export type PaymentToVoid = Pick<Attempt, 'id' | 'handler_id' | 'amount' | 'currency' | 'instrument'>;

/** Money to give back of a payment. Its id is the idempotency key: the same id never gives back twice. */
export interface Refund {
  readonly id: string;
  readonly handler_id: string;
  /** The attempt whose payment it is of. */
  readonly attempt_id: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/**
 * The outcome of a refund. `completed` and `failed` are final: whoever asks again with the same id gets the same, and
 * a refund that failed never gives back afterwards. While it is `pending`, `refund` is called again.
 */
export type RefundOutcome =
  | { readonly state: 'completed' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'pending' };

/**
 * What a handler keeps in the database: texts under keys of its own, such as the id of an attempt, the same for all processes and
 * after a restart. A credential must not be in them. A key has at most 200 characters and a text at most 4,000; a longer one
 * throws. All is durable when it resolves, and throws PortalError `unavailable` when the database cannot be used.
 */
export interface PaymentNotes {
  find(key: string): Promise<string | undefined>;
  /** Keeps the text unless there is one. Answers the one that is kept then: whoever asks at the same time gets the same. */
  keepFirst(key: string, text: string): Promise<string>;
  /** Keeps the text in the place of whatever there is. */
  keepLast(key: string, text: string): Promise<void>;
}

/**
 * A way to pay. Every call happens outside any transaction and carries the attempt, whose id is the
 * idempotency key: the same id must never charge twice (docs/payments.md). `notes` are those of this handler.
 */
export interface PaymentHandler {
  readonly description: PaymentHandlerDescription;
  /** The JSON Schemas that the description names, by their path on the portal. */
  readonly schemas: Readonly<Record<string, unknown>>;
  /**
   * Its form on the buyer's page. Absent: a button, when it needs no instrument; else the page leaves the payment to
   * the agent.
   */
  readonly form?: PaymentForm;
  /** An instrument that it takes, shown to an agent whose own was refused. Absent: one with a token, or none needed. */
  readonly exampleInstrument?: EnteredInstrument;
  /** True when an instrument with a credential is needed; false: the handler alone is enough. */
  readonly needsInstrument: boolean;
  /** True: only in demo shops. */
  readonly demoOnly: boolean;
  /** True: it may be given card numbers. Whoever runs the portal then has to meet the card schemes' rules (PCI DSS). */
  readonly acceptsCardNumbers: boolean;
  /** One sentence why a credential cannot be used, or undefined when it can. */
  refuseCredential(credential: Credential | undefined): string | undefined;
  authorize(attempt: Attempt, credential: Credential | undefined, notes: PaymentNotes): Promise<PaymentOutcome>;
  status(attempt: Attempt, notes: PaymentNotes): Promise<PaymentOutcome>;
  /** Ends an attempt for good, also one that it does not know: a later `authorize` of that id must not charge. */
  void(payment: PaymentToVoid, notes: PaymentNotes): Promise<void>;
  /**
   * Gives money back, or says what came of it when it was asked before. It may be called again at any time with the
   * same id, also while an earlier call still runs, and from another process.
   */
  refund(refund: Refund, notes: PaymentNotes): Promise<RefundOutcome>;
}
