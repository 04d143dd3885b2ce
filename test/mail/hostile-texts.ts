import { simpleParser } from 'mailparser';
import type { Shop } from '../../src/domain/shop/shop.js';
import { composeMessage } from '../../src/mail/message.js';
import { type MailView, renderNotice } from '../../src/mail/render.js';
import type { Notice } from './buyer-notices.js';

/** Texts that would change a mail if it contained them unchanged. */
export const HOSTILE = {
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

/** Parts of a mail that no text of a buyer or an agent may change. */
export interface Attacked {
  /** Names of the headers, in order. */
  readonly headers: readonly string[];
  readonly to: readonly (string | undefined)[];
  /** Number of tags of the HTML part, without those of line breaks. */
  readonly tags: number;
  readonly html: string;
}

/** Composes a notice after each text of a buyer or an agent in it was replaced; unchanged without `hostile`. */
export async function composeAttacked(
  { form, payload }: Notice,
  shop: Shop,
  view: MailView,
  hostile?: string,
): Promise<Attacked> {
  const changed = JSON.parse(payload, (name, value) =>
    hostile !== undefined && FIELDS.has(name) && typeof value === 'string' ? hostile : value,
  );
  const about = changed.order ?? changed.checkout;
  about.buyer = { ...about.buyer, full_name: hostile ?? 'Ada', phone_number: hostile ?? '1' };
  const mail = renderNotice({ ...form, language: 'en' }, changed, shop, view);
  const from = { name: 'Shop', address: 'orders@shop.com' };
  const head = { id: 'evt_1@shop.com', thread: 'ord_1@shop.com', from, replyTo: undefined, date: 0 };
  const { headerLines, to } = await simpleParser((await composeMessage({ ...head, to: 'ada@buyer.com' }, mail)).bytes);
  return {
    headers: headerLines.map(({ key }) => key),
    to: [to].flat().map((one) => one?.text),
    tags: [...mail.html.replaceAll('<br>', '').matchAll(/<[^>]*>/g)].length,
    html: mail.html,
  };
}
