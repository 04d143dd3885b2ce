import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '../../src/domain/order/order.js';
import type { Shop } from '../../src/domain/shop/shop.js';
import { ORDER_NOTICE_KINDS, type OrderNoticeKind, SHOP_SETTING_KINDS } from '../../src/domain/values/notice-kinds.js';
import { required } from '../../src/domain/values/required.js';
import { NOTICES, type OrderMail } from '../../src/domain/webhook/notices.js';
import { renderNotice } from '../../src/mail/render.js';
import { LANGUAGES } from '../../src/texts/locale.js';
import { shopper } from '../actors/shopper.js';
import { expectOwnAmounts } from './amounts.js';
import { buyerNotices, type Notice } from './buyer-notices.js';
import { type Attacked, composeAttacked, HOSTILE } from './hostile-texts.js';
import { type MailScene, openMailScene, stillText } from './mail-scene.js';
import { expectSameTexts } from './shown-texts.js';
import { PAYMENT_NOTICES, withFailedRefund, withPaymentProblem, withRequest } from './staff-notices.js';

/** Tests the mails about changes of an order: their texts and amounts, and hostile texts in them. */

let scene: MailScene;
let shop: Shop;
let notices: readonly Notice[];
beforeAll(async () => {
  scene = await openMailScene({ mail: undefined });
  notices = await buyerNotices(scene);
  const { shop_id } = scene.portal.demo;
  shop = await scene.portal.app.store.read((rows) => required(rows.get('shop', shop_id), 'shop'));
});
afterAll(() => scene.portal.close());

const render = ({ form, payload }: Notice, language: string) =>
  renderNotice({ ...form, language }, JSON.parse(payload), shop, scene.portal.app.portal.view);

test('writes one notice for each change that the buyer hears about, in order', () => {
  expect(notices.map(({ form }) => form.notice)).toEqual([
    'placed',
    'shipped',
    'tracking_changed',
    'ready_for_pickup',
    'held',
    'released',
    'units_canceled',
    'refunded',
    'refunded',
    'link_renewed',
    'payment_due',
    'canceled',
    'request_received',
    'request_refused',
    'request_received',
    'request_accepted',
    'request_received',
    'returned',
    'payment_action',
    'pay_link',
  ]);
  const kinds = SHOP_SETTING_KINDS.filter((kind) => NOTICES[kind].audience === 'buyer');
  expect(new Set(notices.map(({ form }) => form.notice))).toEqual(new Set(kinds));
});

describe.each(Object.keys(LANGUAGES))('in %s', (language) => {
  test('shows the amounts of the response in both parts of every kind', () => {
    const all = ordersByKind();
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(ORDER_NOTICE_KINDS));
    for (const { kind, order } of all) expectOwnAmounts(kind, order, shop, scene.portal.app.portal.view, language);
  });

  test('has the texts of the snapshot, the same in both parts', async () => {
    const mails = notices.map((notice) => render(notice, language));
    for (const mail of mails) expectSameTexts(mail);
    const texts = mails.slice(1).map((mail) => stillText(scene, mail));
    await expect(texts.join(`\n${'#'.repeat(72)}\n`)).toMatchFileSnapshot(`snapshots/changes.${language}.txt`);
  });
});

/** Returns an order for each kind of notice about one; those to the staff are made of a buyer's. */
function ordersByKind(): { readonly kind: OrderNoticeKind; readonly order: Order }[] {
  const written = notices.flatMap(({ form, payload }) => {
    const kind = ORDER_NOTICE_KINDS.find((one) => one === form.notice);
    const { order }: OrderMail = JSON.parse(payload);
    return kind ? [{ kind, order }] : [];
  });
  const { order } = required(written[0], 'notice');
  return [
    ...written,
    { kind: 'new_request', order: withRequest(order) },
    { kind: 'new_order', order },
    { kind: 'refund_failed', order: withFailedRefund(order) },
    ...PAYMENT_NOTICES.map((kind) => ({ kind, order: withPaymentProblem(order, kind) })),
  ];
}

