import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { filledPage } from '../../lists/filled-page.js';
import { keysetPage } from '../../lists/keyset-page.js';
import type { Position } from '../../ports.js';
import { shopGrant } from '../../schema/grant.js';
import { id, pageOf, paging } from '../../schema/primitives.js';
import { shopGrantView } from '../../view/grant-view.js';
import { ownShop } from './own-shop.js';
import { describeGrants, readShopGrants } from './shop-grants.js';

/** Counts as this many requests in the rate limit, since it reads the orders of each grant. */
const WEIGHT = 5;

/** Reads of one call, since an organization may have many grants of other shops. A page may then be short, or empty. */
const MAX_READS = 10;

export const listGrants = defineOperation({
  name: 'list_grants',
  title: "List a shop's grants",
  description:
    'The assistants that people connected to a shop, oldest first, also those that have ended: each with its limits, what it spent in the last 30 days and its newest orders. The person stays a pseudonym, unless they share their contact.',
  scope: 'shops',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), ...paging }),
  inputErrors: { shop_id: 'shop_not_found', cursor: 'invalid_cursor' },
  output: pageOf(shopGrant),
  sample: ({ sellingShop }) => ({ shop_id: sellingShop, limit: 5 }),
  errors: ['shop_not_found', 'invalid_cursor'],
  http: { method: 'get', path: '/api/shops/{id}/grants', parts: { id: 'shop_id' }, query: ['limit', 'cursor'] },
  weight: () => WEIGHT,
  async handle(context: Context<'lists'>, { shop_id, ...asked }) {
    const { caller, now, services } = context;
    await context.read((rows) => ownShop(rows, context, shop_id));
    const reader = { read: context.read, page: services.lists.page };
    const shop = { shop_id, organization_id: caller.organization_id, now };
    const some = (after: Position | undefined, most: number) => readShopGrants(reader, shop, after, most);
    const read = async (after: Position | undefined, most: number) => {
      const { entries, next } = await filledPage(some, after, most, positionOf, MAX_READS);
      return { entries: await describeGrants(reader, shop, entries, caller.scopes.has('orders:read')), next };
    };
    return keysetPage(context, ['shop grants', shop_id], asked, read, (shown) => shopGrantView(shown, now));
  },
});

const positionOf = ({ created_at, id }: Position): Position => ({ created_at, id });
