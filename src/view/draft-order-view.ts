import type { Assessment } from '../domain/checkout/status.js';
import { sum } from '../domain/values/money.js';
import { required } from '../domain/values/required.js';
import type { DraftOrder } from '../schema/draft-order.js';
import { isoTime } from './format.js';
import type { Links } from './links.js';
import { nameOf } from './shop-order-view.js';

/** A checkout that staff drafted, as an entry of their list. */
export function draftOrderView({ cart, pricing, status }: Assessment, links: Links): DraftOrder {
  const { checkout, shop } = cart;
  const { buyer, lines, order_id } = checkout;
  const { by, note, mailed_at, with_order } = required(checkout.draft, 'draft');
  const name = nameOf(buyer);
  return {
    id: checkout.id,
    status,
    created_at: isoTime(checkout.created_at),
    expires_at: isoTime(checkout.expires_at),
    ...(mailed_at !== undefined && { mailed_at: isoTime(mailed_at) }),
    drafted_by: by,
    ...(note !== undefined && { note }),
    ...(buyer?.email !== undefined && { buyer_email: buyer.email }),
    ...(name !== undefined && { buyer_name: name }),
    currency: shop.settings.currency,
    total: pricing.total,
    item_count: sum(lines.map(({ quantity }) => quantity)),
    continue_url: links.checkoutUrl(checkout),
    ...(order_id !== undefined && { order_id }),
    ...(with_order && { adds_to: with_order.order_id }),
  };
}
