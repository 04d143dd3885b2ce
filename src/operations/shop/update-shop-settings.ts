import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { dataOf, id } from '../../schema/primitives.js';
import { settingsAnswer, settingsInput, settingsMembers, settingsRules } from '../../schema/shop.js';
import { ownShop } from './own-shop.js';
import { replaceSettings } from './settings.js';

export const updateShopSettings = defineOperation({
  name: 'update_shop_settings',
  title: "Replace a shop's settings",
  description:
    'Replaces all settings; an omitted member gets its default, except `payment_handlers`, which is required. Open carts are priced by the new settings from their next answer on.',
  scope: 'shops',
  effect: 'write',
  idempotent: true,
  // `payment_handlers` is required, so that a missing body does not reset the shop.
  input: settingsRules(
    z.strictObject({
      shop_id: id('Id of the shop'),
      ...settingsInput,
      payment_handlers: settingsMembers.payment_handlers,
    }),
  ),
  inputErrors: { shop_id: 'shop_not_found' },
  output: dataOf(settingsAnswer),
  sample: ({ shop }) => ({
    shop_id: shop,
    currency: 'USD',
    country: 'US',
    tax: { included: false, on_shipping: false, rates: [{ country: 'US', region: 'WA', rate_ppm: 101_000 }] },
    pickup: [
      {
        id: 'pickup-portland',
        title: 'Portland',
        amount: 0,
        address: { address_country: 'US', address_region: 'OR', address_locality: 'Portland' },
        ready_days: { min: 0, max: 1 },
      },
    ],
    payment_handlers: ['invoice'],
  }),
  errors: ['shop_not_found', 'version_conflict'],
  http: { method: 'put', path: '/api/shops/{id}/settings', parts: { id: 'shop_id' } },
  handle: (context: Context<'payments'>, { shop_id, ...settings }) =>
    context.update((rows) => {
      const shop = ownShop(rows, context, shop_id);
      context.expectVersion(shop);
      const { row, writes } = replaceSettings(rows, authorOf(context), shop, settings, context.services.payments.all());
      return { writes, answer: { body: { data: settings }, version: row.version } };
    }),
});
