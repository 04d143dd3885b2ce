import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { positionedPage } from '../../lists/keyset-page.js';
import type { ReceiptFilter, ReceiptPosition } from '../../ports.js';
import { id, instant, pageOf, paging } from '../../schema/primitives.js';
import { acceptedReceipt } from '../../schema/receipt.js';
import { buildReceiptHints, receiptData } from './own-receipt.js';

const receiptPosition = z.object({ at: z.int(), log_index: z.int() });

const time = (what: string) => instant.optional().describe(`Only receipts ${what}, ISO 8601`);
const input = z.strictObject({
  agent_id: id('Only receipts of this agent').optional(),
  consumer_id: id('Only receipts for this consumer').optional(),
  job_id: z.string().min(1).max(255).optional().describe('Only receipts of this job'),
  context_hash: z.string().min(1).max(255).optional().describe('Only receipts with this context hash'),
  resolution: z.string().min(1).max(64).optional().describe('Only receipts with this resolution'),
  signing_key_id: id('Only receipts signed by this key').optional(),
  key_fingerprint: z.string().min(1).max(64).optional().describe('Only receipts signed by the key of this fingerprint'),
  received_from: time('received at this time or later'),
  received_before: time('received before this time'),
  issued_from: time('issued at this time or later'),
  issued_before: time('issued before this time'),
  ...paging,
});
type Asked = Omit<z.output<typeof input>, 'limit' | 'cursor'>;

export const listReceipts = defineOperation({
  name: 'list_receipts',
  title: 'List receipts',
  description:
    "The organization's receipts, newest first by when they were received. With `issued_from` or `issued_before`, they are sorted by issue time.",
  scope: 'receipts:read',
  effect: 'read',
  idempotent: true,
  input,
  inputErrors: { cursor: 'invalid_cursor' },
  output: pageOf(acceptedReceipt),
  sample: () => ({ limit: 5 }),
  errors: ['invalid_cursor'],
  http: {
    method: 'get',
    path: '/api/receipts',
    query: [
      'agent_id',
      'consumer_id',
      'job_id',
      'context_hash',
      'resolution',
      'signing_key_id',
      'key_fingerprint',
      'received_from',
      'received_before',
      'issued_from',
      'issued_before',
      'limit',
      'cursor',
    ],
  },
  mcp: {
    announced: input.pick({
      agent_id: true,
      consumer_id: true,
      job_id: true,
      context_hash: true,
      resolution: true,
      limit: true,
      cursor: true,
    }),
    description:
      'List accepted receipts, newest first, 20 at a time. Pass pagination.cursor for the next page; get_receipt reads one.',
  },
  async handle(context: Context<'lists'>, { limit, cursor, ...asked }) {
    const filter = await filterOf(context, asked);
    if (!filter) return { body: { data: [] } };
    const read = (after: ReceiptPosition | undefined, most: number) => shownPage(context, filter, after, most);
    const named = ['receipts', context.caller.organization_id, asked];
    return positionedPage(context, receiptPosition, named, { limit, cursor }, read, (entry) => entry);
  },
});

/**
 * Builds the filter for the store. Returns `undefined` if no receipt can match: no key of the organization has the
 * requested fingerprint, or the key with this fingerprint is not the requested one.
 */
async function filterOf(
  { caller, read }: Context,
  { key_fingerprint, ...asked }: Asked,
): Promise<ReceiptFilter | undefined> {
  const { organization_id } = caller;
  const filter = { organization_id, ...asked };
  if (key_fingerprint === undefined) return filter;
  const key = await read((rows) => rows.find('signingKeyByFingerprint', organization_id, key_fingerprint));
  if (!key || key.id !== (asked.signing_key_id ?? key.id)) return undefined;
  return { ...filter, signing_key_id: key.id };
}

/** Reads a page of receipts, together with the related rows that the response shows. */
async function shownPage(
  context: Context<'lists'>,
  filter: ReceiptFilter,
  after: ReceiptPosition | undefined,
  limit: number,
) {
  const page = await context.services.lists.page('receipts', filter, after, limit);
  const entries = await context.read(
    (rows) => page.entries.map((row) => receiptData(rows, context, row)),
    ...page.entries.flatMap(buildReceiptHints),
  );
  return { ...page, entries };
}
