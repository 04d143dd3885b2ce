import { after, test } from 'node:test';
import { assertPaymentHandler } from 'commerce-portal/payment-handler/conformance';
import harborPay from '../handlers/harbor-pay.js';
import { openHarbor, SECRET_KEY, SIGNING_SECRET } from './harbor.js';

const harbor = await openHarbor();
after(() => harbor.close());

const settings = {
  PORTAL_HARBOR_PAY_URL: harbor.url,
  PORTAL_HARBOR_PAY_KEY: 'unused',
  PORTAL_HARBOR_PAY_SIGNING_SECRET: 'unused',
};

test('Harbor Pay keeps the promises of a payment handler', async () => {
  await assertPaymentHandler(harborPay, {
    settings,
    account: { secret_key: SECRET_KEY, signing_secret: SIGNING_SECRET },
    credentials: {
      approved: { type: 'token', token: 'tok_good' },
      declined: { type: 'token', token: 'tok_bad' },
      action: { type: 'token', token: 'tok_confirm' },
    },
    async act(action) {
      if (action.type === 'redirect') await fetch(action.url);
    },
    event: ({ id }) => harbor.event(id),
    // Nothing listens on this port.
    unreachable: { settings: { PORTAL_HARBOR_PAY_URL: 'http://127.0.0.1:9' } },
  });
});
