import type { Order } from '../../domain/order/order.js';
import { withLink, withOrderLink } from '../../domain/order/order-link.js';
import type { Shop } from '../../domain/shop/shop.js';
import { type Rows, replaced, type Write } from '../../ports.js';
import { type Author, audited } from '../../records/audit.js';
import { savedCheckout } from '../../records/saved-checkout.js';
import { type SavedOrder, savedOrder } from '../../records/saved-order.js';

/** Characters of base62: 143 bits. */
const LENGTH = 24;

/** Ends the link of an order and gives it another one. The end of a link is final: no later link is the same. */
export function renewedLink(rows: Rows, by: Author, order: Order): SavedOrder {
  return savedLink(rows, by, order, by.ids.secret(LENGTH), 'order.link_renewed');
}

/** Ends the link of an order, which then has none. */
export function endedLink(rows: Rows, by: Author, order: Order): SavedOrder {
  return savedLink(rows, by, order, null, 'order.link_ended');
}

function savedLink(rows: Rows, by: Author, before: Order, link: string | null, action: string): SavedOrder {
  const { order, writes } = savedOrder(by, before, withLink(before, link, by.now), action);
  const checkout = rows.get('checkout', before.checkout_id);
  const ofCheckout = checkout
    ? savedCheckout(
        by,
        order.organization_id,
        replaced('checkout', checkout, withOrderLink(checkout, link, by.now)),
        'checkout.order_link_changed',
        ['order'],
      )
    : [];
  return { order, writes: [...writes, ...ofCheckout] };
}

/** Ends the links of all orders of a shop; each order that has one gets another. */
export function renewedLinksOfShop(by: Author, shop: Shop): Write[] {
  const put = replaced('shop', shop, { ...shop, order_links: by.ids.secret(LENGTH), updated_at: by.now });
  const subject = { type: 'shop', id: shop.id } as const;
  return [put, audited(by, shop.organization_id, subject, 'shop.order_links_renewed', ['order_links'])];
}
