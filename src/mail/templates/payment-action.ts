import { costRows } from '../../pages/totals.js';
import { dateText } from '../../texts/dates.js';
import { isoTime } from '../../view/format.js';
import type { MailContent, MailedCheckout } from '../content.js';
import { amountsOf, pricedLines } from '../order-blocks.js';

/** Asks the buyer to do on the checkout's page what its payment waits for. */
export function paymentAction(mailed: MailedCheckout): MailContent {
  const { checkout, face, locale, link, until } = mailed;
  const { mail, states } = locale.texts;
  const time = dateText(isoTime(until), 'zonedMoment', locale.tag, face.shop.settings.time_zone);
  const lines = checkout.line_items.map((line) => ({ ...line, units: line.quantity }));
  return {
    subject: mail.payment_action.subject(face.name),
    blocks: [
      { type: 'heading', text: states.confirm },
      { type: 'paragraph', text: mail.payment_action.text(face.name) },
      { type: 'button', text: states.confirm_button, url: link },
      { type: 'hint', text: states.confirm_until.replace('{}', time) },
      ...pricedLines(lines, checkout.currency, mailed),
      { type: 'amounts', amounts: amountsOf(costRows(checkout, locale)) },
    ],
  };
}
