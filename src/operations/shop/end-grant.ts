import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { readSpendingByGrant } from '../../records/spending.js';
import { shopGrant } from '../../schema/grant.js';
import { dataOf, id } from '../../schema/primitives.js';
import { shopGrantView } from '../../view/grant-view.js';
import { buildRevocation } from '../tenancy/key-writes.js';
import { ownShop } from './own-shop.js';
import { findShopGrant } from './shop-grants.js';

export const endGrant = defineOperation({
  name: 'end_grant',
  title: "End a shop's grant",
  description:
    'Ends a grant: every process on the database rejects the tokens of the assistant at once. Orders stay. The person can connect the assistant again. Ending it again changes nothing.',
  scope: 'shops',
  effect: 'destructive',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), grant_id: id('Id of the grant') }),
  inputErrors: { shop_id: 'shop_not_found', grant_id: 'grant_not_found' },
  output: dataOf(shopGrant),
  sample: ({ sellingShop, grant }) => ({ shop_id: sellingShop, grant_id: grant }),
  errors: ['shop_not_found', 'grant_not_found'],
  http: {
    method: 'delete',
    path: '/api/shops/{id}/grants/{grant_id}',
    parts: { id: 'shop_id', grant_id: 'grant_id' },
  },
  handle: (context, { shop_id, grant_id }) =>
    context.update((rows) => {
      const key = findShopGrant(rows, ownShop(rows, context, shop_id), grant_id);
      const { row, writes } = buildRevocation(rows, authorOf(context), key.id);
      const spending = readSpendingByGrant(rows, [key.id], shop_id, context.now).get(key.id);
      const data = shopGrantView({ key: { ...row, grant: key.grant }, spending }, context.now);
      return { writes, answer: { body: { data } } };
    }),
});
