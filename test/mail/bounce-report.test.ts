import { expect, test } from 'vitest';
import { readBounceReport } from '../../src/domain/webhook/bounce-report.js';
import { messageId, readMessageId } from '../../src/domain/webhook/message-id.js';
import { delayedReport, exchangeReport, gmailReport, postfixReport } from './bounce-reports.js';

const NOTICE = { event_id: 'evt_019a', notice: 'units_canceled', order_id: 'ord_019b' };
const ABOUT = { id: '<evt_019a.units_canceled.ord_019b@shop.com>', to: 'ada@buyer.com' };

const read = (text: string) => readBounceReport(Buffer.from(text, 'latin1'));

test.each([
  ['Postfix', postfixReport, '5.1.1', ['ada@buyer.com', 'ada@buyer.com']],
  ['Exchange', exchangeReport, '5.1.10', ['ada@buyer.com']],
  ['Gmail', gmailReport, '5.1.1', ['ada@buyer.com']],
] as const)('reads a report of %s', (_server, write, status, addresses) => {
  expect(read(write(ABOUT))).toEqual({ notice: NOTICE, recipients: [{ addresses, hasFailed: true, status }] });
});

test('does not count a delayed mail as failed', () => {
  expect(read(delayedReport(ABOUT))?.recipients).toMatchObject([{ hasFailed: false, status: '4.4.1' }]);
});

test('counts a mail as failed when the server gave up after a temporary error', () => {
  const report = postfixReport(ABOUT).replace('Status: 5.1.1', 'Status: 4.4.1');
  expect(read(report)?.recipients).toMatchObject([{ hasFailed: true, status: '4.4.1' }]);
});

test('does not believe a failure with the status of a success', () => {
  const report = postfixReport(ABOUT).replace('Status: 5.1.1', 'Status: 2.0.0');
  expect(read(report)?.recipients).toMatchObject([{ hasFailed: false }]);
});

test('reads a status in Base64', () => {
  const fields = `Reporting-MTA: dns; mx\r\n\r\nFinal-Recipient: utf-8; ädä@buyer.com\r\nAction: failed\r\nStatus: 5.1.1\r\n`;
  const coded = Buffer.from(fields).toString('base64');
  const part = `Content-Type: message/global-delivery-status\r\nContent-Transfer-Encoding: base64\r\n\r\n${coded}\r\n`;
  const report = `Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n${part}--b--\r\n`;
  expect(read(report)).toEqual({
    notice: undefined,
    recipients: [{ addresses: ['ädä@buyer.com'], hasFailed: true, status: '5.1.1' }],
  });
});

test.each([
  ['an empty mail', ''],
  ['an answer of a person', 'From: ada@buyer.com\r\nSubject: Re: your order\r\n\r\nAction: failed\r\n'],
  [
    'another kind of report',
    postfixReport(ABOUT).replace('report-type=delivery-status', 'report-type=feedback-report'),
  ],
  ['a report without a boundary', postfixReport(ABOUT).replace(/boundary="[^"]+"/, 'x=y')],
  ['a report without a status', postfixReport(ABOUT).replace('message/delivery-status', 'text/plain')],
])('reads no report from %s', (_what, text) => {
  expect(read(text)).toBeUndefined();
});

test('reads a report that was cut off', () => {
  const report = postfixReport(ABOUT);
  expect(read(report.slice(0, report.indexOf('References:')))?.notice).toEqual(NOTICE);
});

test.each([
  [
    'line breaks',
    `Content-Type: multipart/report; boundary=b; report-type=delivery-status\n\n${'--b\n\n'.repeat(150_000)}`,
  ],
  ['white space', `Content-Type: multipart/report;${' '.repeat(900_000)}boundary=b`],
  ['folds', `Content-Type:${'\n '.repeat(450_000)}multipart/report`],
  [
    'equals signs',
    `Content-Type: multipart/report; boundary=b; report-type=delivery-status\n\n--b\nContent-Type: message/delivery-status\nContent-Transfer-Encoding: quoted-printable\n\n${'= '.repeat(450_000)}`,
  ],
])('reads a mail of many %s in linear time', (_what, text) => {
  // In quadratic time it would not end.
  expect(read(text)?.recipients ?? []).toEqual([]);
});

test('names the order in the id of a mail, and reads it back', () => {
  const form = { kind: 'mail', notice: 'units_canceled', language: 'en', shop_id: 'shp_1' } as const;
  const notice = { event_id: 'evt_019a', subject: 'order/ord_019b', receiver: 'mail_1', form };
  const id = messageId(notice, 'shop.com');
  expect(`<${id}>`).toBe(ABOUT.id);
  expect(readMessageId(id)).toEqual(NOTICE);
});

test.each(['', '<a@b>', 'evt_1.test@shop.com', 'evt_1.placed.ord_1', 'evt_1.placed.ord_1/x@shop.com'])(
  'reads nothing from the foreign id %j',
  (text) => {
    expect(readMessageId(text)).toBeUndefined();
  },
);
