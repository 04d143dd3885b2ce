import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { ABANDONED_AFTER_HOURS } from '../../domain/checkout/abandoned.js';
import { itemKey } from '../../domain/shop/item.js';
import { keysetPage } from '../../lists/keyset-page.js';
import type { Position } from '../../ports.js';
import { abandonedCart } from '../../schema/abandoned-cart.js';
import { id, pageOf, paging } from '../../schema/primitives.js';
import { abandonedCartView } from '../../view/abandoned-cart-view.js';
import { ownShop } from './own-shop.js';

const HOUR_MS = 60 * 60 * 1000;

const hours = z
  .int()
  .min(ABANDONED_AFTER_HOURS)
  .max(366 * 24);

export const listAbandonedCarts = defineOperation({
  name: 'list_abandoned_carts',
  title: "List a shop's abandoned carts",
  description:
    'Carts that expired with lines in them, and were not bought or canceled; the latest change first. They are listed until their content is erased, 30 days after their end by default.',
  scope: 'orders:read',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({
    shop_id: id('Id of the shop'),
    idle_hours: hours
      .default(ABANDONED_AFTER_HOURS)
      .describe('Not changed for at least these hours; 6 = all, since carts expire after 6 hours'),
    max_idle_hours: hours.optional().describe('Not changed for at most these hours'),
    ...paging,
  }),
  inputErrors: { shop_id: 'shop_not_found', cursor: 'invalid_cursor' },
  output: pageOf(abandonedCart),
  sample: ({ abandonedShop }) => ({ shop_id: abandonedShop, limit: 5 }),
  errors: ['shop_not_found', 'invalid_cursor'],
  http: {
    method: 'get',
    path: '/api/shops/{id}/abandoned-carts',
    parts: { id: 'shop_id' },
    query: ['idle_hours', 'max_idle_hours', 'limit', 'cursor'],
  },
  async handle(context: Context<'lists' | 'view'>, { shop_id, idle_hours, max_idle_hours, ...page }) {
    const { lists, view } = context.services;
    const { now } = context;
    const shop = await context.read((rows) => ownShop(rows, context, shop_id));
    const until = now - idle_hours * HOUR_MS;
    const filter = { shop_id, from: max_idle_hours === undefined ? 0 : now - max_idle_hours * HOUR_MS, until };
    const read = async (after: Position | undefined, most: number) => {
      const { entries, next } = await lists.page('abandoned_carts', filter, after, most);
      const keys = new Set(entries.flatMap(({ lines }) => lines.map(({ item_id }) => itemKey(shop_id, item_id))));
      const items = await context.read((rows) => rows.many('item', [...keys]));
      const around = { shop, items, links: view.links, now };
      return { entries: entries.map((cart) => abandonedCartView(cart, around)), next };
    };
    // The instants differ in each call, so they are no part of the cursor.
    return keysetPage(context, ['abandoned carts', shop_id, idle_hours, max_idle_hours], page, read, (cart) => cart);
  },
});
