import type { Delivery, MailForm } from './delivery.js';
import { NOTICES } from './notices.js';

type Named = Pick<Delivery, 'event_id' | 'subject' | 'receiver'> & { readonly form: MailForm };

/**
 * Returns the `Message-ID` of a notice, without its angle brackets. It is the same for each attempt and each time that
 * the notice is sent again. It names the order, so that a returned mail is found without a search. Notices to the staff
 * also name the address, since each gets its own mail.
 */
export function messageId({ event_id, form, subject, receiver }: Named, host: string): string {
  const [type, id] = subject.split('/');
  const isForStaff = NOTICES[form.notice].audience === 'staff';
  // Notices of earlier versions name only the mailbox.
  const recipient = isForStaff ? [form.recipient ?? receiver] : [];
  const named = [event_id, form.notice, ...(type === 'order' ? [id] : []), ...recipient];
  return `${named.join('.')}@${host}`;
}

/** The notice that a `Message-ID` names. */
export interface NamedNotice {
  readonly event_id: string;
  readonly notice: string;
  readonly order_id: string;
}

/** Reads a `Message-ID` that `messageId` made for a notice about an order; `undefined` for any other. */
export function readMessageId(text: string): NamedNotice | undefined {
  const [, event_id, notice, order_id] =
    /^<?(evt_[\w-]{1,64})\.([a-z_]{1,32})\.(ord_[\w-]{1,64})@[^<>\s]{1,255}>?$/.exec(text) ?? [];
  return event_id !== undefined && notice !== undefined && order_id !== undefined
    ? { event_id, notice, order_id }
    : undefined;
}
