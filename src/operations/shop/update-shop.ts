import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import type { Shop } from '../../domain/shop/shop.js';
import { authorOf } from '../../records/audit.js';
import { stored } from '../../records/stored.js';
import { dataOf, id } from '../../schema/primitives.js';
import { renamedMembers, shop } from '../../schema/tenant.js';
import { shopView } from '../../view/tenant-view.js';
import { tenantWrites } from '../tenancy/provision.js';
import { renamed } from '../tenancy/renamed.js';
import { ownShop } from './own-shop.js';

export const updateShop = defineOperation({
  name: 'update_shop',
  title: 'Update a shop',
  description: 'Replaces the name; the description is kept where it is left out, and taken away by null.',
  scope: 'shops',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), ...renamedMembers }),
  inputErrors: { shop_id: 'shop_not_found' },
  output: dataOf(shop),
  sample: ({ shop }) => ({ shop_id: shop, name: 'Corner Shop' }),
  errors: ['shop_not_found', 'version_conflict'],
  http: { method: 'put', path: '/api/shops/{id}', parts: { id: 'shop_id' } },
  mcp: { description: 'Rename a shop of your organization. list_shops shows the present name.' },
  handle: (context, { shop_id, ...rename }) =>
    context.update((rows) => {
      const before = ownShop(rows, context, shop_id);
      context.expectVersion(before);
      const { naming, changed } = renamed(before, rename);
      if (changed.length === 0) return { writes: [], answer: shopAnswer(before) };
      const by = authorOf(context);
      const row = { ...before, ...naming, updated_at: by.now };
      const writes = tenantWrites(by, { type: 'put', table: 'shop', row }, 'updated', changed);
      return { writes, answer: shopAnswer(stored(row)) };
    }),
});

const shopAnswer = (row: Shop) => ({ body: { data: shopView(row) }, version: row.version });
