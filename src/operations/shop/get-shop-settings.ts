import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { dataOf, id } from '../../schema/primitives.js';
import { settingsAnswer } from '../../schema/shop.js';
import { ownShop } from './own-shop.js';

export const getShopSettings = defineOperation({
  name: 'get_shop_settings',
  title: "Get a shop's settings",
  description: 'Currency, tax, delivery, payment and review limit of a shop.',
  scope: 'shops',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop') }),
  inputErrors: { shop_id: 'shop_not_found' },
  output: dataOf(settingsAnswer),
  errors: ['shop_not_found', 'version_conflict'],
  http: { method: 'get', path: '/api/shops/{id}/settings', parts: { id: 'shop_id' } },
  handle: (context, { shop_id }) =>
    context.read((rows) => {
      const shop = ownShop(rows, context, shop_id);
      context.expectVersion(shop);
      return { body: { data: shop.settings }, version: shop.version };
    }),
});
