import type { MailService } from '../calls/services.js';
import { NOTICES } from '../domain/webhook/notices.js';
import { findLocale } from '../texts/locale.js';
import type { MailView } from './render.js';

/** Returns the function that renders notices without sending them. Its modules are loaded with the first one. */
export function makePreviewer(view: MailView): MailService['preview'] {
  return async ({ notice, language }, order, shop) => {
    const { renderOrderNotice } = await import('./render.js');
    const own = NOTICES[notice].audience === 'buyer' ? order.language : undefined;
    const { tag } = findLocale(language ?? own, shop.settings.language);
    return renderOrderNotice({ notice, language: tag }, { order }, shop, view);
  };
}
