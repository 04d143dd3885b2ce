import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Checkout } from '../domain/checkout/checkout.js';
import type { Order } from '../domain/order/order.js';
import { hasOpenLink } from '../domain/order/order-link.js';
import type { Shop } from '../domain/shop/shop.js';
import { fromBase64url } from '../domain/values/base64url.js';
import { memo } from '../domain/values/memo.js';
import type { Rows } from '../ports.js';

/**
 * Creates and checks the buyer's links: a token holds an object's id, an expiry, and a MAC over both. That of an order
 * also covers the random texts that its row and its shop's have: whoever replaces one ends the links made with it.
 */
export interface Links {
  /** The portal's address, without a slash at its end. It changes when the process that serves the pages does. */
  publicUrl(): string;
  /** `continue_url`. Valid for 30 days from the creation of the checkout, so that it stays the same. */
  checkoutUrl(checkout: LinkedCheckout): string;
  /** `permalink_url`. It works as `hasOpenLink` says. */
  orderUrl(order: LinkedOrder, shop: Pick<Shop, 'order_links'>): string;
  /** Absolute form of a URL that may be a path on the portal. */
  absolute(url: string): string;
  /** The id that a token of this kind names; undefined when it is forged, of another kind, expired or ended. */
  open(kind: LinkKind, token: string, rows: Rows, now: number): string | undefined;
  /** The deployment of a cart that was not stored when its link, which is signed, was made. */
  deploymentOf(token: string): string | undefined;
}

type LinkedCheckout = Pick<Checkout, 'id' | 'created_at' | 'version' | 'deployment_id'>;

export type LinkKind = 'checkout' | 'order';

type LinkedOrder = Pick<Order, 'id'> & { readonly link?: Order['link'] | undefined };

/** Milliseconds. */
const CHECKOUT_LINK_LIFETIME = 30 * 24 * 60 * 60 * 1000;
/** Bytes of the MAC in a token: 128 bits. */
const MAC_BYTES = 16;

/** Tokens in the cache, since every answer of a checkout repeats its own. */
const MAX_TOKENS = 5_000;

/** Between the expiry and the deployment in the token of a cart that is not stored, whose row cannot say whose it is. */
const OF_DEPLOYMENT = '~';

/** What the token of an order has for an expiry: its row and its shop say how long it lives. */
const NO_EXPIRY = '0';

/** `publicUrl` answers the portal's address without a slash at its end. */
export function makeLinks(publicUrl: () => string, secret: Buffer): Links {
  const mac = (covered: string) => createHmac('sha256', secret).update(covered).digest().subarray(0, MAC_BYTES);
  const sign = memo(MAX_TOKENS, (covered: string) => mac(covered).toString('base64url'));
  // What is claimed is not remembered: anybody can send it.
  const isSigned = ({ signature }: Claim, covered: string) => timingSafeEqual(signature, mac(covered));
  return {
    publicUrl,
    checkoutUrl({ id, created_at, version, deployment_id }) {
      const until = (created_at + CHECKOUT_LINK_LIFETIME).toString(36);
      const expires = version === 0 ? `${until}${OF_DEPLOYMENT}${deployment_id}` : until;
      return `${publicUrl()}/checkout/${id}.${expires}.${sign(ofCheckout(id, expires))}`;
    },
    orderUrl: (order, shop) => `${publicUrl()}/orders/${order.id}.${NO_EXPIRY}.${sign(ofOrder(order, shop))}`,
    deploymentOf: (token) => claimOf(token)?.expires.split(OF_DEPLOYMENT)[1],
    absolute: (url) => (url.startsWith('/') ? `${publicUrl()}${url}` : url),
    open(kind, token, rows, now) {
      const claim = claimOf(token);
      if (!claim) return undefined;
      const { id, expires } = claim;
      if (kind === 'checkout')
        return isSigned(claim, ofCheckout(id, expires)) && now < Number.parseInt(expires, 36) ? id : undefined;
      const order = expires === NO_EXPIRY ? rows.get('order', id) : undefined;
      const shop = order && rows.get('shop', order.shop_id);
      return shop && isSigned(claim, ofOrder(order, shop)) && hasOpenLink(order, shop, now) ? id : undefined;
    },
  };
}

function ofCheckout(id: string, expires: string): string {
  return `checkout:${id}.${expires}`;
}

/** An order whose link was never made anew has the link that earlier programs gave it. */
function ofOrder({ id, link }: LinkedOrder, { order_links }: Pick<Shop, 'order_links'>): string {
  const first = `order:${id}.${NO_EXPIRY}`;
  return link || order_links ? `${first}:${order_links ?? ''}:${link ?? ''}` : first;
}

/** What a token says. */
interface Claim {
  readonly id: string;
  readonly expires: string;
  readonly signature: Buffer;
}

/** Undefined for a text that is no token. */
function claimOf(token: string): Claim | undefined {
  const [id, expires, text, ...rest] = token.split('.');
  if (!id || !expires || !text || rest.length > 0) return undefined;
  const signature = fromBase64url(text);
  return signature?.length === MAC_BYTES ? { id, expires, signature } : undefined;
}
