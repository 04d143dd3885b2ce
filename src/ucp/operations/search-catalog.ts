import type { Context } from '../../calls/context.js';
import { required } from '../../domain/values/required.js';
import { pageBody } from '../../lists/cursor.js';
import { SEARCH_WEIGHT, searchItemsPage } from '../../operations/catalog/search-page.js';
import { searchMessages } from '../../view/search-messages.js';
import { CATALOG_SEARCH } from '../capabilities.js';
import { readSearch } from '../catalog/forms.js';
import { narrowToCurrency } from '../catalog/narrow.js';
import { productWire } from '../catalog/product.js';
import { envelope } from '../envelope.js';
import { defineUcpOperation } from './ucp-operation.js';

/** Messages that are left out because the empty list of products says the same (UCP, Catalog Search). */
const UNSAID: ReadonlySet<string> = new Set(['nothing_found']);

export const searchCatalog = defineUcpOperation({
  name: 'search_catalog',
  title: 'Search the catalog',
  description: 'Find products by words, categories and price.',
  capability: CATALOG_SEARCH,
  effect: 'read',
  weight: SEARCH_WEIGHT,
  rest: { method: 'post', path: '/catalog/search' },
  payload: 'catalog',
  read: ({ body }) => readSearch(body),
  async handle(context: Context<'lists' | 'search'>, session, _id, wanted) {
    const { deployment, links } = session.site;
    const { shop_id } = deployment;
    const { currency, language } = (await context.read((rows) => required(rows.get('shop', shop_id), 'shop'))).settings;
    const { wish, messages: ignored } = narrowToCurrency(wanted, currency);
    const { query, categories, min_price, max_price, limit, cursor } = wish;
    const page = await searchItemsPage(context, { query, categories, min_price, max_price }, { limit, cursor });
    const { found, asked, named } = page;
    // Near matches outside the filters are not returned, since UCP combines filters with AND.
    const isStrict = found?.near !== 'filter';
    const entries = isStrict ? page.entries : [];
    const products = [...new Set(entries.flatMap(({ item }) => item.product_id ?? []))];
    const variants = await context.read((rows) => rows.find('variants', shop_id, products));
    const wire = entries.map((entry) => {
      const { item } = entry;
      const all = variants.get(item.product_id ?? '') ?? [item];
      return productWire({ id: item.product_id ?? item.id, all, shown: [entry] }, { currency, language, links });
    });
    const next = isStrict
      ? pageBody(context.services.lists.cursorSecret, named, [], page.next).pagination?.cursor
      : undefined;
    const said = isStrict ? searchMessages(asked, found, currency).filter(({ code }) => !UNSAID.has(code)) : [];
    const messages = [...ignored, ...said];
    return {
      body: {
        ucp: envelope(session, CATALOG_SEARCH),
        products: wire,
        pagination: { has_next_page: next !== undefined, ...(next !== undefined && { cursor: next }) },
        ...(messages.length > 0 && { messages }),
      },
    };
  },
});
