import type { MailService } from '../calls/services.js';
import { faceOf } from '../domain/shop/face.js';
import { CHECKOUT_NOTICE_KINDS } from '../domain/values/notice-kinds.js';
import { NOTICES } from '../domain/webhook/notices.js';
import { findLocale } from '../texts/locale.js';
import { inlineLogo, readLogo } from './logo.js';
import type { MailView } from './render.js';

/**
 * Returns the function that renders notices without sending them. Its modules are loaded with the first one.
 * @param pictures folder of the portal's pictures
 */
export function makePreviewer(view: MailView, pictures: string): MailService['preview'] {
  return async ({ notice, language }, { order, checkout, shop }) => {
    const { renderNotice } = await import('./render.js');
    const own = NOTICES[notice].audience === 'buyer' ? order.language : undefined;
    const { tag } = findLocale(language ?? own, shop.settings.language);
    const logo = await readLogo(pictures, faceOf(shop).brand.logo);
    const content = CHECKOUT_NOTICE_KINDS.some((kind) => kind === notice) ? { to: '', checkout } : { to: '', order };
    const mail = renderNotice({ notice, language: tag }, content, shop, view, logo);
    return { subject: mail.subject, text: mail.text, html: inlineLogo(mail) };
  };
}
