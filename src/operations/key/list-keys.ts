import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { keysetPage } from '../../lists/keyset-page.js';
import type { Position } from '../../ports.js';
import { readSpentByKey } from '../../records/spending.js';
import { apiKey } from '../../schema/api-key.js';
import { pageOf, paging } from '../../schema/primitives.js';
import { keyView } from '../../view/key-view.js';

export const listKeys = defineOperation({
  name: 'list_keys',
  title: 'List the keys',
  description:
    'The API keys of the organization and of its deployments, oldest first, including expired and revoked ones. Each grant of a person to an assistant is a key, which revoke_key ends.',
  scope: 'keys',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ grants: z.boolean().optional().describe('Only grants to assistants'), ...paging }),
  inputErrors: { cursor: 'invalid_cursor' },
  output: pageOf(apiKey),
  sample: () => ({ limit: 5 }),
  errors: ['invalid_cursor'],
  http: { method: 'get', path: '/api/keys', query: ['grants', 'limit', 'cursor'] },
  handle(context: Context<'lists'>, { grants = false, ...asked }) {
    const { caller, now, services } = context;
    const { organization_id } = caller;
    let spent: ReadonlyMap<string, number> = new Map();
    const read = async (after: Position | undefined, limit: number) => {
      const page = await services.lists.page(grants ? 'grants' : 'api_keys', { organization_id }, after, limit);
      if (page.entries.some(({ limits }) => limits))
        spent = await context.read((rows) => readSpentByKey(rows, page.entries, now));
      return page;
    };
    return keysetPage(context, ['keys', organization_id, grants], asked, read, (row) =>
      keyView(row, now, spent.get(row.id)),
    );
  },
});
