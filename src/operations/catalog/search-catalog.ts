import { z } from 'zod';
import { linesOf } from '../../calls/agent-answer.js';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { required } from '../../domain/values/required.js';
import { createdPosition, pageBody, readCursor } from '../../lists/cursor.js';
import type { Page, StockedItem } from '../../ports.js';
import { item } from '../../schema/item.js';
import { itemLine as itemLineForm } from '../../schema/item-line.js';
import { pageOf, paging } from '../../schema/primitives.js';
import { itemLine } from '../../view/item-line.js';
import { itemView } from '../../view/item-view.js';

/** Words of a query that are looked for; more say nothing new. */
const MAX_WORDS = 12;

const searchPosition = z.object({ tier: z.int(), score: z.number(), seq: z.int() });

export const searchCatalog = defineOperation({
  name: 'search_catalog',
  title: 'Search the catalog',
  description:
    'Items on sale. With `query`: those that have every word, the last one as a prefix, titles before descriptions. Without: all, in a stable order.',
  scope: 'commerce',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({
    query: z.string().max(200).optional().describe('Words to look for; leave it out to list everything'),
    ...paging,
  }),
  inputErrors: { cursor: 'invalid_cursor' },
  output: pageOf(item),
  sample: () => ({ query: 'mug', limit: 5 }),
  errors: ['invalid_cursor'],
  http: { method: 'get', path: '/api/commerce/items', query: ['query', 'limit', 'cursor'] },
  mcp: {
    answer: linesOf(pageOf(item), itemLineForm, itemLine),
    description:
      'Find items by words in title or description, or list all without query: a line per item. price is in minor units (1999 = 19.99); quantity is what is left, where it is counted; ' +
      'properties says what may or must be chosen, such as a size. get_item has an item in full. Next: add_line_items with the item id.',
  },
  async handle(context, { query, limit, cursor }) {
    const { list, cursorSecret, view } = context;
    const { shop_id } = required(context.caller.deployment, 'deployment');
    const words = wordsOf(query);
    const named = ['items', shop_id, words];
    const page: Page<StockedItem, unknown> = words
      ? await list('items_found', { shop_id, words }, readCursor(cursorSecret, named, cursor, searchPosition), limit)
      : await list('items_on_sale', { shop_id }, readCursor(cursorSecret, named, cursor, createdPosition), limit);
    const currency = await currencyOf(context, shop_id);
    const data = page.entries.map((entry) => itemView(entry, currency, view.links));
    return { body: pageBody(cursorSecret, named, data, page.next) };
  },
});

/** Undefined = no search. A query without any word finds nothing. */
function wordsOf(query: string | undefined): string[] | undefined {
  if (query === undefined || query.trim() === '') return undefined;
  return (query.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, MAX_WORDS);
}

function currencyOf({ read }: Context, shopId: string): Promise<string> {
  return read((rows) => required(rows.get('shop', shopId), 'shop').settings.currency);
}
