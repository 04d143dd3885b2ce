import type { Instrument } from '../domain/checkout/instrument.js';
import type { PaymentAccount } from './payment-account.js';

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

/** A purchase that the buyer's page shows. */
export interface ShownPurchase {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** `later` if the shop captures on shipment, and the handler can. */
  readonly capture: 'now' | 'later';
}

/**
 * A provider's part of the buyer's page. The portal has a script of its own for each kind, which calls the provider's
 * script: it makes the entry `token` of the form, and performs client actions.
 */
export interface PaymentClient {
  readonly kind: 'stripe';
  /** URLs of the provider's scripts. */
  readonly scripts: readonly string[];
  /** Sources that the content security policy of this page allows besides the portal. */
  readonly sources: Readonly<Record<'script' | 'frame' | 'connect', readonly string[]>>;
  /** Public values for the portal's script, such as a publishable key, and the amount in the provider's units. */
  readonly config: Readonly<Record<string, string>>;
}

/** The form of a handler on the buyer's page. */
export interface PaymentForm {
  readonly fields: readonly PaymentField[];
  /**
   * Describes the provider's part of the page; `undefined` if this account or purchase cannot have one. Without it, and
   * in browsers without scripts, there is no entry `token`.
   */
  client?(purchase: ShownPurchase, account: PaymentAccount): PaymentClient | undefined;
  /**
   * Builds the instrument from the entered values, which are trimmed and keyed by field name; empty fields are absent.
   * The result is validated like an agent's instrument, including `refuseCredential`, so no checks are needed here.
   */
  instrument(entered: Readonly<Record<string, string>>): EnteredInstrument;
}
