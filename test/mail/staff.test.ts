import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '../../src/domain/order/order.js';
import type { Shop } from '../../src/domain/shop/shop.js';
import type { NoticeKind } from '../../src/domain/values/notice-kinds.js';
import { required } from '../../src/domain/values/required.js';
import type { ShopNotice } from '../../src/domain/webhook/notices.js';
import { renderNotice } from '../../src/mail/render.js';
import { buildOrderWrites } from '../../src/records/order-writes.js';
import { systemIds } from '../../src/system.js';
import { LANGUAGES } from '../../src/texts/locale.js';
import { registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart } from '../actors/shopper.js';
import { fullKey } from '../support/tenants.js';
import { type MailScene, openMailScene, stillText } from './mail-scene.js';
import { scripted } from './scripted-transport.js';
import { expectSameTexts } from './shown-texts.js';
import { PAYMENT_NOTICES, SHOP_NOTICES, withFailedRefund, withPaymentProblem } from './staff-notices.js';

/** Tests notices to the shop's staff. */

const STAFF = ['kim@shop.com', 'lou@shop.com'];

const mail = scripted({ outcome: 'address_refused', status: 550 });
let scene: MailScene;
let order: Order;
let shop: Shop;
beforeAll(async () => {
  scene = await openMailScene({ mail });
  const owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  const { shop_id } = scene.portal.demo;
  const settings = await owner.ok('get_shop_settings', { shop_id });
  const own = { staff: STAFF, disabled: ['placed', 'dead_delivery'] };
  await owner.ok('update_shop_settings', { ...settings, shop_id, language: 'de', mail: own });
  const id = await placeOrder(scene.merchant, await readyCart(scene.merchant));
  [order, shop] = await scene.portal.app.store.read((rows) => [
    required(rows.get('order', id), 'order'),
    required(rows.get('shop', shop_id), 'shop'),
  ]);
});
afterAll(() => scene.portal.close());

/** Renders a notice about the order after it was held with a note, and a refund failed. */
function render(notice: NoticeKind, language: string) {
  const changed = notice === 'refund_failed' ? withFailedRefund(order) : order;
  return renderOrder(notice, { ...changed, hold_note: 'Looks odd' }, language);
}

function renderOrder(notice: NoticeKind, changed: Order, language: string) {
  return renderNotice({ notice, language }, { to: 'kim@shop.com', order: changed }, shop, scene.portal.app.portal.view);
}

/** Renders a notice that is about no order. */
function renderOther(notice: ShopNotice, language: string) {
  const form = { notice: notice.kind, language };
  return renderNotice(form, { to: 'kim@shop.com', notice }, shop, scene.portal.app.portal.view);
}

test('sends a new order to each address of the staff, in the language of the shop', async () => {
  await expect.poll(() => mail.sent.length).toBe(2);
  expect(mail.sent.map(({ to }) => to).toSorted()).toEqual(STAFF);
  expect(new Set(mail.sent.map(({ id }) => id)).size).toBe(2);
  const { entries } = await scene.portal.app.store.list(
    'deliveries_about',
    { subject: `order/${order.id}` },
    undefined,
    9,
  );
  expect(entries.map(({ form }) => form)).toMatchObject(Array(2).fill({ notice: 'new_order', language: 'de' }));
});

test.each(PAYMENT_NOTICES)('writes the notice %s with its event', async (notice) => {
  const { portal, clock } = scene;
  const subject = `order/${await placeOrder(scene.merchant, await readyCart(scene.merchant))}`;
  await portal.app.portal.store.update((rows) => {
    const before = required(rows.get('order', subject.slice(6)), 'order');
    const by = { ids: systemIds, actor: 'maintenance', now: clock.now() };
    const after = withPaymentProblem(before, notice);
    return { writes: buildOrderWrites(rows, by, before, after, `order.${notice}`).writes, result: undefined };
  }, portal.demo.organization_id);
  const { entries } = await portal.app.store.list('deliveries_about', { subject }, undefined, 9);
  const about = entries.filter(({ type }) => type === `order.${notice}`);
  expect(about.map(({ form }) => form)).toMatchObject(Array(2).fill({ kind: 'mail', notice }));
});

test('does not show on the order that an address of the staff was rejected', async () => {
  const outcomes = async () => {
    const { entries } = await scene.portal.app.store.list(
      'deliveries_about',
      { subject: `order/${order.id}` },
      undefined,
      9,
    );
    return entries.map(({ outcome }) => outcome);
  };
  await expect.poll(outcomes).toEqual(['address_refused', 'address_refused']);
  const { data } = await scene.merchant.ok('get_order', { order_id: order.id });
  expect(data.mail_problem).toBeUndefined();
});

describe.each(Object.keys(LANGUAGES))('in %s', (language) => {
  test('has the texts of the snapshot, the same in both parts', async () => {
    const aboutOrder = (['new_order', 'refund_failed'] as const).map((notice) => render(notice, language));
    const aboutPayment = PAYMENT_NOTICES.map((notice) =>
      renderOrder(notice, withPaymentProblem(order, notice), language),
    );
    const mails = [...aboutOrder, ...aboutPayment, ...SHOP_NOTICES.map((notice) => renderOther(notice, language))];
    for (const one of mails) expectSameTexts(one);
    const texts = mails.map((one) => stillText(scene, one)).join(`\n${'#'.repeat(72)}\n`);
    await expect(texts).toMatchFileSnapshot(`snapshots/staff.${language}.txt`);
  });
});

test("contains the handler's reason, but neither the buyer's link nor private notes", () => {
  const { html, text } = render('refund_failed', 'en');
  expect(text).toContain('the card is closed');
  expect(`${html}${text}`).not.toMatch(/\/orders\/|Looks odd/);
});
