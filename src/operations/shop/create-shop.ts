import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { DEFAULT_SETTINGS } from '../../domain/shop/shop.js';
import { insertWrite } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { dataOf } from '../../schema/primitives.js';
import { namedMembers, shop } from '../../schema/tenant.js';
import { shopView } from '../../view/tenant-view.js';
import { newShop, tenantWrites } from '../tenancy/provision.js';

/** Maximum number of shops per organization, because shops are listed without paging. */
const MAX_SHOPS = 1_000;

export const createShop = defineOperation({
  name: 'create_shop',
  title: 'Create a shop',
  description: 'Creates a shop of the organization, with default settings and no items.',
  scope: 'shops',
  effect: 'write',
  idempotent: false,
  input: z.strictObject(namedMembers),
  output: dataOf(shop),
  sample: () => ({ name: 'Park Pottery', description: 'Bowls and mugs' }),
  errors: ['limit_exceeded'],
  http: { method: 'post', path: '/api/shops' },
  mcp: {
    description:
      'Create a shop of your organization. It starts with default settings (US dollars, free shipping, no payment handler) and no items: settings, items, ' +
      'deployments and keys are created over HTTP or on the command line. list_shops shows the existing shops; look there first, since every call creates another one.',
  },
  handle: (context, { name, description = null }) =>
    context.update((rows) => {
      const { organization_id } = context.caller;
      if (rows.find('countShops', organization_id) >= MAX_SHOPS) {
        throw new PortalError('limit_exceeded', `an organization has at most ${MAX_SHOPS} shops`);
      }
      const by = authorOf(context);
      const row = newShop(by, organization_id, { name, description, settings: DEFAULT_SETTINGS, demo: false });
      const writes = tenantWrites(by, insertWrite('shop', row), 'created', ['name', 'description']);
      return { writes, answer: { body: { data: shopView(row) } } };
    }),
});
