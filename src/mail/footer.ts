import { addressLines } from '../pages/shop/address.js';
import { linkName } from '../pages/shop/shop-parts.js';
import { labeled } from '../texts/label.js';
import type { Block, Link, MailedOrder } from './content.js';

/**
 * Returns the shop's contact, pages and legal identity, which end each mail.
 * @param absolute makes the URLs of the shop's pages absolute
 */
export function footerBlocks(
  { face, locale }: Pick<MailedOrder, 'face' | 'locale'>,
  absolute: (url: string) => string,
): Block[] {
  const { texts, tag } = locale;
  const { support_email, support_phone, imprint } = face.brand;
  const contact: (string | Link)[] = [
    ...(support_email === undefined ? [] : [{ text: support_email, url: `mailto:${support_email}` }]),
    ...(support_phone === undefined ? [] : [support_phone]),
  ];
  const pages = face.shop.settings.links.map((one) => ({ text: linkName(one, texts), url: absolute(one.url) }));
  const { name, address, tax_number } = imprint ?? {};
  const identity = [
    ...(name === undefined ? [] : [name]),
    ...(address ? addressLines(address, tag) : []),
    ...(tax_number === undefined ? [] : [labeled(texts.shop.tax_number, tax_number, tag)]),
  ];
  return [
    ...(contact.length > 0 ? [{ type: 'group', title: texts.shop.help, lines: contact } as const] : []),
    ...(pages.length + identity.length > 0
      ? [{ type: 'group', title: face.name, lines: [...identity, ...pages] } as const]
      : []),
  ];
}
