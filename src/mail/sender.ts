import type { Face } from '../domain/shop/face.js';
import { domainOf } from '../domain/values/email.js';
import { displayName } from './header-text.js';
import type { MessageHead } from './message.js';

export interface SenderRules {
  /** The portal's own sender address. */
  readonly from: string;
  /** Domains in which shops may choose a sender address. Lower case. */
  readonly domains: readonly string[];
}

/** Returns the sender of a shop's mail. An address in a domain that the operator has not approved is not used. */
export function senderOf(
  { name, brand, shop }: Face,
  { from, domains }: SenderRules,
): Pick<MessageHead, 'from' | 'replyTo'> {
  const chosen = shop.settings.mail?.from;
  const address = chosen !== undefined && domains.includes(domainOf(chosen)) ? chosen : from;
  return { from: { name: displayName(name), address }, replyTo: shop.settings.mail?.reply_to ?? brand.support_email };
}
