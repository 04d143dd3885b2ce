import { costRows } from '../../pages/totals.js';
import { dateText } from '../../texts/dates.js';
import { isoTime } from '../../view/format.js';
import type { MailContent, MailedCheckout } from '../content.js';
import { amountsOf, pricedLines } from '../order-blocks.js';

/** Shows the buyer what the shop's staff drafted for them, and where they can pay it. */
export function payLink(mailed: MailedCheckout): MailContent {
  const { checkout, face, locale, link, until } = mailed;
  const { pay_link } = locale.texts.mail;
  const time = dateText(isoTime(until), 'zonedMoment', locale.tag, face.shop.settings.time_zone);
  const lines = checkout.line_items.map((line) => ({ ...line, units: line.quantity }));
  return {
    subject: pay_link.subject(face.name),
    blocks: [
      { type: 'heading', text: pay_link.heading },
      { type: 'paragraph', text: pay_link.text(face.name) },
      ...pricedLines(lines, checkout.currency, mailed),
      { type: 'amounts', amounts: amountsOf(costRows(checkout, locale)) },
      { type: 'button', text: pay_link.button, url: link },
      { type: 'hint', text: pay_link.until.replace('{}', time) },
    ],
  };
}
