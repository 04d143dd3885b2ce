import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { dataOf, id } from '../../schema/primitives.js';
import { signingKey } from '../../schema/signing-key.js';
import { signingKeyView } from '../../view/signing-key-view.js';
import { ownSigningKey } from './own-signing-key.js';

export const getSigningKey = defineOperation({
  name: 'get_signing_key',
  title: 'Get a signing key',
  description: 'One signing key, by id.',
  scope: 'signing-keys',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ signing_key_id: id('Id of the signing key') }),
  inputErrors: { signing_key_id: 'signing_key_not_found' },
  output: dataOf(signingKey),
  errors: ['signing_key_not_found'],
  http: { method: 'get', path: '/api/signing-keys/{id}', parts: { id: 'signing_key_id' } },
  handle: (context, { signing_key_id }) =>
    context.read((rows) => ({
      body: { data: signingKeyView(ownSigningKey(rows, context, signing_key_id)) },
    })),
});
