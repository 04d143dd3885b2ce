import type { SenderDomain } from '../config/mail-server.js';
import type { Face } from '../domain/shop/face.js';
import type { Shop } from '../domain/shop/shop.js';
import { domainOf } from '../domain/values/email.js';
import { displayName } from './header-text.js';
import type { MessageHead } from './message.js';

export interface SenderRules {
  /** The portal's own sender address. */
  readonly from: string;
  /** Domains in which shops may choose a sender address. */
  readonly domains: readonly SenderDomain[];
}

/** Returns the sender of a shop's mail. An address in a domain that the operator has not approved for it is not used. */
export function senderOf(
  { name, brand, shop }: Face,
  { from, domains }: SenderRules,
): Pick<MessageHead, 'from' | 'replyTo'> {
  const chosen = shop.settings.mail?.from;
  const address = chosen !== undefined && isApproved(domainOf(chosen), shop, domains) ? chosen : from;
  return { from: { name: displayName(name), address }, replyTo: shop.settings.mail?.reply_to ?? brand.support_email };
}

function isApproved(domain: string, shop: Shop, domains: readonly SenderDomain[]): boolean {
  return domains.some(
    (one) => one.domain === domain && [undefined, shop.organization_id].includes(one.organization_id),
  );
}
