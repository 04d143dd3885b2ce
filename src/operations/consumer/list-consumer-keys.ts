import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { consumerKey } from '../../schema/countersignature.js';
import { dataOf, id } from '../../schema/primitives.js';
import { consumerKeyView } from '../../view/countersignature-view.js';
import { ownConsumer } from './own-consumer.js';

export const listConsumerKeys = defineOperation({
  name: 'list_consumer_keys',
  title: 'List the keys of a consumer',
  description: 'All keys of a consumer, at most 20, oldest first. Revoked keys stay in the list.',
  scope: 'consumers',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ consumer_id: id('Id of the consumer') }),
  inputErrors: { consumer_id: 'consumer_not_found' },
  output: dataOf(z.array(consumerKey)),
  sample: ({ consumer }) => ({ consumer_id: consumer }),
  errors: ['consumer_not_found', 'version_conflict'],
  http: { method: 'get', path: '/api/consumers/{id}/keys', parts: { id: 'consumer_id' } },
  handle: (context, { consumer_id }) =>
    context.read((rows) => {
      const row = ownConsumer(rows, context, consumer_id);
      context.expectVersion(row);
      return { body: { data: (row.keys ?? []).map(consumerKeyView) } };
    }),
});
