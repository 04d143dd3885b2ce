import type { SignIn } from '../domain/person/sign-in.js';
import type { Shop } from '../domain/shop/shop.js';
import type { NewDelivery } from '../domain/webhook/delivery.js';
import { mailReceiverId } from '../domain/webhook/mail-receiver.js';
import { NOTICES, type PersonMail } from '../domain/webhook/notices.js';
import type { Ids } from '../ports.js';
import { findLocale } from '../texts/locale.js';

interface Content {
  readonly to: string;
  /** Token of the link, encrypted for the attempt. */
  readonly sealed: string;
  readonly acceptLanguage: string | undefined;
}

/**
 * Builds the mail with link and code of an attempt to sign in, in the name of a shop.
 * @param secret key of the receivers' names
 */
export function signInDelivery(
  shop: Shop,
  { id, expires_at }: SignIn,
  { to, sealed, acceptLanguage }: Content,
  { ids, secret }: { readonly ids: Ids; readonly secret: Buffer },
): NewDelivery {
  const payload: PersonMail = { to, sign_in: { id, sealed, expires_at } };
  const language = findLocale(acceptLanguage, shop.settings.language).tag;
  return {
    organization_id: shop.organization_id,
    receiver: mailReceiverId(secret, shop.organization_id, to),
    form: { kind: 'mail', notice: 'sign_in', language, shop_id: shop.id },
    event_id: ids.next('evt'),
    type: NOTICES.sign_in.event,
    subject: `sign_in/${id}`,
    subject_version: 1,
    payload: JSON.stringify(payload),
  };
}
