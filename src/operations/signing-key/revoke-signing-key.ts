import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { revoke } from '../../domain/signing-key/signing-key.js';
import { replaceWrite } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { buildSigningKeyWrites } from '../../records/signing-key-writes.js';
import { dataOf, id, text } from '../../schema/primitives.js';
import { signingKey } from '../../schema/signing-key.js';
import { signingKeyView } from '../../view/signing-key-view.js';
import { ownSigningKey } from './own-signing-key.js';

export const revokeSigningKey = defineOperation({
  name: 'revoke_signing_key',
  title: 'Revoke a signing key',
  description:
    'Revokes a key immediately and permanently: nothing it signed is accepted any more, regardless of `issued_at`. Receipts accepted before stay valid.',
  scope: 'signing-keys',
  effect: 'destructive',
  idempotent: true,
  input: z.strictObject({ signing_key_id: id('Id of the signing key'), reason: text(500, 'Why, for the record') }),
  inputErrors: { signing_key_id: 'signing_key_not_found' },
  output: dataOf(signingKey),
  sample: ({ signingKey }) => ({ signing_key_id: signingKey, reason: 'The laptop was stolen' }),
  errors: ['signing_key_not_found'],
  http: { method: 'post', path: '/api/signing-keys/{id}/revoke', parts: { id: 'signing_key_id' } },
  handle: (context: Context<'clock'>, { signing_key_id, reason }) =>
    context.update((rows) => {
      const key = ownSigningKey(rows, context, signing_key_id);
      const row = revoke(key, reason, context.services.clock.now());
      const changed = ['status', 'revoked_at', 'revoked_reason'];
      const put = replaceWrite('signing_key', key, row);
      const writes = row === key ? [] : buildSigningKeyWrites(authorOf(context), put, 'signing_key.revoked', changed);
      return { writes, answer: { body: { data: signingKeyView(row) } } };
    }),
});
