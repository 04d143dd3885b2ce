import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { parsedUrl } from '../parsed-url.js';
import type { SignInDeps } from './deps.js';

/** Time for which the passkey form of a page works, in milliseconds. */
const CHALLENGE_LIFETIME_MS = 15 * 60_000;

/** Use of a challenge. A signature that was made for one cannot serve the other. */
type PasskeyPurpose = 'create' | 'use';

/** Identity of the portal toward passkeys. */
export interface RelyingParty {
  /** Host name to which passkeys belong. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the portal's identity; `undefined` where browsers offer no passkeys: without a host name, and without HTTPS
 * except on localhost.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const url = parsedUrl(publicUrl);
  if (!url || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  const isSecure = url.protocol === 'https:' || url.hostname === 'localhost';
  return isSecure ? { id: url.hostname, origin: url.origin } : undefined;
}

/** A page with a passkey form. */
export interface PasskeyPage {
  readonly purpose: PasskeyPurpose;
  /** Value of the cookie of the browser, or of its session, to which the challenge is bound. */
  readonly cookie: string;
  /** Time of the page, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Derives the challenge of a page from its time and a cookie of its browser. It needs no row, and signatures for it are
 * useless in other browsers.
 * @returns base64url
 */
export function challengeFor({ store }: Pick<SignInDeps, 'store'>, { purpose, cookie, at }: PasskeyPage): string {
  return createHmac('sha256', store.secret('people'))
    .update(JSON.stringify(['passkey', purpose, cookie, at]))
    .digest('base64url');
}

/** True if the form of a page of this time may still be sent. */
export function isRecentPage(at: number, now: number): boolean {
  return Number.isSafeInteger(at) && at <= now && now - at < CHALLENGE_LIFETIME_MS;
}
