import type { AttemptResult } from '../delivery/forms.js';
import { clearRefusal, markMailProblem } from '../domain/order/mark-mail-problem.js';
import { type Delivery, splitSubject } from '../domain/webhook/delivery.js';
import { NOTICES } from '../domain/webhook/notices.js';
import type { Rows, Write } from '../ports.js';
import type { Author } from '../records/audit.js';
import { buildOrderWrites } from '../records/order-writes.js';

/** Shows on the order that its buyer's address was rejected, until a later mail is accepted. */
export function buildMarkWrites(
  rows: Rows,
  by: Author,
  { subject, form }: Delivery,
  { outcome, status }: AttemptResult,
): readonly Write[] {
  if (form.kind !== 'mail' || NOTICES[form.notice].audience !== 'buyer') return [];
  if (outcome !== 'address_refused' && outcome !== 'acknowledged') return [];
  const order = rows.get('order', splitSubject(subject).id);
  if (!order) return [];
  const after =
    outcome === 'address_refused'
      ? markMailProblem(order, { type: outcome, code: String(status ?? '') }, by.now)
      : clearRefusal(order, by.now);
  const action = outcome === 'address_refused' ? 'order.mail_refused' : 'order.mail_accepted';
  return after === order ? [] : buildOrderWrites(rows, by, order, after, action).writes;
}
