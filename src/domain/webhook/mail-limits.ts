import type { DeliveryForm } from './delivery.js';
import { NOTICES } from './notices.js';

/** Maximum notices about one order to one address. */
export const MAX_MAILS_ABOUT_ORDER = 50;
/** Maximum mails to one address of an organization in `MAIL_WINDOW_MS`, so that agents cannot flood a stranger. */
export const MAX_MAILS_TO_ADDRESS = 100;
export const MAIL_WINDOW_MS = 24 * 60 * 60 * 1000;

/**
 * True for mails that the limits apply to. The shop itself chose its staff, and their notices follow orders; but tests and
 * invitations come as often as requested.
 */
export function isLimitedForm(form: DeliveryForm): boolean {
  if (form.kind !== 'mail') return false;
  const { notice } = form;
  return NOTICES[notice].audience === 'buyer' || notice === 'test' || notice === 'invitation';
}
