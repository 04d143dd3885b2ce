import type { Checkout } from '../domain/checkout/checkout.js';
import { termsOf } from '../domain/checkout/payment.js';
import type { Shop } from '../domain/shop/shop.js';
import type { NewDelivery } from '../domain/webhook/delivery.js';
import { NOTICES } from '../domain/webhook/notices.js';
import type { Ids, Rows, Write } from '../ports.js';
import { assessmentOf } from '../records/assessment.js';
import { buyerNotices, isDisabled } from './notices.js';

interface Deps {
  readonly ids: Ids;
  /** Key of the receivers' names. */
  readonly secret: Buffer;
}

/** Builds the mails with the links of drafts that are made in this decision, or whose links are sent again. */
export function findPayLinks(rows: Rows, writes: readonly Write[], deps: Deps, now: number): NewDelivery[] {
  return writes.flatMap((write) => {
    if (write.type !== 'put' || write.table !== 'checkout') return [];
    const { draft, state, id } = write.row;
    if (draft?.mailed_at === undefined || state !== 'open') return [];
    if (rows.get('checkout', id)?.draft?.mailed_at === draft.mailed_at) return [];
    return payLinks(rows, write.row, deps, now);
  });
}

/** True if the link of a draft can be mailed to its buyer. `secret`: absent if the portal sends no mail. */
export function canMailLink(secret: Buffer | undefined, shop: Shop, { buyer }: Pick<Checkout, 'buyer'>): boolean {
  return secret !== undefined && buyer?.email !== undefined && !isDisabled(shop, 'pay_link');
}

/** The mail shows today's prices, which the buyer sees again on the page before they pay. */
function payLinks(rows: Rows, checkout: Checkout, { ids, secret }: Deps, now: number): NewDelivery[] {
  const { id, version, buyer } = checkout;
  const to = buyer?.email;
  if (to === undefined) return [];
  const assessment = assessmentOf(rows, checkout, now);
  const { shop } = assessment.cart;
  const content = { to, checkout: { ...checkout, frozen: termsOf(assessment) } };
  const notices = buyerNotices(shop, 'pay_link', undefined, content, secret);
  if (notices.length === 0) return [];
  const type = NOTICES.pay_link.event;
  const subject = { subject: `checkout/${id}`, subject_version: version };
  const about = { organization_id: shop.organization_id, event_id: ids.next('evt'), type, ...subject };
  return notices.map((notice) => ({ ...about, ...notice }));
}
