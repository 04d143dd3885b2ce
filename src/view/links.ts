import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Checkout } from '../domain/checkout/checkout.js';
import type { Order } from '../domain/order/order.js';
import { hasOpenLink } from '../domain/order/order-link.js';
import type { Shop } from '../domain/shop/shop.js';
import { fromBase64url } from '../domain/values/base64url.js';
import { memo } from '../domain/values/memo.js';
import type { Rows } from '../ports.js';

/**
 * Creates and verifies buyers' links. A token contains the object's id, an expiry, and a MAC over both. The MAC of an
 * order's token also covers a random text in the order's row and one in its shop's row. Replacing either text ends the
 * links made with it.
 */
export interface Links {
  /** The portal's address without a trailing slash. It depends on the process that serves the pages. */
  publicUrl(): string;
  /**
   * `continue_url`: valid for 30 days from the creation of the checkout. Once the checkout is stored, it never changes.
   */
  checkoutUrl(checkout: LinkedCheckout): string;
  /** `permalink_url`: valid while `hasOpenLink` returns true. */
  orderUrl(order: LinkedOrder, shop: Pick<Shop, 'order_links'>): string;
  /** Makes a URL, or a path on the portal, absolute. */
  absolute(url: string): string;
  /**
   * Returns the object id in a token of this kind; `undefined` if the token is forged, of a different kind, expired or
   * ended.
   */
  open(kind: LinkKind, token: string, rows: Rows, now: number): string | undefined;
  /** Deployment of a cart that was not stored when its link was made. The token's signature is not checked here. */
  deploymentOf(token: string): string | undefined;
}

type LinkedCheckout = Pick<Checkout, 'id' | 'created_at' | 'version' | 'deployment_id'>;

export type LinkKind = 'checkout' | 'order';

type LinkedOrder = Pick<Order, 'id'> & { readonly link?: Order['link'] | undefined };

const CHECKOUT_LINK_LIFETIME = 30 * 24 * 60 * 60 * 1000;
/** Length of the MAC in a token, in bytes (128 bits). */
const MAC_BYTES = 16;

/** Maximum number of cached tokens. They are cached because every response for a checkout repeats its token. */
const MAX_TOKENS = 5_000;

/** Separates expiry and deployment in tokens of unstored carts, because no row has their deployment. */
const OF_DEPLOYMENT = '~';

/** Placeholder in tokens of orders, whose expiry depends on the rows of the order and its shop. */
const NO_EXPIRY = '0';

/** @param publicUrl returns the portal's address without a trailing slash */
export function makeLinks(publicUrl: () => string, secret: Buffer): Links {
  const mac = (covered: string) => createHmac('sha256', secret).update(covered).digest().subarray(0, MAC_BYTES);
  const sign = memo(MAX_TOKENS, (covered: string) => mac(covered).toString('base64url'));
  // MACs of received claims are not cached, since anyone can send claims.
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

/** True while the link to a checkout works. */
export function hasOpenCheckoutLink({ created_at }: Pick<Checkout, 'created_at'>, now: number): boolean {
  return now < created_at + CHECKOUT_LINK_LIFETIME;
}

function ofCheckout(id: string, expires: string): string {
  return `checkout:${id}.${expires}`;
}

/** An order whose link was never renewed keeps the link that earlier versions of the portal made. */
function ofOrder({ id, link }: LinkedOrder, { order_links }: Pick<Shop, 'order_links'>): string {
  const first = `order:${id}.${NO_EXPIRY}`;
  return link || order_links ? `${first}:${order_links ?? ''}:${link ?? ''}` : first;
}

/** Contents of a token. */
interface Claim {
  readonly id: string;
  readonly expires: string;
  readonly signature: Buffer;
}

/** Parses a token; `undefined` if the text is not one. */
function claimOf(token: string): Claim | undefined {
  const [id, expires, text, ...rest] = token.split('.');
  if (!id || !expires || !text || rest.length > 0) return undefined;
  const signature = fromBase64url(text);
  return signature?.length === MAC_BYTES ? { id, expires, signature } : undefined;
}
