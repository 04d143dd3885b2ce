import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIds } from '../../src/app.js';
import type { Shop } from '../../src/domain/shop/shop.js';
import { NOTICE_KINDS } from '../../src/domain/values/notice-kinds.js';
import { required } from '../../src/domain/values/required.js';
import type { MailForm } from '../../src/domain/webhook/delivery.js';
import { NOTICES } from '../../src/domain/webhook/notices.js';
import { renderNotice } from '../../src/mail/render.js';
import { renewLink } from '../../src/operations/order/link-writes.js';
import { LANGUAGES } from '../../src/texts/locale.js';
import { orderOnAccount, placeOrder, readyCart } from '../actors/shopper.js';
import { type MailScene, openMailScene, stillText } from './mail-scene.js';
import { expectSameTexts } from './shown-texts.js';

const SECOND = 1_000;

interface Notice {
  readonly form: MailForm;
  readonly payload: string;
}

let scene: MailScene;
let shop: Shop;
let notices: readonly Notice[];
beforeAll(async () => {
  scene = await openMailScene({ mail: undefined });
  const { shop_id } = scene.portal.demo;
  shop = await scene.portal.app.store.read((rows) => required(rows.get('shop', shop_id), 'shop'));
  notices = [...(await changedOrder()), ...(await canceledOrder())];
});
afterAll(() => scene.portal.close());

/** Calls operations on an order, each a second after the one before. */
function merchantOf(order_id: string) {
  return async (operation: string, args: object = {}) => {
    scene.clock.advance(SECOND);
    await scene.merchant.ok(operation, { order_id, ...args });
  };
}

/** Changes a paid order in every way that its buyer hears about, and in some that the buyer does not. */
async function changedOrder(): Promise<readonly Notice[]> {
  const order = await placeOrder(scene.merchant, await readyCart(scene.merchant));
  const does = merchantOf(order);
  const tracking = {
    carrier: 'Ground post',
    tracking_number: 'GP 77',
    tracking_url: 'https://track.test/GP77?a=1&b=2',
  };
  await does('record_fulfillment_event', { type: 'shipped', line_items: [{ id: 'mug', quantity: 1 }], ...tracking });
  await does('record_fulfillment_event', { type: 'delivered', line_items: [{ id: 'mug', quantity: 1 }] });
  await does('hold_order', { reason: 'Fraud check', note: 'Looks odd' });
  await does('release_order');
  await does('hold_order', { reason: 'The tee is being dyed.', visible: true, note: 'Call the dyer' });
  await does('release_order');
  const why = { reason: 'The dye ran out.', visible: true };
  await does('cancel_order', { line_items: [{ id: 'tee', quantity: 1 }], ...why });
  await does('adjust_order', { type: 'refund', amount: 150 });
  await scene.portal.app.portal.store.update((rows) => {
    const by = { ids: systemIds, actor: 'merchant', now: scene.clock.now() };
    return { writes: renewLink(rows, by, required(rows.get('order', order), 'order')).writes, result: undefined };
  }, shop.organization_id);
  return noticesAbout(order);
}

/** Cancels an unpaid order. */
async function canceledOrder(): Promise<readonly Notice[]> {
  const order = await orderOnAccount(scene.merchant, await readyCart(scene.merchant));
  await merchantOf(order)('cancel_order', { reason: 'Internal', visible: false });
  return (await noticesAbout(order)).filter(({ form }) => form.notice !== 'placed');
}

/** Reads the notices of an order, oldest first. */
async function noticesAbout(order: string): Promise<readonly Notice[]> {
  const about = { subject: `order/${order}` };
  const { entries } = await scene.portal.app.store.list('deliveries_about', about, undefined, 100);
  return entries
    .toSorted((a, b) => a.place - b.place)
    .map(({ form, payload }) => {
      if (form.kind !== 'mail') throw new Error('not a mail');
      return { form, payload: required(payload ?? undefined, 'payload') };
    });
}

const render = ({ form, payload }: Notice, language: string) =>
  renderNotice({ ...form, language }, JSON.parse(payload), shop, scene.portal.app.portal.view);

test('writes one notice for each change that the buyer hears about, in order', () => {
  expect(notices.map(({ form }) => form.notice)).toEqual([
    'placed',
    'shipped',
    'held',
    'released',
    'units_canceled',
    'refunded',
    'refunded',
    'link_renewed',
    'canceled',
  ]);
  const kinds = NOTICE_KINDS.filter((kind) => NOTICES[kind].audience === 'buyer');
  expect(new Set(notices.map(({ form }) => form.notice))).toEqual(new Set(kinds));
});

describe.each(Object.keys(LANGUAGES))('in %s', (language) => {
  test('has the texts of the snapshot, the same in both parts', async () => {
    const mails = notices.map((notice) => render(notice, language));
    for (const mail of mails) expectSameTexts(mail);
    const texts = mails.slice(1).map((mail) => stillText(scene, mail));
    await expect(texts.join(`\n${'#'.repeat(72)}\n`)).toMatchFileSnapshot(`snapshots/changes.${language}.txt`);
  });
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
