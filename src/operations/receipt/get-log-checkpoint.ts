import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { dataOf } from '../../schema/primitives.js';
import { checkpoint } from '../../schema/receipt.js';
import { checkpointView } from './log-proofs.js';

export const getLogCheckpoint = defineOperation({
  name: 'get_log_checkpoint',
  title: "Get the log's checkpoint",
  description:
    "Size and root of the organization's receipt log, signed by the portal. Keep a copy elsewhere: a later checkpoint must be consistent with it.",
  scope: 'receipts:read',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({}),
  output: dataOf(checkpoint),
  sample: () => ({}),
  errors: ['log_not_witnessed'],
  http: { method: 'get', path: '/api/receipts/log/checkpoint' },
  async handle(context: Context<'receipts'>) {
    const { size } = await context.read((rows) => rows.logHead(context.caller.organization_id));
    return { body: { data: checkpointView(await context.services.receipts.checkpoint(size)) } };
  },
});
