import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { keysetPage } from '../../lists/keyset-page.js';
import type { Position } from '../../ports.js';
import { pageOf, paging } from '../../schema/primitives.js';
import { signingKey } from '../../schema/signing-key.js';
import { signingKeyView } from '../../view/signing-key-view.js';

export const listSigningKeys = defineOperation({
  name: 'list_signing_keys',
  title: 'List the signing keys',
  description: "The organization's signing keys of every status, oldest first.",
  scope: 'signing-keys',
  effect: 'read',
  idempotent: true,
  input: z.strictObject(paging),
  inputErrors: { cursor: 'invalid_cursor' },
  output: pageOf(signingKey),
  sample: () => ({ limit: 5 }),
  errors: ['invalid_cursor'],
  http: { method: 'get', path: '/api/signing-keys', query: ['limit', 'cursor'] },
  handle(context: Context<'lists'>, asked) {
    const { caller, services } = context;
    const { organization_id } = caller;
    const read = (after: Position | undefined, limit: number) =>
      services.lists.page('signing_keys', { organization_id }, after, limit);
    return keysetPage(context, ['signing-keys', organization_id], asked, read, signingKeyView);
  },
});
