import { addressLines } from '../../pages/shop/address.js';
import type { OrderRequestAnswer } from '../../schema/order.js';
import type { Block, MailedOrder, Template } from '../content.js';
import { unitsBlocks } from '../order-blocks.js';
import { changeContent } from './change.js';

/** The reasons and answers are among the order's messages. */
const ofRequest =
  (
    notice: 'request_received' | 'request_accepted' | 'request_refused' | 'new_request',
    status: OrderRequestAnswer['status'],
  ): Template =>
  (mailed) =>
    changeContent(mailed, mailed.locale.texts.mail[notice], [
      ...contentBlocks(mailed, status),
      ...(mailed.isForBuyer ? [] : [answerButton(mailed)]),
    ]);

export const requestReceived = ofRequest('request_received', 'waiting');
export const requestAccepted = ofRequest('request_accepted', 'accepted');
export const requestRefused = ofRequest('request_refused', 'refused');
export const newRequest = ofRequest('new_request', 'waiting');

/** Leads the staff to the order at the desk, where they answer. */
function answerButton({ deskUrl, locale }: MailedOrder): Block {
  return { type: 'button', text: locale.texts.mail.answer_request, url: deskUrl };
}

/** Shows the units or the address of the newest request with this status. */
function contentBlocks(mailed: MailedOrder, status: OrderRequestAnswer['status']): Block[] {
  const { texts, tag } = mailed.locale;
  const found = (mailed.order.requests ?? []).filter((one) => one.status === status);
  const newest = found.toSorted((a, b) => lastChange(a) - lastChange(b)).at(-1);
  const { line_items = [], destination } = newest ?? {};
  return [
    ...(line_items.length > 0 ? unitsBlocks(mailed, line_items) : []),
    ...(destination
      ? [
          {
            type: 'group',
            title: texts.messages.request_types.address_change,
            lines: addressLines(destination, tag),
          } as const,
        ]
      : []),
  ];
}

function lastChange({ created_at, answered_at = created_at }: OrderRequestAnswer): number {
  return Date.parse(answered_at);
}
