import { CART_LIFETIME, type Checkout, newCheckout } from '../domain/checkout/checkout.js';
import { expireCheckout } from '../domain/checkout/payment.js';
import type { Deployment } from '../domain/tenant/tenant.js';
import type { Ids } from '../ports.js';

const AGE_MS = 24 * 60 * 60 * 1000;

/** Builds a cart with two units of an item, which its buyer left a day ago and which has expired since. */
export function sampleAbandonedCart(
  ids: Ids,
  now: number,
  { id, shop_id }: Pick<Deployment, 'id' | 'shop_id'>,
  { item_id, seen_price }: { readonly item_id: string; readonly seen_price: number },
): Checkout {
  const left = now - AGE_MS;
  const cart = newCheckout(ids.next('chk'), { shop_id, deployment_id: id, buyer_id: '' }, left);
  return expireCheckout({
    ...cart,
    lines: [{ id: ids.next('li'), item_id, quantity: 2, properties: [], seen_price }],
    buyer: { email: 'ada@example.com', full_name: 'Ada Park' },
    expires_at: left + CART_LIFETIME,
  });
}
