import { simpleParser } from 'mailparser';
import { expect, test } from 'vitest';
import { displayName, headerText } from '../../src/mail/header-text.js';
import { mailHost } from '../../src/mail/mail-host.js';
import { composeMessage, type MessageHead } from '../../src/mail/message.js';

const HEAD: MessageHead = {
  id: 'evt_1.placed@shop.com',
  thread: 'ord_1@shop.com',
  from: { name: 'Shop', address: 'orders@shop.com' },
  replyTo: 'help@shop.com',
  to: 'ada@buyer.com',
  date: Date.UTC(2026, 10, 20, 12),
};
const MAIL = { subject: 'Order', html: '<p>Order</p>', text: 'Order\n' };

test('composes the same bytes each time', async () => {
  const [one, two] = [await composeMessage(HEAD, MAIL), await composeMessage(HEAD, MAIL)];
  expect(one.bytes.equals(two.bytes)).toBe(true);
  const { date, replyTo, headerLines } = await simpleParser(one.bytes);
  expect([date, replyTo?.text]).toEqual([new Date(HEAD.date), 'help@shop.com']);
  expect(headerLines.map(({ key }) => key).toSorted()).toEqual([
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'references',
    'reply-to',
    'subject',
    'to',
  ]);
});

test.each([
  ['a line break', 'Shop\r\nBcc: eve@evil.com'],
  ['a line separator', 'Shop\u2028Bcc: eve@evil.com'],
  ['a null byte', 'Shop\0\nBcc: eve@evil.com'],
  ['a quote and an address', 'Shop" <eve@evil.com>, "'],
  ['an encoded word', '=?utf-8?q?Shop=0D=0ABcc:_eve@evil.com?='],
])('adds no header or address for a name with %s', async (_what, name) => {
  const plain = await simpleParser((await composeMessage(HEAD, MAIL)).bytes);
  const sender = { ...HEAD.from, name: displayName(name) };
  const { bytes } = await composeMessage({ ...HEAD, from: sender }, { ...MAIL, subject: name });
  const { from, headerLines } = await simpleParser(bytes);
  expect(headerLines.map(({ key }) => key)).toEqual(plain.headerLines.map(({ key }) => key));
  expect(from?.value.map(({ address }) => address)).toEqual(['orders@shop.com']);
});

test('removes characters from headers that are invisible or reverse the text', () => {
  expect(headerText('  Sh\u202eop\u200b \t A\u0007\n')).toBe('Sh op A');
  expect(headerText('x'.repeat(200))).toHaveLength(150);
});

test.each([
  ['Quillback Mercantile', 'Quillback Mercantile'],
  ['Café Zürich', 'Café Zürich'],
  ['Магазин Книги', 'Магазин Книги'],
  ['Shop Магазин', 'Shop Магазин'],
  ['東京 Shop', '東京 Shop'],
  ['Ｓｈｏｐ', 'Shop'],
  ['P\u0430yPal', ''],
  ['\u0391pple', ''],
  ['security@bank.com', ''],
  ['bank\uff20bank.com', ''],
  ['https://bank.com', ''],
])('shows the sender %j as %j', (name, shown) => {
  expect(displayName(name)).toBe(shown);
});

test.each([
  ['https://shop.com:8443/portal', 'shop.com'],
  ['http://127.0.0.1:3000', '[127.0.0.1]'],
  ['http://[::1]:3000', '[IPv6:::1]'],
])('names the host of %s as %s', (url, host) => {
  expect(mailHost(url)).toBe(host);
});
