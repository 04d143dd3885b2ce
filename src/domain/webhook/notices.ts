import type { Order } from '../order/order.js';
import type { WebhookEventType } from './event-types.js';

interface NoticeRow {
  /** Event that the notice is about. */
  readonly event: WebhookEventType;
  readonly when: string;
}

/** All notices by mail (source of docs/mail.md). A new kind also needs its template in `mail/templates`. */
export const NOTICES = {
  placed: { event: 'order.created', when: 'The order was placed: the confirmation.' },
} as const satisfies Readonly<Record<string, NoticeRow>>;

export type NoticeKind = keyof typeof NOTICES;

export const NOTICE_KINDS = Object.keys(NOTICES).filter(isNoticeKind);

function isNoticeKind(name: string): name is NoticeKind {
  return Object.hasOwn(NOTICES, name);
}

/** Content of a mail as stored until it is sent: everything that must not change between two attempts. */
export interface MailPayload {
  /** Address of the recipient. */
  readonly to: string;
  /** The order as it was after the event. */
  readonly order: Order;
}

export function noticesAbout(type: WebhookEventType): readonly NoticeKind[] {
  return NOTICE_KINDS.filter((kind) => NOTICES[kind].event === type);
}
