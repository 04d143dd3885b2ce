import { hideFromBuyer } from '../domain/order/for-buyer.js';
import { type Face, faceOf } from '../domain/shop/face.js';
import type { Shop } from '../domain/shop/shop.js';
import { type NoticeKind, ORDER_NOTICE_KINDS, type OrderNoticeKind } from '../domain/values/notice-kinds.js';
import type { MailForm } from '../domain/webhook/delivery.js';
import { type CheckoutMail, NOTICES, type OrderMail, type StaffMail } from '../domain/webhook/notices.js';
import { orderPath } from '../pages/desk/links.js';
import { findLocale, type Locale } from '../texts/locale.js';
import type { ViewSettings } from '../view/checkout-view.js';
import { orderView } from '../view/order-view.js';
import type { Block, MailContent } from './content.js';
import { footerBlocks } from './footer.js';
import type { Logo } from './logo.js';
import { mailedCheckout } from './payment-notice.js';
import { type RenderedMail, renderBlocks } from './render-blocks.js';
import { TEMPLATES } from './templates/index.js';
import { payLink } from './templates/pay-link.js';
import { paymentAction } from './templates/payment-action.js';
import { staffContent } from './templates/staff.js';

/** Gmail cuts off larger mails. Bytes. */
const MAX_HTML_BYTES = 102_000;
/** Numbers of lines to try, until the mail is small enough. */
const LINE_LIMITS = [500, 120, 60, 30, 10, 3, 1, 0];

export type MailView = Omit<ViewSettings, 'language'>;

/** Renders a notice. The same arguments always give the same bytes. */
export function renderNotice(
  { notice, language }: Pick<MailForm, 'notice' | 'language'>,
  payload: CheckoutMail | OrderMail | StaffMail,
  shop: Shop,
  view: MailView,
  logo?: Logo,
): RenderedMail {
  if ('order' in payload && isOrderNotice(notice))
    return renderOrderNotice({ notice, language }, payload, shop, view, logo);
  if ('checkout' in payload) return renderCheckoutNotice({ notice, language }, payload, shop, view, logo);
  if (!('notice' in payload)) throw new Error(`an order cannot be in a notice of kind ${notice}`);
  const face = faceOf(shop);
  const locale = findLocale(language, shop.settings.language);
  return renderBlocks(staffContent({ notice: payload.notice, face, locale }), { face, tag: locale.tag, logo });
}

function isOrderNotice(kind: NoticeKind): kind is OrderNoticeKind {
  return ORDER_NOTICE_KINDS.some((one) => one === kind);
}

interface OrderForm {
  readonly notice: OrderNoticeKind;
  readonly language: string;
}

/** Renders a notice about an order. */
export function renderOrderNotice(
  { notice, language }: OrderForm,
  { order }: Pick<OrderMail, 'order'>,
  shop: Shop,
  view: MailView,
  logo?: Logo,
): RenderedMail {
  const locale = findLocale(language, shop.settings.language);
  const isForBuyer = NOTICES[notice].audience === 'buyer';
  const seen = isForBuyer ? hideFromBuyer(order) : order;
  const answer = orderView(seen, shop, new Set(), { ...view, language: locale.tag });
  const face = faceOf(shop);
  // The page behind the link is the buyer's.
  const link = order.link === null || !isForBuyer ? undefined : answer.permalink_url;
  const deskUrl = `${view.links.publicUrl()}/${orderPath(shop.id, order.id)}`;
  const footer = isForBuyer ? footerBlocks({ face, locale }, view.links.absolute) : [];
  return renderWithin({ face, locale, logo, footer }, (maxLines) =>
    TEMPLATES[notice]({ order: answer, row: order, face, locale, link, deskUrl, isForBuyer, maxLines }),
  );
}

/** Renders a notice about a checkout that waits for its buyer. */
function renderCheckoutNotice(
  { notice, language }: Pick<MailForm, 'notice' | 'language'>,
  { checkout }: Pick<CheckoutMail, 'checkout'>,
  shop: Shop,
  view: MailView,
  logo?: Logo,
): RenderedMail {
  const locale = findLocale(language, shop.settings.language);
  const mailed = mailedCheckout(checkout, shop, locale, view);
  const footer = footerBlocks(mailed, view.links.absolute);
  const template = notice === 'pay_link' ? payLink : paymentAction;
  return renderWithin({ ...mailed, logo, footer }, (maxLines) => template({ ...mailed, maxLines }));
}

interface Frame {
  readonly face: Face;
  readonly locale: Locale;
  readonly logo: Logo | undefined;
  /** Blocks that end the mail. */
  readonly footer: readonly Block[];
}

/** Renders a mail with as many lines as its size allows. */
function renderWithin(
  { face, locale: { tag }, logo, footer }: Frame,
  write: (maxLines: number) => MailContent,
): RenderedMail {
  const rendered = LINE_LIMITS.map((maxLines) => () => {
    const { subject, blocks } = write(maxLines);
    return renderBlocks({ subject, blocks: [...blocks, ...footer] }, { face, tag, logo });
  });
  return smallest(rendered);
}

/** Returns the first mail that is small enough, or else the last one. */
function smallest(makers: readonly (() => RenderedMail)[]): RenderedMail {
  const [make, ...others] = makers;
  if (!make) throw new Error('no mail to choose from');
  const mail = make();
  return others.length === 0 || Buffer.byteLength(mail.html) <= MAX_HTML_BYTES ? mail : smallest(others);
}
