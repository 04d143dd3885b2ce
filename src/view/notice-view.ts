import type { Caller } from '../domain/tenant/tenant.js';
import type { Delivery, MailForm } from '../domain/webhook/delivery.js';
import type { MailPayload } from '../domain/webhook/notices.js';
import type { NoticeAnswer } from '../schema/notice.js';
import { deliveryView } from './webhook-view.js';

/** The delivery of a notice. */
export type NoticeDelivery = Delivery & { readonly form: MailForm };

export function isNotice(delivery: Delivery): delivery is NoticeDelivery {
  return delivery.form.kind === 'mail';
}

export function noticeView(row: NoticeDelivery): NoticeAnswer {
  const { notice, language } = row.form;
  return { ...deliveryView(row), notice, language, to: recipientOf(row) };
}

/** Like `noticeView`, without the addresses of staff members for callers that may not list the staff. */
export function noticeViewFor({ scopes }: Pick<Caller, 'scopes'>): (row: NoticeDelivery) => NoticeAnswer {
  const seesStaff = scopes.has('keys');
  return (row) => (seesStaff || row.form.member_id === undefined ? noticeView(row) : { ...noticeView(row), to: null });
}

/** Returns the address of a notice; null if it was erased. */
export function recipientOf({ payload }: Delivery): string | null {
  if (payload === null) return null;
  const { to }: MailPayload = JSON.parse(payload);
  return to;
}
