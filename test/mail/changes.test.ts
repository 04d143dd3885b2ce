import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Shop } from '../../src/domain/shop/shop.js';
import { NOTICE_KINDS } from '../../src/domain/values/notice-kinds.js';
import { required } from '../../src/domain/values/required.js';
import { NOTICES } from '../../src/domain/webhook/notices.js';
import { renderNotice } from '../../src/mail/render.js';
import { LANGUAGES } from '../../src/texts/locale.js';
import { buyerNotices, type Notice } from './buyer-notices.js';
import { type MailScene, openMailScene, stillText } from './mail-scene.js';
import { expectSameTexts } from './shown-texts.js';

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
    'ready_for_pickup',
    'held',
    'released',
    'units_canceled',
    'refunded',
    'refunded',
    'link_renewed',
    'payment_due',
    'canceled',
    'payment_action',
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
