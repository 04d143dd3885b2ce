import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { replaceWrite } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { dataOf, id } from '../../schema/primitives.js';
import { consumer, renamedMembers } from '../../schema/tenant.js';
import { applyRename } from '../tenancy/apply-rename.js';
import { tenantWrites } from '../tenancy/provision.js';
import { consumerAnswer, ownConsumer } from './own-consumer.js';

export const updateConsumer = defineOperation({
  name: 'update_consumer',
  title: 'Update a consumer',
  description: 'Replaces the name. An omitted description stays unchanged; null removes it.',
  scope: 'consumers',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({ consumer_id: id('Id of the consumer'), ...renamedMembers }),
  inputErrors: { consumer_id: 'consumer_not_found' },
  output: dataOf(consumer),
  sample: ({ consumer }) => ({ consumer_id: consumer, name: 'Ada Park', description: 'Pays by invoice' }),
  errors: ['consumer_not_found', 'version_conflict'],
  http: { method: 'put', path: '/api/consumers/{id}', parts: { id: 'consumer_id' } },
  mcp: {
    description:
      'Rename a consumer, and change its description: leave description out to keep it, send null to remove it. name is always required; get_consumer shows the current one.',
  },
  handle: (context, { consumer_id, ...rename }) =>
    context.update((rows) => {
      const by = authorOf(context);
      const before = ownConsumer(rows, context, consumer_id);
      context.expectVersion(before);
      const { naming, changed } = applyRename(before, rename);
      if (changed.length === 0) return { writes: [], answer: consumerAnswer(before) };
      const put = replaceWrite('consumer', before, { ...before, ...naming, updated_at: by.now });
      return { writes: tenantWrites(by, put, 'updated', changed), answer: consumerAnswer(put.row) };
    }),
});
