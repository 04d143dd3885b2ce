import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testPaymentHandler } from 'commerce-portal/payment-handler/conformance';
import acmePay from '../handlers/acme-pay.mjs';
import { openAcme, SECRET_KEY } from './acme.js';

const acme = await openAcme();
after(() => acme.close());

const report = await testPaymentHandler(acmePay, {
  settings: { PORTAL_ACME_PAY_SECRET_KEY: SECRET_KEY, PORTAL_ACME_PAY_URL: acme.url },
  credentials: {
    approved: { type: 'token', token: 'good' },
    declined: { type: 'token', token: 'bad' },
    pending: { type: 'token', token: 'slow' },
  },
  // Nothing listens on this port.
  unreachable: { settings: { PORTAL_ACME_PAY_URL: 'http://127.0.0.1:9' } },
});

for (const { title, state, reason } of report.checks)
  test(title, { skip: state === 'skipped' && reason }, () => assert.notEqual(state, 'failed', reason));
