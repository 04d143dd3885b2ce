import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { composeMessage } from '../../src/mail/message.js';
import { renderNotice } from '../../src/mail/render.js';
import { shopper } from '../actors/shopper.js';
import { buyerNotices, type Notice } from './buyer-notices.js';
import { type MailScene, openMailScene } from './mail-scene.js';

/** Tests mails with hostile texts in each field that a buyer or an agent can set. */

const HOSTILE = {
  'line breaks and a header': 'A\r\nBcc: eve@evil.com\r\n\r\n.\r\nQUIT\r\n',
  'an encoded header': '=?utf-8?q?A=0D=0ABcc:_eve@evil.com?=',
  'invisible and reversing characters': 'A\u202e\u0000\u2028\u200b\ufeff\u{e0041}',
  'half a character': 'A\ud83d',
  markup: '</td></table><script>alert(1)</script><img src="https://evil.com/x.png"><!--[if mso]>"\'&',
};

/** Members with texts of buyers and agents, in the stored order. */
const FIELDS = new Set([
  ...['full_name', 'first_name', 'last_name', 'name', 'value', 'phone_number', 'organization'],
  ...['street_address', 'extended_address', 'address_locality', 'postal_code'],
]);

let scene: MailScene;
let notices: readonly { readonly notice: Notice; readonly tags: number; readonly headers: readonly string[] }[];
beforeAll(async () => {
  scene = await openMailScene({ mail: undefined });
  notices = await Promise.all(
    (await buyerNotices(scene)).map(async (notice) => {
      const { mail, message } = await compose(notice);
      const { headerLines } = await simpleParser(message.bytes);
      return { notice, tags: tagsOf(mail.html), headers: headerLines.map(({ key }) => key) };
    }),
  );
});
afterAll(() => scene.portal.close());

/** Composes a notice after each text of these fields was replaced. */
async function compose({ form, payload }: Notice, hostile?: string) {
  const changed = JSON.parse(payload, (name, value) =>
    hostile !== undefined && FIELDS.has(name) && typeof value === 'string' ? hostile : value,
  );
  const named = { full_name: hostile ?? 'Ada', phone_number: hostile ?? '1' };
  const about = changed.order ?? changed.checkout;
  about.buyer = { ...about.buyer, ...named };
  const { view, store } = scene.portal.app.portal;
  const shop = required(await store.read((rows) => rows.get('shop', form.shop_id)), 'shop');
  const mail = renderNotice({ ...form, language: 'en' }, changed, shop, view);
  const from = { name: 'Shop', address: 'orders@shop.com' };
  const head = { id: 'evt_1@shop.com', thread: 'ord_1@shop.com', from, replyTo: undefined, date: 0 };
  return { mail, message: await composeMessage({ ...head, to: 'ada@buyer.com' }, mail) };
}

/** Counts the tags, without those of line breaks. */
function tagsOf(html: string): number {
  return [...html.replaceAll('<br>', '').matchAll(/<[^>]*>/g)].length;
}

test.each(Object.entries(HOSTILE))('adds no header, recipient or element for %s', async (_what, hostile) => {
  for (const { notice, tags, headers } of notices) {
    const { mail, message } = await compose(notice, hostile);
    const parsed = await simpleParser(message.bytes);
    expect(parsed.headerLines.map(({ key }) => key)).toEqual(headers);
    expect([parsed.to].flat().map((one) => one?.text)).toEqual(['ada@buyer.com']);
    expect(mail.html).not.toMatch(/<script|<img/);
    expect(tagsOf(mail.html)).toBe(tags);
  }
});

test.each([
  'ada@buyer.com\r\nBcc: eve@evil.com',
  'ada@buyer.com, eve@evil.com',
  '<ada@buyer.com>',
  'ada@b\u0443er.com',
])('accepts no address like %j', async (email) => {
  const by = shopper(scene.portal);
  const { data } = await by.ok('get_cart', {});
  await by.refused('set_buyer', { checkout_id: data.id, buyer: { email } }, 'invalid_request');
});
