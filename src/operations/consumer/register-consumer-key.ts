import { z } from 'zod';
import { toBase64 } from '../../attestation/bytes.js';
import { consumerKeyBytes } from '../../attestation/countersignature.js';
import { defineOperation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { verifySignature } from '../../domain/signing-key/submitted-key.js';
import { addConsumerKey } from '../../domain/tenant/consumer-key.js';
import { required } from '../../domain/values/required.js';
import { replaceWrite } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { consumerKey, consumerKeyProof } from '../../schema/countersignature.js';
import { dataOf, id } from '../../schema/primitives.js';
import { publicKeyInput } from '../../schema/signing-key.js';
import { consumerKeyView } from '../../view/countersignature-view.js';
import { tenantWrites } from '../tenancy/provision.js';
import { ownConsumer } from './own-consumer.js';

export const registerConsumerKey = defineOperation({
  name: 'register_consumer_key',
  title: 'Register a consumer key',
  description:
    'Registers a public key with which a consumer accepts or disputes receipts. A consumer may have several active keys. Registering an active key again returns it.',
  scope: 'consumers',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    consumer_id: id('Id of the consumer'),
    public_key: publicKeyInput,
    proof: consumerKeyProof,
  }),
  inputErrors: { consumer_id: 'consumer_not_found' },
  output: dataOf(consumerKey),
  sample: ({ consumer, consumerKey: key }) => ({ consumer_id: consumer, ...key }),
  errors: [
    'consumer_not_found',
    'version_conflict',
    'private_key_submitted',
    'invalid_public_key',
    'unsupported_key_algorithm',
    'weak_public_key',
    'invalid_signature_encoding',
    'signature_invalid',
    'signing_key_revoked',
    'limit_exceeded',
  ],
  fingerprint: ({ consumer_id, public_key, proof }) => ({
    consumer_id,
    public_key: public_key.pem,
    proof: toBase64(proof),
  }),
  http: { method: 'post', path: '/api/consumers/{id}/keys', parts: { id: 'consumer_id' } },
  handle: (context, { consumer_id, public_key, proof }) =>
    context.update((rows) => {
      const by = authorOf(context);
      const before = ownConsumer(rows, context, consumer_id);
      context.expectVersion(before);
      if (!verifySignature(proof, consumerKeyBytes(consumer_id, public_key.fingerprint), public_key))
        throw new PortalError('signature_invalid', 'proof: it is not a signature by public_key for this consumer');
      const after = addConsumerKey(before, context.ids.uuid(), public_key, by.now);
      const key = required(
        after.keys?.find(({ key_fingerprint }) => key_fingerprint === public_key.fingerprint),
        'key',
      );
      const put = replaceWrite('consumer', before, after);
      const writes = after === before ? [] : tenantWrites(by, put, 'key_registered', ['keys']);
      return { writes, answer: { body: { data: consumerKeyView(key) } } };
    }),
});
