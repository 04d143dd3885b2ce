import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { revokeConsumerKey as revoke } from '../../domain/tenant/consumer-key.js';
import { required } from '../../domain/values/required.js';
import { replaceWrite } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { consumerKey } from '../../schema/countersignature.js';
import { dataOf, id } from '../../schema/primitives.js';
import { consumerKeyView } from '../../view/countersignature-view.js';
import { tenantWrites } from '../tenancy/provision.js';
import { ownConsumer } from './own-consumer.js';

export const revokeConsumerKey = defineOperation({
  name: 'revoke_consumer_key',
  title: 'Revoke a consumer key',
  description: 'Revokes a key of a consumer immediately and permanently. Countersignatures accepted before stay valid.',
  scope: 'consumers',
  effect: 'destructive',
  idempotent: true,
  input: z.strictObject({ consumer_id: id('Id of the consumer'), key_id: id('Id of the key') }),
  inputErrors: { consumer_id: 'consumer_not_found', key_id: 'signing_key_not_found' },
  output: dataOf(consumerKey),
  sample: ({ consumer, registeredConsumerKey }) => ({ consumer_id: consumer, key_id: registeredConsumerKey }),
  errors: ['consumer_not_found', 'version_conflict', 'signing_key_not_found'],
  http: {
    method: 'post',
    path: '/api/consumers/{id}/keys/{key_id}/revoke',
    parts: { id: 'consumer_id', key_id: 'key_id' },
  },
  handle: (context, { consumer_id, key_id }) =>
    context.update((rows) => {
      const by = authorOf(context);
      const before = ownConsumer(rows, context, consumer_id);
      context.expectVersion(before);
      const after = revoke(before, key_id, by.now);
      const key = required(
        after.keys?.find((one) => one.id === key_id),
        'key',
      );
      const put = replaceWrite('consumer', before, after);
      const writes = after === before ? [] : tenantWrites(by, put, 'key_revoked', ['keys']);
      return { writes, answer: { body: { data: consumerKeyView(key) } } };
    }),
});
