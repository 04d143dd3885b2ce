import type { Order } from '../domain/order/order.js';
import type { Shop } from '../domain/shop/shop.js';
import type { NoticeKind } from '../domain/values/notice-kinds.js';
import { required } from '../domain/values/required.js';
import type { NewDelivery } from '../domain/webhook/delivery.js';
import { mailReceiverId } from '../domain/webhook/mail-receiver.js';
import { NOTICES, noticesAbout, type OrderMail, type ShopNotice, type StaffMail } from '../domain/webhook/notices.js';
import type { Rows } from '../ports.js';
import { findLocale } from '../texts/locale.js';
import type { DomainEvent } from './domain-events.js';

export type Notice = Pick<NewDelivery, 'receiver' | 'form' | 'payload'>;

/**
 * Returns the notices that the buyer and the shop's staff get about an event of an order.
 * @param secret key of the receivers' names
 */
export function findNotices(rows: Rows, { type, order }: DomainEvent, secret: Buffer): readonly Notice[] {
  const called = order ? noticesAbout(type, order, () => required(rows.get('order', order.id), 'order')) : [];
  if (!order || called.length === 0) return [];
  const shop = required(rows.get('shop', order.shop_id), 'shop');
  return called.flatMap((kind) =>
    NOTICES[kind].audience === 'staff'
      ? staffNotices(shop, kind, secret, (to): OrderMail => ({ to, order }))
      : buyerNotices(shop, order, kind, secret),
  );
}

function buyerNotices(shop: Shop, order: Order, kind: NoticeKind, secret: Buffer): Notice[] {
  const to = order.buyer?.email;
  if (to === undefined || isDisabled(shop, kind)) return [];
  const content: OrderMail = { to, order };
  return [noticeOf(shop, kind, order.language, content, secret)];
}

/** Returns a notice about no order, for each address of the shop's staff. */
export function shopNotices(shop: Shop, notice: ShopNotice, secret: Buffer): Notice[] {
  return staffNotices(shop, notice.kind, secret, (to): StaffMail => ({ to, notice }));
}

function staffNotices(
  shop: Shop,
  kind: NoticeKind,
  secret: Buffer,
  contentFor: (to: string) => OrderMail | StaffMail,
): Notice[] {
  if (isDisabled(shop, kind)) return [];
  const addresses = shop.settings.mail?.staff ?? [];
  return addresses.map((to) => noticeOf(shop, kind, undefined, contentFor(to), secret));
}

function isDisabled({ settings }: Shop, kind: NoticeKind): boolean {
  return settings.mail?.disabled?.includes(kind) === true;
}

/** @param wanted the recipient's language; defaults to the shop's */
function noticeOf(
  { id, organization_id, settings }: Shop,
  notice: NoticeKind,
  wanted: string | undefined,
  content: OrderMail | StaffMail,
  secret: Buffer,
): Notice {
  return {
    receiver: mailReceiverId(secret, organization_id, content.to),
    payload: JSON.stringify(content),
    form: { kind: 'mail', notice, language: findLocale(wanted, settings.language).tag, shop_id: id },
  };
}
