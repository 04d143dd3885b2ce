import { createHmac } from 'node:crypto';

const MINUTE_MS = 60_000;

/** Time for which link and code work. */
export const SIGN_IN_LIFETIME_MS = 15 * MINUTE_MS;
/** Time for which attempts count toward the limits of their address. Milliseconds. */
export const SIGN_IN_RETENTION_MS = 24 * 60 * MINUTE_MS;
/** Wrong codes after which an attempt ends. */
export const MAX_WRONG_CODES = 5;
/** Maximum attempts for one address: in the lifetime of a link, and in the time for which they count. */
export const MAX_RECENT_SIGN_INS = 5;
export const MAX_SIGN_INS = 20;

/** An attempt to sign in. A mail with a link and a code was sent, to the desk only if the address is that of staff. */
export interface SignIn {
  readonly id: string;
  readonly person_id: string;
  /** Normalized by `addressOf`. */
  readonly email: string;
  /** Id of the shop in whose account the person signs in; absent at the desk. */
  readonly account_shop?: string;
  /** Hash of the link's token, made by `hashSecret`. */
  readonly token_hash: string;
  /** Made by `hashCode`. */
  readonly code_hash: string;
  /** Hash of the cookie of the browser that began the attempt. Only this browser can be signed in. */
  readonly browser_hash: string;
  /** Path to which the browser is sent afterwards, below the root of the portal. */
  readonly return_to: string;
  readonly wrong_codes: number;
  /** Milliseconds since the epoch. */
  readonly expires_at: number;
  /** Milliseconds since the epoch; null until the link or the code was used. */
  readonly used_at: number | null;
  readonly created_at: number;
  readonly version: number;
}

/** True if link and code of the attempt still work. */
export function isOpen({ used_at, expires_at, wrong_codes }: SignIn, now: number): boolean {
  return used_at === null && now < expires_at && wrong_codes < MAX_WRONG_CODES;
}

/**
 * Hashes a code. A code is short, so the hash has a key.
 * @param id id of the attempt
 */
export function hashCode(key: Buffer, id: string, code: string): string {
  return createHmac('sha256', key).update(`${id}/${code}`).digest('hex');
}

const CODE_DIGITS = 6;

/** Derives the code of an attempt from the token of its link, so that the page behind the link can show the code. */
export function codeOf(token: string): string {
  const number = createHmac('sha256', token).update('portal: sign-in code').digest().readUIntBE(0, CODE_DIGITS);
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
}
