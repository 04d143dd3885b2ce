import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { collectPages } from '../../lists/every-page.js';
import { answer } from '../../schema/primitives.js';
import { shop } from '../../schema/tenant.js';
import { shopView } from '../../view/tenant-view.js';

export const listShops = defineOperation({
  name: 'list_shops',
  title: 'List the shops',
  description: 'All shops of the organization, oldest first.',
  scope: 'shops',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({}),
  output: answer({ data: z.array(shop) }),
  sample: () => ({}),
  errors: [],
  http: { method: 'get', path: '/api/shops' },
  mcp: {
    description:
      'List all shops of your organization, oldest first, with id, name and description; times are ISO 8601 in UTC. create_shop creates another one.',
  },
  async handle({ caller, services }: Context<'lists'>) {
    const { organization_id } = caller;
    // One response can hold all shops, since their number per organization is limited (docs/tenants.md, Shops).
    const shops = await collectPages((after, limit) => services.lists.page('shops', { organization_id }, after, limit));
    return { body: { data: shops.map(shopView) } };
  },
});
