import type { SignIn } from '../domain/person/sign-in.js';
import type { Shop } from '../domain/shop/shop.js';
import type { NewDelivery } from '../domain/webhook/delivery.js';
import { NOTICES, type PersonMail } from '../domain/webhook/notices.js';
import type { Ids } from '../ports.js';
import { noticeOf } from './notices.js';

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
  return {
    ...noticeOf(shop, 'sign_in', acceptLanguage, payload, secret),
    organization_id: shop.organization_id,
    event_id: ids.next('evt'),
    type: NOTICES.sign_in.event,
    subject: `sign_in/${id}`,
    subject_version: 1,
  };
}
