import type { HandlerContext, PaymentHandler } from '../../../ports.js';
import { StripeAccount, type StripeApi } from './account.js';
import { authorize } from './authorize.js';
import { capture } from './capture.js';
import { refuseCredential } from './credentials.js';
import { DESCRIPTION, SCHEMAS } from './description.js';
import { googlePay } from './google-pay.js';
import { PAGE_FORM } from './page-form.js';
import { receive } from './receive.js';
import { refund } from './refund.js';
import { sdk } from './sdk.js';
import { ACCOUNT_SETTINGS, isLiveKey, stripeSettings } from './settings.js';
import { status } from './status.js';
import { testAccount } from './test-account.js';
import { voidPayment } from './void-payment.js';

/**
 * Payment through Stripe (docs/payments-stripe.md). No method of payment is saved, so authorizations cannot be renewed.
 * Its calls throw an Error without secrets if the outcome is unknown.
 * @param portalAccount the operator's account, for shops that have none of their own
 */
export function makeStripe(api: StripeApi, portalAccount?: PaymentHandler['portalAccount']): PaymentHandler {
  const access = async ({ account }: HandlerContext) =>
    new StripeAccount(await sdk.get(), api, stripeSettings(account.settings));
  return {
    description: DESCRIPTION,
    schemas: SCHEMAS,
    form: PAGE_FORM,
    exampleInstrument: { type: 'card', credential: { type: 'token', token: 'spt_123' } },
    needsInstrument: false,
    demoOnly: false,
    acceptsCardNumbers: false,
    // Only with multicapture; other payments are reported with `captures: 'once'`.
    captures: 'many',
    account: ACCOUNT_SETTINGS,
    ...(portalAccount && { portalAccount }),
    refuseCredential,
    googlePay,
    async authorize(attempt, credential, context) {
      return authorize(await access(context), attempt, credential, context);
    },
    async status(attempt, context) {
      return status(await access(context), attempt, context.notes);
    },
    async capture(wanted, context) {
      return capture(await access(context), wanted, context.notes);
    },
    void: (payment, context) => voidPayment(() => access(context), payment, context.notes),
    async refund(wanted, context) {
      return refund(await access(context), wanted, context.notes);
    },
    async receive(request, context) {
      const { webhook_secret } = stripeSettings(context.account.settings);
      return webhook_secret ? receive(await sdk.get(), webhook_secret, request, context.notes) : undefined;
    },
    isTestAccount: ({ secret_key = '' }) => !isLiveKey(secret_key),
    async testAccount(context) {
      return testAccount(await access(context), context);
    },
  };
}
