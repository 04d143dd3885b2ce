import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { required } from '../../domain/values/required.js';
import { organization } from '../../schema/organization.js';
import { dataOf } from '../../schema/primitives.js';
import { organizationView } from '../../view/organization-view.js';

export const getOrganization = defineOperation({
  name: 'get_organization',
  title: 'Get the organization',
  description:
    'The organization of the key, with what it has of what it may have: API keys that are not revoked, items on sale, open carts, rows, and bytes with its pictures. A quota of null is any number.',
  scope: 'keys',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({}),
  output: dataOf(organization),
  sample: () => ({}),
  errors: [],
  http: { method: 'get', path: '/api/organization' },
  handle: ({ caller: { organization_id }, services, read }: Context<'quotas'>) =>
    read(
      (rows) => {
        const row = required(rows.get('organization', organization_id), 'the organization of a key');
        return { body: { data: organizationView(row, rows.find('usage', organization_id), services.quotas) } };
      },
      ['get', 'organization', organization_id],
      ['usage', organization_id],
    ),
});
