import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { accountMembers, paymentAccount } from '../../schema/payment-account.js';
import { dataOf } from '../../schema/primitives.js';
import { accountAnswer, ownAccount } from './own-account.js';
import { removeAccount, shopAccount } from './payment-accounts.js';

export const deletePaymentAccount = defineOperation({
  name: 'delete_payment_account',
  title: 'Remove the account for a payment handler',
  description:
    "Removes the account of a shop with a payment provider; new payments use the operator's, if there is one. Refused while a payment through it is open. Refund the others before, since later refunds fail.",
  scope: 'shops',
  effect: 'destructive',
  idempotent: false,
  input: z.strictObject(accountMembers),
  inputErrors: { shop_id: 'shop_not_found', handler_id: 'payment_account_not_found' },
  output: dataOf(paymentAccount),
  sample: ({ accountShop }) => ({ shop_id: accountShop, handler_id: 'stripe' }),
  errors: ['shop_not_found', 'payment_account_not_found', 'payment_account_in_use', 'version_conflict'],
  http: {
    method: 'delete',
    path: '/api/shops/{id}/payment-accounts/{handler}',
    parts: { id: 'shop_id', handler: 'handler_id' },
  },
  handle: (context: Context<'payments'>, asked) =>
    context.update((rows) => {
      const own = ownAccount(rows, context, asked);
      const account = shopAccount(rows, own.shop, asked.handler_id);
      context.expectVersion(account);
      const writes = removeAccount(rows, authorOf(context), own.shop, account, own.handler);
      return { writes, answer: { body: accountAnswer(own, undefined).body } };
    }),
});
