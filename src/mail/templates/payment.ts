import { displayAmount } from '../../domain/values/display.js';
import { dateText } from '../../texts/dates.js';
import { labeled } from '../../texts/label.js';
import type { Block, MailContent, MailedOrder, Template } from '../content.js';
import { type ChangeTexts, changeContent } from './change.js';

/** Problems with the payment of an order, for the shop's staff. */

/** The amount, and the payment handler's reason, are among the order's messages. */
export const captureFailed: Template = (mailed) => changeContent(mailed, mailed.locale.texts.mail.capture_failed);

/** Names what must still be captured, and until when. */
export const authorizationExpiring: Template = (mailed) => {
  const { order, locale } = mailed;
  const { mail: texts } = locale.texts;
  const { amount_capturable, authorized_until } = order.payment;
  const lines = [
    ...(amount_capturable === undefined ? [] : [displayAmount(amount_capturable, order.currency, locale.tag)]),
    ...(authorized_until === undefined ? [] : [texts.until(timeText(mailed, authorized_until))]),
  ];
  return changeContent(mailed, texts.authorization_expiring, [{ type: 'group', title: texts.not_captured, lines }]);
};

export const authorizationExpired: Template = (mailed) =>
  changeContent(mailed, mailed.locale.texts.mail.authorization_expired);

export const disputeOpened: Template = (mailed) =>
  disputeContent(mailed, mailed.locale.texts.mail.dispute_opened, 'open');

export const disputeEvidenceDue: Template = (mailed) =>
  disputeContent(mailed, mailed.locale.texts.mail.dispute_evidence_due, 'open');

export const disputeWon: Template = (mailed) => disputeContent(mailed, mailed.locale.texts.mail.dispute_won, 'won');

export const disputeLost: Template = (mailed) => disputeContent(mailed, mailed.locale.texts.mail.dispute_lost, 'lost');

type Dispute = NonNullable<MailedOrder['order']['payment']['disputes']>[number];

/** Lists the disputes in a state: an order may have several, and does not tell which one changed. */
function disputeContent(mailed: MailedOrder, texts: ChangeTexts, state: Dispute['state']): MailContent {
  const { disputes = [] } = mailed.order.payment;
  return changeContent(
    mailed,
    texts,
    disputes.filter((one) => one.state === state).map((one) => disputeBlock(mailed, one)),
  );
}

function disputeBlock(mailed: MailedOrder, { id, amount, reason, state, evidence_due }: Dispute): Block {
  const { order, locale } = mailed;
  const { mail: texts } = locale.texts;
  const due = state === 'open' ? evidence_due : undefined;
  return {
    type: 'group',
    title: id,
    lines: [
      labeled(texts.disputed, displayAmount(amount, order.currency, locale.tag), locale.tag),
      ...(reason === undefined ? [] : [reason]),
      ...(due === undefined ? [] : [texts.evidence_until(timeText(mailed, due))]),
    ],
  };
}

/** Formats a time of the API in the shop's time zone. */
function timeText({ face, locale }: MailedOrder, time: string): string {
  return dateText(time, 'zonedMoment', locale.tag, face.shop.settings.time_zone);
}
