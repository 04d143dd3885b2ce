import { expect, it, onTestFinished } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { assertPaymentHandler } from '../../src/payment-handler/conformance.js';
import { definePaymentHandler } from '../../src/payment-handler/define.js';
import { makeStripe } from '../../src/payments/handlers/stripe/stripe.js';
import { endAction } from '../support/stripe/intents.js';
import { signedEvent } from '../support/stripe/signed-event.js';
import type { State } from '../support/stripe/state.js';
import { StripeStandIn, stripeApi, TEST_KEYS, WEBHOOK_SECRET } from '../support/stripe/stripe-stand-in.js';

const ACCOUNT = { ...TEST_KEYS, webhook_secret: WEBHOOK_SECRET, multicapture: 'on' };

const handler = definePaymentHandler({ url: { env: 'PORTAL_STRIPE_API_URL', help: 'URL' } }, (setting) =>
  makeStripe(stripeApi(setting('url'))),
);

const cardOf = (token: string) => ({ type: 'token', token });

function intentOf({ intents }: State, attemptId: string) {
  return [...intents.values()].find(({ metadata }) => metadata.attempt_id === attemptId);
}

/** The money that the stand-in has moved for an attempt. A release of an authorization is a refund without a transaction. */
function movedMoney(state: State, attemptId: string) {
  const id = intentOf(state, attemptId)?.id;
  const charges = [...state.charges.values()].filter(({ payment_intent }) => payment_intent === id);
  const refunds = [...state.refunds.values()].filter((one) => one.payment_intent === id && one.balance_transaction);
  return {
    captured: charges.reduce((sum, { amount_captured }) => sum + amount_captured, 0),
    refunded: refunds.reduce((sum, { amount }) => sum + amount, 0),
  };
}

it('keeps the promises of a payment handler', async () => {
  const standIn = new StripeStandIn(() => Date.now());
  const url = await standIn.listen();
  onTestFinished(() => standIn.close());
  const { state } = standIn;
  state.multicapture = true;
  const { checks } = await assertPaymentHandler(handler, {
    settings: { PORTAL_STRIPE_API_URL: url },
    account: ACCOUNT,
    credentials: {
      approved: cardOf('pm_card_visa'),
      declined: cardOf('pm_card_visa_chargeDeclined'),
      action: cardOf('pm_card_authenticationRequired'),
    },
    money: async (attemptId) => movedMoney(state, attemptId),
    act: async (_action, { id }) => endAction(state, required(intentOf(state, id), 'a PaymentIntent'), true),
    event: ({ id }) => {
      const succeeded = state.events.findLast(
        ({ type, data }) => type === 'payment_intent.succeeded' && JSON.stringify(data).includes(id),
      );
      const { headers, body } = signedEvent(required(succeeded, 'an event'), WEBHOOK_SECRET, Date.now());
      return { headers, body: Buffer.from(body), received_at: Date.now() };
    },
    unreachable: { settings: { PORTAL_STRIPE_API_URL: 'http://127.0.0.1:9' } },
  });
  const skipped = checks.filter((one) => one.state === 'skipped').map(({ name }) => name);
  expect(skipped).toEqual(['pending', 'renew']);
});
