import type { Context } from '../../calls/context.js';
import type { Services } from '../../calls/services.js';
import { required } from '../../domain/values/required.js';
import { createdPosition, readCursor } from '../../lists/cursor.js';
import type { OnSaleFilter, StockedItem } from '../../ports.js';
import { findItems, type SearchResult } from './find-items.js';
import { foundPage, foundPosition } from './found-page.js';
import { isFiltering, readSearchRequest, type SearchInput, type SearchRequest } from './search-request.js';

/** A search counts as this many requests in the rate limit. */
export const SEARCH_WEIGHT = 5;

interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Search results in the form that all surfaces share. */
export interface SearchPage {
  readonly entries: readonly StockedItem[];
  /** Position after the page, for the cursor; `undefined` on the last page. */
  readonly next: unknown;
  /** Values that identify the list. A cursor is valid only for the same values. */
  readonly named: readonly unknown[];
  readonly asked: SearchRequest;
  /** `undefined` if the request had no words, so that items were listed instead. */
  readonly found: SearchResult | undefined;
  readonly currency: string;
}

/**
 * Finds a page of the items on sale in the caller's shop, one item per product.
 * @throws PortalError `invalid_cursor`
 */
export async function searchItemsPage(
  context: Context<'lists' | 'search'>,
  input: SearchInput,
  { limit, cursor }: Paging,
): Promise<SearchPage> {
  const { shop_id } = required(context.caller.deployment, 'deployment');
  const shop = await context.read((rows) => required(rows.get('shop', shop_id), 'shop'));
  const { currency, language } = shop.settings;
  const asked = readSearchRequest(input, currency, language);
  const named = ['items', shop_id, ...(asked.words === undefined && !isFiltering(asked) ? [] : [asked])];
  const page = { named, limit, cursor };
  const result =
    asked.words === undefined
      ? { ...(await listItems(context.services.lists, shop_id, asked, page)), found: undefined }
      : await searchItems(context, { id: shop_id, language }, asked.words, asked, page);
  return { ...result, next: result.next, named, asked, currency };
}

interface PageRequest {
  /** Values that identify the list. A cursor is valid only for the same values. */
  readonly named: readonly unknown[];
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** Lists all items that pass the filters, oldest first. Used for requests without words. */
function listItems(
  { page: list, cursorSecret }: Services['lists'],
  shop_id: string,
  asked: SearchRequest,
  { named, limit, cursor }: PageRequest,
) {
  const after = readCursor(cursorSecret, named, cursor, createdPosition);
  if (!isFiltering(asked)) return list('items_on_sale', { shop_id }, after, limit);
  const filter: OnSaleFilter = { shop_id, ...asked.filter, categories: asked.categories };
  return list('items_filtered', filter, after, limit);
}

async function searchItems(
  context: Context<'lists' | 'search'>,
  shop: { readonly id: string; readonly language: string },
  words: string,
  { filter, categories }: SearchRequest,
  { named, limit, cursor }: PageRequest,
) {
  const after = readCursor(context.services.lists.cursorSecret, named, cursor, foundPosition);
  const within = categories.length === 0 ? [] : [categories];
  const found = await findItems(context.services.search, shop, words, { filter, within });
  return { ...(await foundPage(context, shop.id, found.items, after, limit)), found };
}
