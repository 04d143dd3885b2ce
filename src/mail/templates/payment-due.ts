import { invoiceTexts } from '../../pages/invoice-part.js';
import { moneyRows } from '../../pages/order/page.js';
import { costRows } from '../../pages/totals.js';
import type { Template } from '../content.js';
import { amountsOf } from '../order-blocks.js';
import { changeContent } from './change.js';

/** Tells the buyer how much to pay, until when, how, and for which order. */
export const paymentDue: Template = (mailed) => {
  const { order, face, locale } = mailed;
  const { payment, title } = locale.texts.order;
  const total = costRows(order, locale).filter(({ type }) => type === 'total');
  return changeContent(mailed, locale.texts.mail.payment_due, [
    { type: 'amounts', amounts: amountsOf([...total, ...moneyRows(order, locale)]) },
    {
      type: 'group',
      title: payment,
      lines: [
        ...invoiceTexts(order.payment.handler_id, face, locale, Date.parse(order.created_at)),
        title(order.display_id),
      ],
    },
  ]);
};
