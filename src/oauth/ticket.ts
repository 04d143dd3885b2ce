import { createHmac } from 'node:crypto';
import { fromBase64url } from '../domain/values/base64url.js';
import { isSameSecret } from '../domain/values/secret.js';

/** Time for which a consent page can be submitted. Milliseconds. */
const LIFETIME_MS = 60 * 60 * 1000;

/**
 * Hidden value of a consent form. It is bound to the request and to a cookie of the browser that got the form, so that
 * another site can neither make a form nor submit one (CSRF). The code is derived from it, so that a form submitted
 * twice gives one grant.
 */
export class Tickets {
  private readonly secret: Buffer;

  constructor(secret: Buffer) {
    this.secret = secret;
  }

  make(nonce: string, request: string, cookie: string, now: number): string {
    const claim = `${now.toString(36)}.${nonce}`;
    return `${claim}.${this.sign(claim, request, cookie).toString('base64url')}`;
  }

  isValid(ticket: string, request: string, cookie: string, now: number): boolean {
    const [at = '', nonce = '', signature = '', ...rest] = ticket.split('.');
    const wanted = this.sign(`${at}.${nonce}`, request, cookie);
    if (rest.length > 0 || !isSameSecret(fromBase64url(signature), wanted)) return false;
    return now < Number.parseInt(at, 36) + LIFETIME_MS;
  }

  private sign(claim: string, request: string, cookie: string): Buffer {
    return createHmac('sha256', this.secret)
      .update(JSON.stringify(['ticket', claim, request, cookie]))
      .digest();
  }
}
