import { z } from 'zod';
import { linesOf } from '../../calls/agent-answer.js';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { required } from '../../domain/values/required.js';
import { pageBody } from '../../lists/cursor.js';
import { catalogPage } from '../../schema/item.js';
import { itemLine as itemLineForm } from '../../schema/item-line.js';
import { paging } from '../../schema/primitives.js';
import { itemLine } from '../../view/item-line.js';
import { itemView } from '../../view/item-view.js';
import { searchMessages } from '../../view/search-messages.js';
import { SEARCH_WEIGHT, searchItemsPage } from './search-page.js';

const price = z.int().min(0).optional().describe('Minor units');

export const searchCatalog = defineOperation({
  name: 'search_catalog',
  title: 'Search the catalog',
  description:
    'Items on sale, one of each product. With `query`, the matches, best first; without a match, the nearest items and a message. Without `query`, all in a stable order.',
  scope: 'commerce',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({
    query: z.string().max(200).optional().describe('Search words; omit to list everything'),
    min_price: price,
    max_price: price,
    in_stock: z.boolean().optional().describe('Units are there'),
    category: z.string().min(1).max(100).optional().describe('As items show it'),
    ...paging,
  }),
  inputErrors: { cursor: 'invalid_cursor' },
  output: catalogPage,
  weight: ({ limit, cursor, ...asked }) =>
    Object.values(asked).some((value) => value !== undefined) ? SEARCH_WEIGHT : 1,
  sample: () => ({ query: 'mug', limit: 5 }),
  errors: ['invalid_cursor'],
  http: {
    compressed: true,
    method: 'get',
    path: '/api/commerce/items',
    query: ['query', 'min_price', 'max_price', 'in_stock', 'category', 'limit', 'cursor'],
  },
  mcp: {
    answer: linesOf(catalogPage, itemLineForm, itemLine),
    description:
      'Find items by what they are or are for, or list all: a line per item. "under 30 dollars" filters by price. price is in minor units (1999 = 19.99); quantity is what is left; ' +
      'properties says what may or must be chosen; a product with variants is one line, and varies has the options and prices of all its items. get_item has an item in full. Next: add_line_items with the item id.',
  },
  async handle(context: Context<'view' | 'lists' | 'search'>, { limit, cursor, category, ...input }) {
    const categories = category === undefined ? [] : [category];
    const { named, entries, next, asked, found, currency } = await searchItemsPage(
      context,
      { ...input, categories },
      { limit, cursor },
    );
    const products = [...new Set(entries.flatMap(({ item }) => item.product_id ?? []))];
    const { shop_id } = required(context.caller.deployment, 'deployment');
    const variants = await context.read((rows) => rows.find('variants', shop_id, products));
    const data = entries.map((entry) =>
      itemView(entry, currency, context.services.view.links, variants.get(entry.item.product_id ?? '')),
    );
    const messages = searchMessages(asked, found, currency);
    return {
      body: {
        ...pageBody(context.services.lists.cursorSecret, named, data, next),
        ...(messages.length > 0 && { messages }),
      },
    };
  },
});
