import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { accountChange, accountMembers, paymentAccount } from '../../schema/payment-account.js';
import { dataOf } from '../../schema/primitives.js';
import { accountAnswer, ownAccount } from './own-account.js';
import { putAccount } from './payment-accounts.js';

export const putPaymentAccount = defineOperation({
  name: 'put_payment_account',
  title: 'Set the account for a payment handler',
  description:
    'Sets the account of a shop with a payment provider, or changes its keys. Settings that are absent stay as they are; secrets are stored encrypted and never shown.',
  scope: 'shops',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({ ...accountMembers, settings: accountChange }),
  inputErrors: { shop_id: 'shop_not_found', handler_id: 'payment_account_not_found' },
  output: dataOf(paymentAccount),
  sample: ({ shop }) => ({
    shop_id: shop,
    handler_id: 'stripe',
    settings: { secret_key: 'rk_test_yourrestrictedkey', publishable_key: 'pk_test_yourpublishablekey' },
  }),
  errors: ['shop_not_found', 'payment_account_not_found', 'payment_account_in_use', 'version_conflict'],
  http: {
    method: 'put',
    path: '/api/shops/{id}/payment-accounts/{handler}',
    parts: { id: 'shop_id', handler: 'handler_id' },
  },
  handle: (context: Context<'payments'>, { settings, ...asked }) =>
    context.update((rows) => {
      const own = ownAccount(rows, context, asked);
      context.expectVersion(own.account);
      const by = { ...authorOf(context), sealing: context.services.payments.accounts.sealing };
      const { row, writes } = putAccount(rows, by, own.shop, own.handler, settings);
      return { writes, answer: accountAnswer(own, row) };
    }),
});
