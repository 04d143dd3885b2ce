import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { ORDER_STATUSES } from '../../domain/order/order.js';
import { queryTerms } from '../../domain/order/order-terms.js';
import { PAYMENT_STATUSES } from '../../domain/payment/payment-status.js';
import { filledPage } from '../../lists/filled-page.js';
import { keysetPage, positionedPage } from '../../lists/keyset-page.js';
import type { ChangedOrder, Position, ShopOrderFilter } from '../../ports.js';
import { shopOrder } from '../../schema/order.js';
import { id, instant, pageOf, paging, text } from '../../schema/primitives.js';
import { shopOrderView } from '../../view/shop-order-view.js';
import { shopOrderEntries } from '../order/order-entries.js';
import { ownShop } from './own-shop.js';

const changePosition = z.object({ changed: z.int() });
type ChangePosition = z.output<typeof changePosition>;

/**
 * A query counts as this many requests in the rate limit, since many orders must be checked if its words are common.
 */
const QUERY_WEIGHT = 5;

export const listShopOrders = defineOperation({
  name: 'list_shop_orders',
  title: "List a shop's orders",
  description:
    'The orders of a shop over all its deployments, newest first; with `query` those that have all its words. With `changed_since` those that changed after the change of this number, in the order of their last changes: pass the `changed` of the last entry, to get every order that changed since.',
  scope: 'orders:read',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({
    shop_id: id('Id of the shop'),
    query: text(
      200,
      'Words of the order number, the email address, a name, an item or a tracking number; from three letters on also the beginning of a word',
    ).optional(),
    status: z.enum(ORDER_STATUSES).optional().describe('Of this status'),
    payment_status: z.enum(PAYMENT_STATUSES).optional().describe('Of this payment status'),
    created_from: instant.optional().describe('Placed at this time or later, ISO 8601'),
    created_before: instant.optional().describe('Placed before this time, ISO 8601'),
    changed_since: z.int().min(0).optional().describe('Changed after the change of this number; 0 = all'),
    ...paging,
  }),
  inputErrors: { shop_id: 'shop_not_found', cursor: 'invalid_cursor' },
  output: pageOf(shopOrder),
  sample: ({ sellingShop }) => ({ shop_id: sellingShop, changed_since: 0, limit: 5 }),
  errors: ['shop_not_found', 'invalid_cursor'],
  http: {
    method: 'get',
    path: '/api/shops/{id}/orders',
    parts: { id: 'shop_id' },
    query: ['query', 'status', 'payment_status', 'created_from', 'created_before', 'changed_since', 'limit', 'cursor'],
  },
  weight: ({ query }) => (query === undefined ? 1 : QUERY_WEIGHT),
  async handle(context: Context<'lists' | 'view'>, { limit, cursor, changed_since, query, ...asked }) {
    const { lists, view } = context.services;
    const shop = await context.read((rows) => ownShop(rows, context, asked.shop_id));
    const terms = query === undefined ? undefined : queryTerms(query);
    // The query consists of punctuation only, which no order can match.
    if (query !== undefined && terms === undefined) return { body: { data: [] } };
    const filter: ShopOrderFilter = {
      shop_id: asked.shop_id,
      status: asked.status,
      payment_status: asked.payment_status,
      created_from: asked.created_from,
      created_before: asked.created_before,
      terms,
    };
    const named = ['shop orders', filter, changed_since];
    const page = { limit, cursor };
    if (changed_since === undefined) {
      const some = (after: Position | undefined, most: number) => lists.page('shop_orders', filter, after, most);
      const read = (after: Position | undefined, most: number) => filledPage(some, after, most, placeOf);
      return keysetPage(context, named, page, read, shopOrderEntries(shop, view.links));
    }
    const changed = { ...filter, changed_since };
    const some = (after: ChangePosition | undefined, most: number) =>
      lists.page('changed_orders', changed, after, most);
    const read = (after: ChangePosition | undefined, most: number) => filledPage(some, after, most, changeOf);
    // A change is listed once for each client, so its text is not cached.
    return positionedPage(context, changePosition, named, page, read, (entry) =>
      shopOrderView(entry, shop, view.links),
    );
  },
});

const placeOf = ({ order }: ChangedOrder): Position => ({ created_at: order.created_at, id: order.id });
const changeOf = ({ changed }: ChangedOrder): ChangePosition => ({ changed });
