import { faceOf } from '../domain/shop/face.js';
import type { Shop } from '../domain/shop/shop.js';
import { mailHost } from './mail-host.js';
import { composeMessage } from './message.js';
import { type MailView, renderNotice } from './render.js';
import { type SenderRules, senderOf } from './sender.js';
import type { Envelope } from './transport.js';

interface Test {
  /** Unique id of the mail. */
  readonly id: string;
  readonly to: string;
  readonly now: number;
}

/** Writes the test mail of a shop for any recipient. */
export function writeTestMail(
  shop: Shop,
  { id, to, now }: Test,
  view: MailView,
  { from, domains }: Pick<SenderRules, 'domains'> & { readonly from: string | undefined },
): Promise<Envelope> {
  const host = mailHost(view.links.publicUrl());
  const sender = senderOf(faceOf(shop), { from: from ?? `orders@${host}`, domains });
  const head = { id: `${id}.test@${host}`, thread: `${shop.id}@${host}`, ...sender, to, date: now };
  const form = { notice: 'test', language: shop.settings.language } as const;
  return composeMessage(head, renderNotice(form, { to, notice: { kind: 'test' } }, shop, view));
}
