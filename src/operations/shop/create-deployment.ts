import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { insertWrite } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { dataOf, id } from '../../schema/primitives.js';
import { deployment, tenantName } from '../../schema/tenant.js';
import { deploymentView } from '../../view/tenant-view.js';
import { newDeployment, tenantWrites } from '../tenancy/provision.js';
import { ownShop } from './own-shop.js';

export const createDeployment = defineOperation({
  name: 'create_deployment',
  title: 'Create a deployment',
  description: 'Creates a deployment of a shop: one place where agents shop, with its own carts and orders.',
  scope: 'shops',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({ shop_id: id('Id of the shop'), name: tenantName }),
  inputErrors: { shop_id: 'shop_not_found' },
  output: dataOf(deployment),
  sample: ({ shop }) => ({ shop_id: shop, name: 'Website' }),
  errors: ['shop_not_found'],
  http: { method: 'post', path: '/api/shops/{id}/deployments', parts: { id: 'shop_id' } },
  handle: (context, { shop_id, name }) =>
    context.update((rows) => {
      const by = authorOf(context);
      const row = newDeployment(by, ownShop(rows, context, shop_id), name);
      const writes = tenantWrites(by, insertWrite('deployment', row), 'created', ['name']);
      return { writes, answer: { body: { data: deploymentView(row) } } };
    }),
});
