import type { Order } from '../domain/order/order.js';
import type { Shop } from '../domain/shop/shop.js';
import type { NoticeKind } from '../domain/values/notice-kinds.js';
import { required } from '../domain/values/required.js';
import type { NewDelivery } from '../domain/webhook/delivery.js';
import { mailReceiverId } from '../domain/webhook/mail-receiver.js';
import { type MailPayload, NOTICES, noticesAbout } from '../domain/webhook/notices.js';
import type { Rows } from '../ports.js';
import { findLocale } from '../texts/locale.js';
import type { DomainEvent } from './domain-events.js';

type Notice = Pick<NewDelivery, 'receiver' | 'form' | 'payload'>;

/**
 * Returns the notices that the buyer and the shop's staff get about an event.
 * @param secret key of the receivers' names
 */
export function findNotices(
  rows: Rows,
  { type, organization_id, order }: DomainEvent,
  secret: Buffer,
): readonly Notice[] {
  const called = order ? noticesAbout(type, order, () => required(rows.get('order', order.id), 'order')) : [];
  if (!order || called.length === 0) return [];
  const { shop_id } = order;
  const shop = required(rows.get('shop', shop_id), 'shop');
  const kinds = called.filter((kind) => !shop.settings.mail?.disabled?.includes(kind));
  return kinds.flatMap((notice) => {
    const { addresses, language } = recipientsOf(notice, order, shop);
    const form = { kind: 'mail', notice, language, shop_id } as const;
    return addresses.map((to): Notice => {
      const content: MailPayload = { to, order };
      return { receiver: mailReceiverId(secret, organization_id, to), payload: JSON.stringify(content), form };
    });
  });
}

function recipientsOf(notice: NoticeKind, { buyer, language }: Order, { settings }: Shop) {
  const isForStaff = NOTICES[notice].audience === 'staff';
  const addresses = isForStaff ? (settings.mail?.staff ?? []) : [buyer?.email ?? []].flat();
  return { addresses, language: findLocale(isForStaff ? undefined : language, settings.language).tag };
}
