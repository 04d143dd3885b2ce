import type { Order } from '../../domain/order/order.js';
import { replaceCheckoutLink, replaceLink } from '../../domain/order/order-link.js';
import type { Shop } from '../../domain/shop/shop.js';
import { type Rows, replaceWrite, type Write } from '../../ports.js';
import { type Author, auditWrite } from '../../records/audit.js';
import { buildCheckoutWrites } from '../../records/checkout-writes.js';
import { buildOrderWrites, type OrderWrites } from '../../records/order-writes.js';

/** Length in base62 characters, which have 142 bits. */
const LENGTH = 24;

/** Replaces the order's link. The previous link never works again. */
export function renewLink(rows: Rows, by: Author, order: Order): OrderWrites {
  return buildLinkWrites(rows, by, order, by.ids.secret(LENGTH), 'order.link_renewed');
}

/** Revokes the order's link without replacing it. */
export function endLink(rows: Rows, by: Author, order: Order): OrderWrites {
  return buildLinkWrites(rows, by, order, null, 'order.link_ended');
}

function buildLinkWrites(rows: Rows, by: Author, before: Order, link: string | null, action: string): OrderWrites {
  const { order, writes } = buildOrderWrites(rows, by, before, replaceLink(before, link, by.now), action);
  const checkout = rows.get('checkout', before.checkout_id);
  const ofCheckout = checkout
    ? buildCheckoutWrites(
        by,
        order.organization_id,
        replaceWrite('checkout', checkout, replaceCheckoutLink(checkout, link, by.now)),
        'checkout.order_link_changed',
        ['order'],
      )
    : [];
  return { order, writes: [...writes, ...ofCheckout] };
}

/** Replaces the links of all orders of a shop, by replacing a text from which all of them are derived. */
export function renewLinksOfShop(by: Author, shop: Shop): Write[] {
  const put = replaceWrite('shop', shop, { ...shop, order_links: by.ids.secret(LENGTH), updated_at: by.now });
  const subject = { type: 'shop', id: shop.id } as const;
  return [put, auditWrite(by, shop.organization_id, subject, 'shop.order_links_renewed', ['order_links'])];
}
