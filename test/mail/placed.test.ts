import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '../../src/domain/order/order.js';
import type { Shop } from '../../src/domain/shop/shop.js';
import { displayAmount } from '../../src/domain/values/display.js';
import { escapeHtml } from '../../src/domain/values/escape-html.js';
import { required } from '../../src/domain/values/required.js';
import { renderNotice } from '../../src/mail/render.js';
import { LANGUAGES } from '../../src/texts/locale.js';
import { placeOrder, readyCart } from '../actors/shopper.js';
import { type MailScene, openMailScene, stillText } from './mail-scene.js';
import { expectSameTexts } from './shown-texts.js';

let scene: MailScene;
let order: Order;
let shop: Shop;
beforeAll(async () => {
  scene = await openMailScene();
  const id = await placeOrder(scene.merchant, await readyCart(scene.merchant));
  [order, shop] = await scene.portal.app.store.read((rows) => {
    const row = required(rows.get('order', id), 'order');
    return [row, required(rows.get('shop', row.shop_id), 'shop')] as const;
  });
});
afterAll(() => scene.portal.close());

const render = (change: Partial<Order> = {}, settings: Partial<Shop['settings']> = {}, language = 'en') =>
  renderNotice(
    { notice: 'placed', language },
    { to: 'ada@example.com', order: { ...order, ...change } },
    { ...shop, settings: { ...shop.settings, ...settings } },
    scene.portal.app.portal.view,
  );

test('confirms an order to its buyer in both parts of one mail', async () => {
  const [mail] = await scene.mails(1);
  const { subject, from, to, text, html, headers, messageId } = required(mail, 'mail');
  const { data } = await scene.merchant.ok('get_order', { order_id: order.id });
  expect(subject).toBe('Quillback Mercantile: your order 1001');
  expect([from?.text, [to].flat().map((one) => one?.text)]).toEqual([
    '"Quillback Mercantile" <orders@[127.0.0.1]>',
    ['ada@example.com'],
  ]);
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  expect(messageId).toMatch(new RegExp(`^<evt_[\\w-]+\\.placed\\.${order.id}@\\[127\\.0\\.0\\.1\\]>$`));
  expect(headers.get('references')).toBe(`<${order.id}@[127.0.0.1]>`);
  for (const part of [text, html]) expect(part).toContain(data.permalink_url);
});

describe.each(Object.keys(LANGUAGES))('in %s', (language) => {
  test('has the text of the snapshot', async () => {
    const { text, subject } = render({}, {}, language);
    const still = stillText(scene, { subject, text });
    await expect(still).toMatchFileSnapshot(`snapshots/placed.${language}.txt`);
  });

  test('shows the same in both parts, with all amounts of the API response', async () => {
    const { html, text } = render({}, {}, language);
    expectSameTexts({ html, text });
    const { data } = await scene.merchant.ok('get_order', { order_id: order.id }, { 'accept-language': language });
    const totals: { type: string; amount: number }[] = data.totals.filter(
      ({ amount }: { amount: number }) => amount > 0,
    );
    expect(totals.length).toBeGreaterThan(1);
    for (const { amount } of totals) {
      const money = displayAmount(amount, data.currency, language);
      expect([text, html]).toEqual([expect.stringContaining(money), expect.stringContaining(money)]);
    }
  });
});

test('tells the buyer of an unpaid invoice when and how to pay', () => {
  const payment = { handler_id: 'invoice' };
  const invoice = { due_days: 14, instructions: 'IBAN DE02 1203\nBIC BYLADEM1001' };
  const { text, html } = render({ payment, payment_status: 'pending' }, { invoice });
  expect(text).toContain('You get an invoice, which is due by December 4, 2026.');
  expect(text).toContain('How to pay: IBAN DE02 1203\n  BIC BYLADEM1001');
  expect(html).toContain('IBAN DE02 1203<br>BIC BYLADEM1001');
  expect(render({ payment }, { invoice }).text).not.toContain('IBAN');
});

test('contains no private notes or hidden reasons', () => {
  const { text, html } = render({ status: 'on_hold', hold_reason: 'Fraud check', hold_note: 'Looks odd' });
  expect(`${text}${html}`).not.toMatch(/Fraud check|Looks odd/);
});

test('links to no page if the order has no link', () => {
  const { text, html } = render({ link: null });
  expect(`${text}${html}`).not.toContain('/orders/');
});

test('has at most 102 kB, and counts the lines left out', () => {
  const [line] = order.line_items;
  const line_items = Array.from({ length: 400 }, (_, index) => ({ ...required(line, 'line'), id: `line-${index}` }));
  const { html, text } = render({ line_items });
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(102_000);
  const count = text.split('\n').filter((one) => one.startsWith('- ')).length;
  expect(count).toBeGreaterThan(50);
  expect(text).toContain(`and ${400 - count} more lines`);
});

test('has at most 102 kB when a few lines have many long properties', () => {
  const properties = Array.from({ length: 20 }, (_, index) => ({ name: `${index}`, value: '&'.repeat(500) }));
  const line_items = order.line_items.slice(0, 2).map((line) => ({ ...line, properties }));
  const { html, text } = render({ line_items });
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(102_000);
  expect(text).toContain('and 1 more line');
});

test('escapes the texts of buyers, agents and merchants', () => {
  const name = '<img src=x onerror=alert(1)>"&';
  const { html } = render({ buyer: { email: 'ada@example.com', full_name: name } }, { brand: { name } });
  expect(html).toContain(escapeHtml(name));
  expect(html).not.toContain('<img');
});
