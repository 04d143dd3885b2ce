import { decodeRow } from '../decode-row.js';

/** Stored rows of an item and of its shop, whose language determines the search terms. */
export interface IndexedItem {
  readonly version: number;
  readonly body: string;
  readonly shop_version: number;
  readonly shop_body: string;
}

/** Decodes the item and the language in which it is indexed. */
export function decodeIndexed({ version, body, shop_version, shop_body }: IndexedItem) {
  const { language } = decodeRow('shop', { version: shop_version, body: shop_body }).settings;
  return { item: decodeRow('item', { version, body }), language };
}
