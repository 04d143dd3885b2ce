import { z } from 'zod';
import { answer, dateTime, id, text } from './primitives.js';

/** Accounts of shops at payment providers (docs/payments.md, Accounts). */

const MAX_VALUE = 4_000;
const MAX_SETTINGS = 50;

export const accountMembers = {
  shop_id: id('Id of the shop'),
  handler_id: id('Id of the payment handler, such as `stripe`'),
};

export const accountChange = z
  .record(id('Name of a setting'), text(MAX_VALUE, 'Its value').nullable())
  .refine((settings) => Object.keys(settings).length <= MAX_SETTINGS, {
    error: `must have at most ${MAX_SETTINGS} members`,
  })
  .describe('Values by the names of the settings; null removes one, and one that is absent stays as it is');

export const paymentAccount = answer({
  shop_id: z.string(),
  handler_id: z.string(),
  account: z.enum(['shop', 'portal', 'none']).describe("Whose account new payments use; `portal` is the operator's"),
  settings: z.array(
    answer({
      name: z.string(),
      label: z.string(),
      secret: z.boolean().describe('True if the value is never shown'),
      required: z.boolean(),
      is_set: z.boolean().describe('True if the shop has set it'),
      value: z.string().nullable().describe('Null for secrets'),
    }),
  ),
  test: z.boolean().nullable().describe('True if no money moves through the account of the shop; null if it has none'),
  warnings: z.array(z.string()),
  created_at: dateTime('When the account was set').nullable(),
  updated_at: dateTime('When it was last changed').nullable(),
});
export type PaymentAccountAnswer = z.output<typeof paymentAccount>;

export const accountTest = answer({
  usable: z.boolean(),
  account: z.string().nullable().describe('Which account it is'),
  live: z.boolean().nullable().describe('False if no money moves through the account'),
  reason: z.string().nullable().describe('Why the account cannot be used'),
});
export type AccountTestAnswer = z.output<typeof accountTest>;
