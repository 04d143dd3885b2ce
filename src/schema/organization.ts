import { z } from 'zod';
import { answer, dateTime } from './primitives.js';

const most = z.int().nullable();

/** An organization with its usage and quotas (docs/running.md, Quotas). */
export const organization = answer({
  id: z.string(),
  name: z.string(),
  created_at: dateTime('When it was created'),
  public_log: z.boolean().describe('Whether anybody may read its log'),
  public_receipts: z.boolean().describe('Whether anybody may read its receipts'),
  public_contexts: z.boolean().describe('Whether those receipts show the context of their order'),
  key_proof_required: z.boolean().describe('Whether its signing keys need a proof of possession'),
  usage: answer({
    keys: z.int().describe('API keys that are not revoked'),
    items: z.int().describe('Items on sale, in all its shops'),
    open_carts: z.int().describe('Carts that are open or being paid'),
    rows: z.int().describe('Stored objects of all kinds'),
    bytes: z.int().describe('What they hold, with the pictures'),
  }),
  quotas: answer({ keys: most, items: most, open_carts: most, rows: most, bytes: most }).describe(
    'What it may have at most; null = any number',
  ),
});
export type OrganizationAnswer = z.output<typeof organization>;