test('names only the part of a refund that was captured, also if the order changed later', () => {
  const { form, payload } = required(
    notices.findLast((one) => one.form.notice === 'refunded'),
    'notice',
  );
  const { to, order } = JSON.parse(payload);
  const newest = { ...order.adjustments.at(-1), uncaptured: 50 };
  const changed = {
    ...order,
    adjustments: [...order.adjustments.slice(0, -1), newest],
    updated_at: order.updated_at + 1,
  };
  expect(render({ form, payload: JSON.stringify({ to, order: changed }) }, 'en').text).toContain('Refund: $1.00\n');
});

test('links the request of a buyer to the order at the desk', () => {
  const [{ order }] = [
    required(
      ordersByKind().find(({ kind }) => kind === 'new_request'),
      'order',
    ),
  ];
  const mail = renderNotice(
    { notice: 'new_request', language: 'en' },
    { to: '', order },
    shop,
    scene.portal.app.portal.view,
  );
  expectSameTexts(mail);
  expect(mail.text).toContain(`Answer at the desk:\n${scene.portal.url}/desk/${shop.id}/orders/${order.id}`);
});

test('counts the units left out of a large parcel', () => {
  const { form, payload } = required(notices[1], 'notice');
  const { to, order } = JSON.parse(payload);
  const [line] = order.line_items;
  const line_items = Array.from({ length: 500 }, (_, index) => ({ ...line, id: `line-${index}` }));
  const [event] = order.fulfillment.events;
  const units = line_items.map(({ id }) => ({ id, quantity: 1 }));
  const fulfillment = { ...order.fulfillment, events: [{ ...event, line_items: units }] };
  const large = { ...order, line_items, fulfillment };
  const { html, text } = render({ form, payload: JSON.stringify({ to, order: large }) }, 'en');
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(102_000);
  const count = text.split('\n').filter((one) => one.startsWith('- ')).length;
  expect(text).toContain(`and ${500 - count} more lines`);
});

test('links to the tracking page that the merchant gave, and to the order', () => {
  const { html } = render(required(notices[1], 'notice'), 'en');
  const links = [...html.matchAll(/href="(https?:[^"]*)"/g)].map(([, url]) => url);
  expect(links[0]).toBe('https://track.test/GP77?a=1&amp;b=2');
  expect(links[1]).toContain(`${scene.portal.url}/orders/`);
});

test('contains no private notes or hidden reasons', () => {
  const mails = notices.map((notice) => render(notice, 'en'));
  for (const { html, text } of mails)
    expect(`${html}${text}`).not.toMatch(/Fraud check|Looks odd|Call the dyer|Internal/);
});

describe('a hostile text in each field that a buyer or an agent can set', () => {
  const compose = (notice: Notice, hostile?: string) =>
    composeAttacked(notice, shop, scene.portal.app.portal.view, hostile);
  let plain: readonly Attacked[];
  beforeAll(async () => {
    plain = await Promise.all(notices.map((notice) => compose(notice)));
  });

  test.each(Object.entries(HOSTILE))('adds no header, recipient or element: %s', async (_what, hostile) => {
    for (const [index, notice] of notices.entries()) {
      const { headers, tags } = required(plain[index], 'mail');
      const attacked = await compose(notice, hostile);
      expect(attacked).toMatchObject({ headers, tags, to: ['ada@buyer.com'] });
      expect(attacked.html).not.toMatch(/<script|<img/);
    }
  });

  test.each([
    'ada@buyer.com\r\nBcc: eve@evil.com',
    'ada@buyer.com, eve@evil.com',
    '<ada@buyer.com>',
    'ada@b\u0443er.com',
  ])('is no address: %j', async (email) => {
    const by = shopper(scene.portal);
    const { data } = await by.ok('get_cart', {});
    await by.refused('set_buyer', { checkout_id: data.id, buyer: { email } }, 'invalid_request');
  });
});
