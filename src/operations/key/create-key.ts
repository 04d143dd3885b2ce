import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { newApiKey, newKeyInput } from '../../schema/api-key.js';
import { dataOf } from '../../schema/primitives.js';
import { keyView } from '../../view/key-view.js';
import { limitsOfNewKey } from '../tenancy/key-limits.js';
import { buildNewKey } from '../tenancy/key-writes.js';
import { expiryWithin, ownerOf, scopesFrom } from './key-request.js';

export const createKey = defineOperation({
  name: 'create_key',
  title: 'Create a key',
  description:
    'Creates an API key of the organization or of one of its deployments. It can have the scopes of the key that creates it, and for a deployment also commerce and fulfillment; it expires no later than that key. The key itself is shown only once.',
  scope: 'keys',
  effect: 'write',
  idempotent: false,
  secretAnswer: true,
  input: newKeyInput,
  inputErrors: { deployment_id: 'deployment_not_found' },
  output: dataOf(newApiKey),
  sample: ({ deployment }) => ({ name: 'Website', deployment_id: deployment }),
  errors: ['deployment_not_found'],
  http: { method: 'post', path: '/api/keys' },
  handle: (context, { name, deployment_id, scopes, buyer_required = false, limits, expires_at }) =>
    context.update((rows) => {
      const owner = ownerOf(rows, context.caller, deployment_id);
      const request = {
        name,
        buyer_required,
        limits: limits && limitsOfNewKey(rows, owner, limits),
        scopes: scopesFrom(context.caller, owner.kind, scopes),
        expires_at: expiryWithin(rows.get('api_key', context.caller.id)?.expires_at, expires_at, context.now),
      };
      const { key, row, writes } = buildNewKey(authorOf(context), owner, request);
      return { writes, answer: { body: { data: { ...keyView(row, context.now), key } } } };
    }),
});
