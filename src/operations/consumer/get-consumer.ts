import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { dataOf, id } from '../../schema/primitives.js';
import { consumer } from '../../schema/tenant.js';
import { consumerAnswer, ownConsumer } from './own-consumer.js';

export const getConsumer = defineOperation({
  name: 'get_consumer',
  title: 'Get a consumer',
  description: 'One consumer of the organization, by id.',
  scope: 'consumers',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ consumer_id: id('Id of the consumer') }),
  inputErrors: { consumer_id: 'consumer_not_found' },
  output: dataOf(consumer),
  errors: ['consumer_not_found', 'version_conflict'],
  http: { method: 'get', path: '/api/consumers/{id}', parts: { id: 'consumer_id' } },
  mcp: {
    description:
      'Read a consumer of your organization by id. linked_consumer_org_id and linked_at are null until it is linked; times are ISO 8601 in UTC. update_consumer changes its name or description.',
  },
  handle: (context, { consumer_id }) =>
    context.read((rows) => {
      const row = ownConsumer(rows, context, consumer_id);
      context.expectVersion(row);
      return consumerAnswer(row);
    }),
});
