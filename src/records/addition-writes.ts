import { isDeepStrictEqual } from 'node:util';
import type { Checkout } from '../domain/checkout/checkout.js';
import { cancelCheckout } from '../domain/checkout/payment.js';
import { setDestination } from '../domain/checkout/selection.js';
import { isWaiting } from '../domain/order/addition.js';
import type { Order } from '../domain/order/order.js';
import { changesSending, updateSending } from '../domain/order/sent-with.js';
import { type Rows, replaceWrite, type Write } from '../ports.js';
import { cartOf } from './assessment.js';
import { beginVoid } from './attempt-writes.js';
import type { Author } from './audit.js';
import { buildCheckoutWrites } from './checkout-writes.js';

/**
 * Builds the writes by which the unpaid drafts of items added to an order follow its change: they are canceled with it,
 * a payment in progress included, and sent to its new address.
 */
export function buildDraftWrites(rows: Rows, by: Author, before: Order, after: Order): Write[] {
  const waiting = (before.additions ?? []).filter(isWaiting).map(({ checkout_id }) => checkout_id);
  if (waiting.length === 0 || !changesSending(before, after)) return [];
  const drafts = [...rows.many('checkout', waiting).values()];
  return drafts.flatMap((draft) =>
    after.status === 'canceled' ? endWrites(rows, by, draft, after) : followWrites(rows, by, draft, after),
  );
}

function endWrites(rows: Rows, by: Author, draft: Checkout, { organization_id }: Order): readonly Write[] {
  if (draft.state === 'paying') return beginVoid(rows, by, draft, 'cancel').writes;
  if (draft.state !== 'open') return [];
  const put = replaceWrite('checkout', draft, cancelCheckout(draft, by.now));
  return buildCheckoutWrites(by, organization_id, put, 'checkout.canceled', ['state']);
}

function followWrites(rows: Rows, by: Author, draft: Checkout, order: Order): readonly Write[] {
  const followed = draft.state === 'open' ? followOrder(rows, draft, order, by.now) : draft;
  if (followed === draft) return [];
  const put = replaceWrite('checkout', draft, { ...followed, updated_at: by.now });
  return buildCheckoutWrites(by, order.organization_id, put, 'checkout.follows_order', ['draft', 'destination']);
}

/** Updates an open draft to how its goods can be sent with the order now. A buyer's own address stays. */
function followOrder(rows: Rows, checkout: Checkout, order: Order, now: number): Checkout {
  const { draft } = checkout;
  if (!draft?.with_order) return checkout;
  const with_order = updateSending(draft.with_order, order);
  if (isDeepStrictEqual(with_order, draft.with_order)) return checkout;
  const followed = { ...checkout, draft: { ...draft, with_order } };
  const { destination } = with_order;
  const isOwn = !isDeepStrictEqual(checkout.destination, draft.with_order.destination);
  return destination && !isOwn ? setDestination(cartOf(rows, followed, now), destination) : followed;
}

/** Updates a draft whose payment has failed: during the payment, it did not follow its order. */
export function followOrderAgain(rows: Rows, checkout: Checkout, now: number): Checkout {
  const orderId = checkout.draft?.with_order?.order_id;
  const order = orderId === undefined ? undefined : rows.get('order', orderId);
  return order ? followOrder(rows, checkout, order, now) : checkout;
}
