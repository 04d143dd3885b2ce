import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { replaceWrite } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { dataOf, id } from '../../schema/primitives.js';
import { consumer } from '../../schema/tenant.js';
import { tenantWrites } from '../tenancy/provision.js';
import { findValidLinkCode } from './link-codes.js';
import { consumerAnswer, ownConsumer } from './own-consumer.js';

export const linkConsumer = defineOperation({
  name: 'link_consumer',
  title: 'Link a consumer',
  description: 'Links a consumer to the organization that created the code. The code is used up.',
  scope: 'consumers',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({
    consumer_id: id('Id of the consumer'),
    code: z.string().min(1).max(128).describe('The link code from the other organization'),
  }),
  inputErrors: { consumer_id: 'consumer_not_found', code: 'link_code_invalid' },
  output: dataOf(consumer),
  sample: ({ consumer, linkCode }) => ({ consumer_id: consumer, code: linkCode }),
  errors: ['consumer_not_found', 'version_conflict', 'consumer_already_linked', 'link_code_invalid'],
  http: { method: 'post', path: '/api/consumers/{id}/link', parts: { id: 'consumer_id' } },
  handle: (context, { consumer_id, code }) =>
    context.update((rows) => {
      const by = authorOf(context);
      const before = ownConsumer(rows, context, consumer_id);
      context.expectVersion(before);
      if (before.linked_at !== null) {
        throw new PortalError('consumer_already_linked', 'The consumer is already linked to an organization.');
      }
      const valid = findValidLinkCode(rows, code, by.now);
      const row = { ...before, linked_consumer_org_id: valid.organization_id, linked_at: by.now, updated_at: by.now };
      const put = replaceWrite('consumer', before, row);
      const changed = ['linked_consumer_org_id', 'linked_at'];
      const linked = tenantWrites(by, put, 'linked', changed);
      return {
        writes: [replaceWrite('link_code', valid, { ...valid, used_at: by.now }), ...linked],
        answer: consumerAnswer(put.row),
      };
    }),
});
