/** Maximum passkeys of a person. */
export const MAX_PASSKEYS = 10;
/** Maximum length of a passkey's name. */
export const MAX_PASSKEY_NAME = 60;

/** A public key whose private half is in a device of a person, or in their password manager (WebAuthn). */
export interface Passkey {
  /** Credential id, in base64url. */
  readonly id: string;
  readonly person_id: string;
  /** Name that the person gave it. */
  readonly name: string;
  /** COSE key, in base64url. */
  readonly public_key: string;
  /** Number of signatures that the authenticator has counted; 0 if it counts none. */
  readonly counter: number;
  /**
   * Time of the page on which it was last used, in milliseconds since the epoch; null before the first use. Only pages
   * that are newer can use it, so each signature works once.
   */
  readonly last_used_at: number | null;
  readonly created_at: number;
  readonly version: number;
}
