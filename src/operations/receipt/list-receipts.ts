import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { pageBody, readCursor } from '../../lists/cursor.js';
import { id, pageOf, paging } from '../../schema/primitives.js';
import { acceptedReceipt } from '../../schema/receipt.js';
import { receiptData } from './own-receipt.js';

const position = z.object({ log_index: z.int() });

export const listReceipts = defineOperation({
  name: 'list_receipts',
  title: 'List receipts',
  description: "The organization's receipts by their place in the log, newest first.",
  scope: 'receipts:read',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({
    agent_id: id('Only receipts of this agent').optional(),
    consumer_id: id('Only receipts for this consumer').optional(),
    job_id: z.string().min(1).max(255).optional().describe('Only receipts of this job'),
    ...paging,
  }),
  inputErrors: { cursor: 'invalid_cursor' },
  output: pageOf(acceptedReceipt),
  sample: () => ({ limit: 5 }),
  errors: ['invalid_cursor'],
  http: { method: 'get', path: '/api/receipts', query: ['agent_id', 'consumer_id', 'job_id', 'limit', 'cursor'] },
  mcp: {
    description:
      'List accepted receipts, newest first, 20 at a time. Pass pagination.cursor for the next page; get_receipt reads one.',
  },
  async handle(context, { limit, cursor, agent_id, consumer_id, job_id }) {
    const { list, caller, cursorSecret } = context;
    const filter = { organization_id: caller.organization_id, agent_id, consumer_id, job_id };
    const named = ['receipts', filter];
    const page = await list('receipts', filter, readCursor(cursorSecret, named, cursor, position), limit);
    // One read for each, since there is no read for the orders of several receipts.
    const shown = page.entries.map((row) => context.read((rows) => receiptData(rows, context, row)));
    const data = await Promise.all(shown);
    return { body: pageBody(cursorSecret, named, data, page.next) };
  },
});
