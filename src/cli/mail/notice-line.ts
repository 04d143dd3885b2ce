import { onOneLine } from '../../domain/values/text.js';
import { isoTime } from '../../view/format.js';
import { type NoticeDelivery, recipientOf } from '../../view/notice-view.js';

/** Describes the delivery of a notice on one line. */
export function noticeLine(row: NoticeDelivery): string {
  const { id, created_at, form, subject, state, attempts, outcome, status } = row;
  const became = [outcome, status].filter((part) => part !== null).join(' ');
  const to = recipientOf(row) ?? 'erased';
  const parts = [id, isoTime(created_at), form.notice, subject, to, state, `attempts: ${attempts}`, became];
  return onOneLine(parts.join('  ').trimEnd());
}
