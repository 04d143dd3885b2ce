import type { Delivery } from '../domain/webhook/delivery.js';
import { isLimitedForm, MAIL_WINDOW_MS, MAX_MAILS_ABOUT_ORDER } from '../domain/webhook/mail-limits.js';
import type { Rows, Wanted } from '../ports.js';

type Limited = Pick<Delivery, 'id' | 'receiver' | 'place' | 'created_at' | 'resends'>;

/** Returns the read that `isLimited` makes; none for deliveries without a limit. */
export function limitReads({ id, receiver, created_at, form }: Delivery): Wanted[] {
  return isLimitedForm(form) ? [['hasMaxMails', receiver, created_at - MAIL_WINDOW_MS, created_at, id]] : [];
}

/** True if there were too many mails to the address, or about the order, before this one. */
export function isLimited(rows: Rows, delivery: Limited): boolean {
  const { id, receiver, place, created_at, resends } = delivery;
  if (place > MAX_MAILS_ABOUT_ORDER && resends === undefined) return true;
  return rows.find('hasMaxMails', receiver, created_at - MAIL_WINDOW_MS, created_at, id);
}
