import type { Checkout } from '../domain/checkout/checkout.js';
import type { Payment } from '../domain/payment/payment.js';
import { required } from '../domain/values/required.js';
import type { NewDelivery } from '../domain/webhook/delivery.js';
import { NOTICES } from '../domain/webhook/notices.js';
import type { Ids, Rows, Write } from '../ports.js';
import { buyerNotices } from './notices.js';

interface Deps {
  readonly ids: Ids;
  /** Key of the receivers' names. */
  readonly secret: Buffer;
}

/** Most buyers still talk to the agent that pays, and open its link at once. */
const DELAY_MS = 60_000;

/** Builds the notices about payments that begin to wait for their buyer in this decision. */
export function findPaymentNotices(rows: Rows, writes: readonly Write[], deps: Deps): NewDelivery[] {
  return writes.flatMap((write) => {
    if (write.type !== 'put' || write.table !== 'payment' || !beginsToWait(rows, write.row)) return [];
    const { checkout_id } = write.row;
    const checkout = writes.flatMap((one) => (one.type === 'put' && one.table === 'checkout' ? one.row : []));
    return checkout.filter(({ id }) => id === checkout_id).flatMap((one) => paymentNotices(rows, one, deps));
  });
}

/** A payment keeps this state when the buyer has more than one thing to do, so there is one notice per payment. */
function beginsToWait(rows: Rows, { id, progress }: Payment): boolean {
  const { state } = progress;
  return state === 'action_required' && rows.get('payment', id)?.progress.state !== state;
}

function paymentNotices(rows: Rows, checkout: Checkout, { ids, secret }: Deps): NewDelivery[] {
  const { id, shop_id, version, buyer, attempt } = checkout;
  const to = buyer?.email;
  if (to === undefined || attempt?.by_buyer) return [];
  const shop = required(rows.get('shop', shop_id), 'shop');
  const notices = buyerNotices(shop, 'payment_action', undefined, { to, checkout }, secret);
  if (notices.length === 0) return [];
  const type = NOTICES.payment_action.event;
  const subject = { subject: `checkout/${id}`, subject_version: version };
  const about = { organization_id: shop.organization_id, event_id: ids.next('evt'), type, ...subject, delay: DELAY_MS };
  return notices.map((notice) => ({ ...about, ...notice }));
}
