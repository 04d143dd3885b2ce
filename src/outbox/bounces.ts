import { markBounce } from '../domain/order/mark-mail-problem.js';
import type { Order } from '../domain/order/order.js';
import { addressOf } from '../domain/values/email.js';
import type { BounceReport, BounceResult } from '../domain/webhook/bounce-report.js';
import { type Delivery, splitSubject } from '../domain/webhook/delivery.js';
import { NOTICES } from '../domain/webhook/notices.js';
import { eachPage } from '../lists/every-page.js';
import type { Position, Rows, StoreReader, Write } from '../ports.js';
import type { Author } from '../records/audit.js';
import { buildOrderWrites } from '../records/order-writes.js';

/** Effect of a report. */
export interface Bounce {
  readonly result: BounceResult;
  /** The order that the mail was about; `undefined` if unknown. */
  readonly order: Order | undefined;
  readonly writes: readonly Write[];
}

/** Finds the delivery whose mail was returned; `undefined` if there is none. */
export async function findReturned(list: StoreReader['list'], { notice }: BounceReport): Promise<Delivery | undefined> {
  if (!notice) return undefined;
  const subject = `order/${notice.order_id}`;
  const read = (after: Position | undefined, limit: number) => list('deliveries_about', { subject }, after, limit);
  for await (const deliveries of eachPage(read)) {
    const found = deliveries.find(
      ({ event_id, form }) =>
        event_id === notice.event_id &&
        form.kind === 'mail' &&
        form.notice === notice.notice &&
        NOTICES[form.notice].audience === 'buyer',
    );
    if (found) return found;
  }
  return undefined;
}

/**
 * Marks the buyer's address on the order if the report says that a notice came back. To forge a report, one has to know the
 * id of a mail and its address.
 */
export function buildBounce(
  rows: Rows,
  by: Author,
  { recipients }: BounceReport,
  returned: Delivery | undefined,
): Bounce {
  const before = returned && rows.get('order', splitSubject(returned.subject).id);
  const email = before?.buyer?.email;
  const reported =
    email === undefined ? undefined : recipients.find(({ addresses }) => addresses.includes(addressOf(email)));
  if (!before || !reported) return { result: 'unknown', order: undefined, writes: [] };
  if (!reported.hasFailed) return { result: 'not_failed', order: before, writes: [] };
  const after = markBounce(before, reported.status, by.now);
  if (after === before) return { result: 'bounced', order: before, writes: [] };
  return { result: 'bounced', ...buildOrderWrites(rows, by, before, after, 'order.mail_bounced') };
}
