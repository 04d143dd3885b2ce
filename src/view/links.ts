import { createHmac, timingSafeEqual } from 'node:crypto';
import { fromBase64url } from '../domain/values/base64url.js';
import { memo } from '../domain/values/memo.js';

/** Creates and checks the buyer's links: a token holds an object's id, an expiry, and a MAC over both. */
export interface Links {
  /** `continue_url`. Valid for 30 days from the creation of the checkout, so that it stays the same. */
  checkoutUrl(checkout: { readonly id: string; readonly created_at: number }): string;
  /** `permalink_url`. Does not expire. */
  orderUrl(order: { readonly id: string }): string;
  /** Absolute form of a URL that may be a path on the portal. */
  absolute(url: string): string;
  /** The id that a token of this kind names; undefined when it is forged, of another kind, or expired. */
  open(kind: LinkKind, token: string, now: number): string | undefined;
}

export type LinkKind = 'checkout' | 'order';

/** Milliseconds. */
const CHECKOUT_LINK_LIFETIME = 30 * 24 * 60 * 60 * 1000;
/** Bytes of the MAC in a token: 128 bits. */
const MAC_BYTES = 16;

/** Tokens in the cache, since every answer of a checkout repeats its own. */
const MAX_TOKENS = 5_000;

/** `publicUrl` answers the portal's address without a slash at its end. */
export function makeLinks(publicUrl: () => string, secret: Buffer): Links {
  const mac = (kind: LinkKind, payload: string) =>
    createHmac('sha256', secret).update(`${kind}:${payload}`).digest().subarray(0, MAC_BYTES);
  const signer = (kind: LinkKind) =>
    memo(MAX_TOKENS, (payload: string) => `${payload}.${mac(kind, payload).toString('base64url')}`);
  const sign = { checkout: signer('checkout'), order: signer('order') };
  const token = (kind: LinkKind, id: string, expires: number) => sign[kind](`${id}.${expires.toString(36)}`);
  return {
    checkoutUrl: ({ id, created_at }) =>
      `${publicUrl()}/checkout/${token('checkout', id, created_at + CHECKOUT_LINK_LIFETIME)}`,
    orderUrl: ({ id }) => `${publicUrl()}/orders/${token('order', id, 0)}`,
    absolute: (url) => (url.startsWith('/') ? `${publicUrl()}${url}` : url),
    open(kind, given, now) {
      const [id, expires, signature, ...rest] = given.split('.');
      if (!id || !expires || !signature || rest.length > 0) return undefined;
      const claimed = fromBase64url(signature);
      const expected = mac(kind, `${id}.${expires}`);
      if (claimed?.length !== MAC_BYTES || !timingSafeEqual(claimed, expected)) return undefined;
      const until = Number.parseInt(expires, 36);
      return until === 0 || now < until ? id : undefined;
    },
  };
}
