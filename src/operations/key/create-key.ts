import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { newApiKey, newKeyInput } from '../../schema/api-key.js';
import { dataOf } from '../../schema/primitives.js';
import { keyView } from '../../view/key-view.js';
import { createKey as create } from '../tenancy/provision.js';
import { assertFuture, ownerOf, scopesFrom } from './key-request.js';

export const createKey = defineOperation({
  name: 'create_key',
  title: 'Create a key',
  description:
    "Makes an API key of one of the organization's deployments, or of the organization with at most the scopes of the key that makes it. Its text is shown this once.",
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
  handle: (context, { name, deployment_id, scopes, buyer_required = false, expires_at }) =>
    context.update((rows) => {
      const owner = ownerOf(rows, context.caller, deployment_id);
      assertFuture(expires_at, context.now);
      const request = { name, scopes: scopesFrom(context.caller, owner.kind, scopes), buyer_required, expires_at };
      const { key, row, writes } = create(authorOf(context), owner, request);
      return { writes, answer: { body: { data: { ...keyView(row, context.now), key } } } };
    }),
});
