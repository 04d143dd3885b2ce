import { required } from '../domain/values/required.js';
import type { NewDelivery } from '../domain/webhook/delivery.js';
import { mailReceiverId } from '../domain/webhook/mail-receiver.js';
import { type MailPayload, noticesAbout } from '../domain/webhook/notices.js';
import type { Rows } from '../ports.js';
import { findLocale } from '../texts/locale.js';
import type { DomainEvent } from './domain-events.js';

type Notice = Pick<NewDelivery, 'receiver' | 'form' | 'payload'>;

/**
 * Returns the notices that buyers get about an event.
 * @param secret key of the receivers' names
 */
export function findNotices(
  rows: Rows,
  { type, organization_id, order }: DomainEvent,
  secret: Buffer,
): readonly Notice[] {
  const to = order?.buyer?.email;
  if (!order || to === undefined) return [];
  const called = noticesAbout(type, order, () => required(rows.get('order', order.id), 'order'));
  if (called.length === 0) return [];
  const { shop_id } = order;
  const shop = required(rows.get('shop', shop_id), 'shop');
  const kinds = called.filter((kind) => !shop.settings.mail?.disabled?.includes(kind));
  const language = findLocale(order.language, shop.settings.language).tag;
  const receiver = mailReceiverId(secret, organization_id, to);
  const content: MailPayload = { to, order };
  const payload = JSON.stringify(content);
  return kinds.map((notice) => ({ receiver, payload, form: { kind: 'mail', notice, language, shop_id } }));
}
