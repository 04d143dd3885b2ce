import type { Order } from '../domain/order/order.js';
import { getsNotice } from '../domain/person/staff-notices.js';
import type { Shop } from '../domain/shop/shop.js';
import type { NoticeKind } from '../domain/values/notice-kinds.js';
import { required } from '../domain/values/required.js';
import type { MailForm, NewDelivery } from '../domain/webhook/delivery.js';
import { mailReceiverId, mailRecipientId } from '../domain/webhook/mail-receiver.js';
import {
  type MailPayload,
  NOTICES,
  noticesAbout,
  type OrderMail,
  type ShopNotice,
  type StaffMail,
} from '../domain/webhook/notices.js';
import type { Rows } from '../ports.js';
import { findLocale } from '../texts/locale.js';
import type { DomainEvent } from './domain-events.js';

export interface Notice extends Pick<NewDelivery, 'receiver' | 'payload'> {
  readonly form: MailForm;
}

/**
 * Returns the notices that the buyer and the shop's staff get about an event of an order.
 * @param secret key of the receivers' names
 */
export function findNotices(rows: Rows, { type, order }: DomainEvent, secret: Buffer): readonly Notice[] {
  if (!order) return [];
  const before = () => required(rows.get('order', order.id), 'order');
  const readShop = () => required(rows.get('shop', order.shop_id), 'shop');
  const called = noticesAbout(type, { after: order, before, shop: readShop });
  if (called.length === 0) return [];
  const shop = readShop();
  return called.flatMap((kind) =>
    NOTICES[kind].audience === 'staff'
      ? staffNotices(rows, shop, kind, secret, (to): OrderMail => ({ to, order }))
      : orderNotices(shop, order, kind, secret),
  );
}

function orderNotices(shop: Shop, order: Order, kind: NoticeKind, secret: Buffer): Notice[] {
  const to = order.buyer?.email;
  return to === undefined ? [] : buyerNotices(shop, kind, order.language, { to, order }, secret);
}

/**
 * Returns a notice to a buyer; nothing if the shop has disabled its kind.
 * @param language defaults to the shop's
 */
export function buyerNotices(
  shop: Shop,
  kind: NoticeKind,
  language: string | undefined,
  content: MailPayload,
  secret: Buffer,
): Notice[] {
  return isDisabled(shop, kind) ? [] : [noticeOf(shop, kind, language, content, secret)];
}

/** Returns a notice about no order, for each recipient among the shop's staff. */
export function shopNotices(rows: Rows, shop: Shop, notice: ShopNotice, secret: Buffer): Notice[] {
  return staffNotices(rows, shop, notice.kind, secret, (to): StaffMail => ({ to, notice }));
}

function staffNotices(
  rows: Rows,
  shop: Shop,
  kind: NoticeKind,
  secret: Buffer,
  contentFor: (to: string) => OrderMail | StaffMail,
): Notice[] {
  if (isDisabled(shop, kind)) return [];
  // Addresses that differ only in a suffix can belong to different people, so each gets its own mail.
  const recipients = new Map(
    findRecipients(rows, shop, kind).map((one) => [mailRecipientId(secret, shop.organization_id, one.to), one]),
  );
  return [...recipients].map(([recipient, { to, member_id }]): Notice => {
    const notice = noticeOf(shop, kind, undefined, contentFor(to), secret);
    return { ...notice, form: { ...notice.form, recipient, ...(member_id !== undefined && { member_id }) } };
  });
}

interface Recipient {
  readonly to: string;
  /** Id of the staff row; absent for an address that the shop's settings name. */
  readonly member_id?: string;
}

/** Finds who gets a notice. An address may be among them twice; the last entry, that of the shop's settings, counts. */
function findRecipients(rows: Rows, { id, organization_id, settings }: Shop, kind: NoticeKind): readonly Recipient[] {
  const members = rows.find('confirmedStaff', organization_id).filter((member) => getsNotice(member, kind, id));
  const addresses = settings.mail?.staff ?? [];
  return [...members.map(({ id: member_id, email: to }) => ({ to, member_id })), ...addresses.map((to) => ({ to }))];
}

/** True if the shop sends no notices of this kind. */
export function isDisabled({ settings }: Shop, kind: NoticeKind): boolean {
  return settings.mail?.disabled?.includes(kind) === true;
}

/**
 * Returns a notice of a shop.
 * @param wanted the recipient's language; defaults to the shop's
 */
export function noticeOf(
  { id, organization_id, settings }: Shop,
  notice: NoticeKind,
  wanted: string | undefined,
  content: MailPayload,
  secret: Buffer,
): Notice {
  return {
    receiver: mailReceiverId(secret, organization_id, content.to),
    payload: JSON.stringify(content),
    form: { kind: 'mail', notice, language: findLocale(wanted, settings.language).tag, shop_id: id },
  };
}
