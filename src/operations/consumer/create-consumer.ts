import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { insertWrite } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { dataOf } from '../../schema/primitives.js';
import { consumer, namedMembers } from '../../schema/tenant.js';
import { newConsumer, tenantWrites } from '../tenancy/provision.js';
import { consumerAnswer } from './own-consumer.js';

export const createConsumer = defineOperation({
  name: 'create_consumer',
  title: 'Create a consumer',
  description: 'Creates a consumer of the organization; it is not linked to anybody.',
  scope: 'consumers',
  effect: 'write',
  idempotent: false,
  input: z.strictObject(namedMembers),
  output: dataOf(consumer),
  sample: () => ({ name: 'Ada Park' }),
  errors: [],
  http: { method: 'post', path: '/api/consumers' },
  mcp: {
    description:
      'Create a consumer of your organization: somebody that your agents act for. Keep the id: update_consumer changes it, and a receipt names it as consumer_id. ' +
      'linked_consumer_org_id and linked_at are null until the consumer is linked over HTTP.',
  },
  handle: (context, { name, description = null }) =>
    context.update(() => {
      const by = authorOf(context);
      const row = newConsumer(by, context.caller.organization_id, { name, description });
      const put = insertWrite('consumer', row);
      const writes = tenantWrites(by, put, 'created', ['name', 'description']);
      return { writes, answer: consumerAnswer(put.row) };
    }),
});
