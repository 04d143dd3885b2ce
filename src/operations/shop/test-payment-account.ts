import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { accountMembers, accountTest } from '../../schema/payment-account.js';
import { dataOf } from '../../schema/primitives.js';
import { accountTestView } from '../../view/payment-account-view.js';
import { ownAccount } from './own-account.js';
import { shopAccount } from './payment-accounts.js';

export const testPaymentAccount = defineOperation({
  name: 'test_payment_account',
  title: 'Test the account for a payment handler',
  description:
    'Asks the payment provider whether the account of a shop can be used. With test keys it may make a test charge; with live keys no money moves.',
  scope: 'shops',
  effect: 'read',
  idempotent: true,
  input: z.strictObject(accountMembers),
  inputErrors: { shop_id: 'shop_not_found', handler_id: 'payment_account_not_found' },
  output: dataOf(accountTest),
  sample: ({ accountShop }) => ({ shop_id: accountShop, handler_id: 'stripe' }),
  errors: ['shop_not_found', 'payment_account_not_found', 'version_conflict'],
  http: {
    method: 'post',
    path: '/api/shops/{id}/payment-accounts/{handler}/test',
    parts: { id: 'shop_id', handler: 'handler_id' },
  },
  async handle(context: Context<'payments'>, asked) {
    const { shop } = await context.read((rows) => {
      const own = ownAccount(rows, context, asked);
      context.expectVersion(shopAccount(rows, own.shop, asked.handler_id));
      return own;
    });
    const place = { account: 'shop', shop: { id: shop.id, name: shop.name } } as const;
    const test = await context.services.payments.testAccount(asked.handler_id, place);
    return { body: { data: accountTestView(test) } };
  },
});
