/** The context of a payment handler's call: settings of an account, storage, and addresses. */

/** A setting of a merchant's account, such as an API key. */
export interface AccountSetting {
  /** Name in `a-z0-9_`. */
  readonly name: string;
  /** Label shown to the merchant. */
  readonly label: string;
  /** True if the value is write-only: it is stored encrypted and never shown again. */
  readonly secret: boolean;
  readonly required: boolean;
  /** Says in one sentence what is wrong with a value, or `undefined`. */
  refuse?(value: string): string | undefined;
}

/** Whose account a call uses: the shop's own, or the one that the operator configured for all shops. */
export interface PaymentAccount {
  readonly owner: 'shop' | 'portal';
  /** Values by the names of the handler's `account` settings: the shop's, or `portalAccount`. Empty if it has none. */
  readonly settings: Readonly<Record<string, string>>;
}

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

export interface HandlerContext {
  readonly notes: PaymentNotes;
  readonly account: PaymentAccount;
  readonly shop: { readonly id: string; readonly name: string };
  /** Page to which a provider returns the buyer, an absolute URL; absent outside the payment of a checkout. */
  readonly return_url?: string;
}

/** A request of a provider to `POST /payment-events/{handler}` or `/payment-events/{handler}/{shop}`. */
export interface ProviderRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it arrived, for checking its signature. */
  readonly body: Uint8Array;
  readonly received_at: number;
}

/**
 * A provider's event after its signature was verified. It only causes the portal to ask for the `status` of the attempts,
 * so a repeated, late or reordered event changes nothing by itself.
 */
export interface ProviderEvent {
  /** The provider's id of the event, at most 200 characters. */
  readonly id: string;
  /** Attempts that it concerns; empty for events that do not matter. */
  readonly attempt_ids: readonly string[];
}

/** Result of testing an account: in one sentence, which account it is, or why it cannot be used. */
export type AccountTest =
  | { readonly state: 'usable'; readonly account: string; readonly live: boolean }
  | { readonly state: 'unusable'; readonly reason: string };
