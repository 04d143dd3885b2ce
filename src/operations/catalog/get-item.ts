import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { notFoundError } from '../../domain/errors/portal-error.js';
import { type Item, itemKey } from '../../domain/shop/item.js';
import { required } from '../../domain/values/required.js';
import type { Rows, StockedItem } from '../../ports.js';
import { item } from '../../schema/item.js';
import { dataOf, id } from '../../schema/primitives.js';
import { itemView, siblingsView } from '../../view/item-view.js';
import { suggestItems } from './near-items.js';

export const getItem = defineOperation({
  name: 'get_item',
  title: 'Get an item',
  description: 'One item on sale, by id, with the other items of its product.',
  scope: 'commerce',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ item_id: id('Item id from the catalog') }),
  inputErrors: { item_id: 'not_found' },
  output: dataOf(item),
  sample: ({ item }) => ({ item_id: item }),
  errors: ['not_found'],
  http: { method: 'get', path: '/api/commerce/items/{id}', parts: { id: 'item_id' } },
  mcp: {
    description:
      'Read one item: price in minor units, what is left, and property_specs with the price_delta of each choice; siblings are the other variants of the product. Next: add_line_items.',
  },
  handle: (context: Context<'view' | 'search'>, { item_id }) =>
    context
      .read((rows) => {
        const { shop_id } = required(context.caller.deployment, 'deployment');
        const key = itemKey(shop_id, item_id);
        const found = rows.get('item', key);
        if (found?.status !== 'active') throw notFoundError('not_found');
        const { currency } = required(rows.get('shop', shop_id), 'shop').settings;
        const view = itemView(
          stocked(found, rows.counters('stock', [key]).get(key)),
          currency,
          context.services.view.links,
        );
        return { body: { data: { ...view, ...siblingsView(siblingsOf(rows, found)) } } };
      })
      .catch(async (error: unknown) => {
        throw await suggestItems(context, error, [item_id]);
      }),
});

/** Reads the other items of the product that are on sale. */
function siblingsOf(rows: Rows, { id, shop_id, product_id }: Item): StockedItem[] {
  if (product_id === null) return [];
  const variants = rows.find('variants', shop_id, [product_id]).get(product_id) ?? [];
  const keys = variants.filter((one) => one.id !== id).map((one) => itemKey(shop_id, one.id));
  rows.expect(['many', 'item', keys], ['counters', 'stock', keys]);
  const items = rows.many('item', keys);
  const stock = rows.counters('stock', keys);
  return keys.map((key) => stocked(required(items.get(key), 'item'), stock.get(key)));
}

function stocked(item: Item, units = 0): StockedItem {
  return { item, stock: item.counted ? units : null };
}
