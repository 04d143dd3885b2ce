import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { accountMembers, paymentAccount } from '../../schema/payment-account.js';
import { dataOf } from '../../schema/primitives.js';
import { accountAnswer, ownAccount } from './own-account.js';

export const getPaymentAccount = defineOperation({
  name: 'get_payment_account',
  title: 'Get the account for a payment handler',
  description:
    'The settings of the account of a shop with a payment provider, and which of them are set. Never secrets.',
  scope: 'shops',
  effect: 'read',
  idempotent: true,
  input: z.strictObject(accountMembers),
  inputErrors: { shop_id: 'shop_not_found', handler_id: 'payment_account_not_found' },
  output: dataOf(paymentAccount),
  sample: ({ accountShop }) => ({ shop_id: accountShop, handler_id: 'stripe' }),
  errors: ['shop_not_found', 'payment_account_not_found', 'version_conflict'],
  http: {
    method: 'get',
    path: '/api/shops/{id}/payment-accounts/{handler}',
    parts: { id: 'shop_id', handler: 'handler_id' },
  },
  handle: (context: Context<'payments'>, asked) =>
    context.read((rows) => {
      const own = ownAccount(rows, context, asked);
      context.expectVersion(own.account);
      return accountAnswer(own, own.account);
    }),
});
