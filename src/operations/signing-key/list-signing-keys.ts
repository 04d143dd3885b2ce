import { z } from 'zod';
import { pageOf, paging } from '../../schema/primitives.js';
import { signingKey } from '../../schema/signing-key.js';
import { signingKeyView } from '../../view/signing-key-view.js';
import { makeCursor, readCursor } from '../cursor.js';
import { defineOperation } from '../define.js';

const position = z.object({ created_at: z.int(), id: z.string() });

export const listSigningKeys = defineOperation({
  name: 'list_signing_keys',
  title: 'List the signing keys',
  description: "The organization's signing keys of every status, oldest first.",
  scope: 'signing-keys',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ ...paging }),
  inputErrors: { cursor: 'invalid_cursor' },
  output: pageOf(signingKey),
  errors: ['invalid_cursor'],
  http: { method: 'get', path: '/api/signing-keys', query: ['limit', 'cursor'] },
  async handle({ store, caller, cursorSecret }, { limit, cursor }) {
    const list = ['signing-keys', caller.organization_id];
    const after = readCursor(cursorSecret, list, cursor, position);
    const page = await store.listSigningKeys(caller.organization_id, after, limit);
    return {
      body: {
        data: page.entries.map(signingKeyView),
        ...(page.next && { pagination: { cursor: makeCursor(cursorSecret, list, page.next) } }),
      },
    };
  },
});
