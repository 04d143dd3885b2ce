import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { readSpent } from '../../records/spending.js';
import { apiKey } from '../../schema/api-key.js';
import { dataOf, id } from '../../schema/primitives.js';
import { keyView } from '../../view/key-view.js';
import { buildRevocation } from '../tenancy/key-writes.js';

export const revokeKey = defineOperation({
  name: 'revoke_key',
  title: 'Revoke a key',
  description: 'Revokes a key: every process on the database rejects it at once. Revoking it again changes nothing.',
  scope: 'keys',
  effect: 'destructive',
  idempotent: true,
  input: z.strictObject({ key_id: id('Id of the key') }),
  inputErrors: { key_id: 'key_not_found' },
  output: dataOf(apiKey),
  sample: ({ key }) => ({ key_id: key }),
  errors: ['key_not_found'],
  http: { method: 'delete', path: '/api/keys/{id}', parts: { id: 'key_id' } },
  handle: (context, { key_id }) =>
    context.update((rows) => {
      const { row, writes } = buildRevocation(rows, authorOf(context), key_id, context.caller.organization_id);
      return { writes, answer: { body: { data: keyView(row, context.now, readSpent(rows, row, context.now)) } } };
    }),
});
