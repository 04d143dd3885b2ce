import { describe, expect, it } from 'vitest';
import {
  assertPaymentHandler,
  type ConformanceCheck,
  type ConformanceReport,
  testPaymentHandler,
} from '../../src/payment-handler/conformance.js';
import { definePaymentHandler } from '../../src/payment-handler.js';
import { invoice } from '../../src/payments/handlers/invoice.js';
import { makeSandboxCard } from '../../src/payments/handlers/sandbox-card.js';
import { BROKEN } from './broken-handlers.js';
import { modelFactory, modelOptions } from './model-handler.js';
import { ModelProvider } from './model-provider.js';

const namesOf = ({ checks }: ConformanceReport, state: ConformanceCheck['state']) =>
  checks.filter((check) => check.state === state).map(({ name }) => name);

describe('the conformance suite', () => {
  it('passes for a handler that keeps every promise, and skips nothing', async () => {
    const provider = new ModelProvider();
    const report = await assertPaymentHandler(modelFactory(provider), modelOptions(provider));
    expect(namesOf(report, 'skipped')).toEqual([]);
  });

  it('passes for a handler that reports no totals', async () => {
    const provider = new ModelProvider();
    const { money, ...options } = modelOptions(provider);
    const silent = modelFactory(provider, (handler) => ({
      async status(...call) {
        const { captured, refunded, ...report } = { captured: 0, refunded: 0, ...(await handler.status(...call)) };
        return report;
      },
    }));
    expect(namesOf(await testPaymentHandler(silent, options), 'failed')).toEqual([]);
  });

  it.each([
    ['invoice', definePaymentHandler({}, () => invoice), {}],
    [
      'sandbox_card',
      definePaymentHandler({}, makeSandboxCard),
      {
        declined: { type: 'token', token: 'tok_decline' },
        pending: { type: 'token', token: 'tok_pending' },
      },
    ],
    [
      'sandbox_card with test numbers',
      definePaymentHandler({}, makeSandboxCard),
      {
        approved: { type: 'card', number: '5555555555554444', cvc: '123', cryptogram: 'AgAAAAAAAIR8CQrXcIhbQAAAAAA=' },
        declined: { type: 'card', number: '4000000000000002' },
      },
    ],
  ] as const)('passes for %s', async (_id, factory, credentials) => {
    const report = await assertPaymentHandler(factory, { credentials });
    expect(namesOf(report, 'skipped')).not.toContain('processes');
  });

  it('throws a summary that names the failed check and the reason', async () => {
    const provider = new ModelProvider();
    const broken = modelFactory(provider, () => ({ status: async () => ({ state: 'pending' }) }));
    await expect(assertPaymentHandler(broken, modelOptions(provider))).rejects.toThrow(
      /^model_pay: \d+ passed, \d+ failed[\s\S]*failed {2}unknown: .*: status is \{"state":"pending"\}/,
    );
  });

  it('requires a credential for a handler that needs an instrument', async () => {
    const provider = new ModelProvider();
    const { credentials, ...options } = modelOptions(provider);
    await expect(testPaymentHandler(modelFactory(provider), options)).rejects.toThrow('credentials.approved');
  });

  it('names a missing setting', async () => {
    await expect(testPaymentHandler(modelFactory(new ModelProvider()))).rejects.toThrow('PORTAL_MODEL_KEY');
  });
});

describe('a handler that', () => {
  it.each(BROKEN.map((broken) => [broken.fault, broken.fails[0], broken] as const))(
    '%s fails the check "%s"',
    async (_fault, _check, { change, fails }) => {
      const provider = new ModelProvider();
      const factory = modelFactory(provider, (handler, connection) => change(handler, provider, connection));
      const report = await testPaymentHandler(factory, { ...modelOptions(provider), timeout_ms: 500 });
      expect(namesOf(report, 'failed').sort()).toEqual([...fails].sort());
    },
  );
});
