import { describe, expect, it } from 'vitest';
import { decisionKey } from '../../src/domain/payment/test-bank.js';
import {
  assertPaymentHandler,
  type ConformanceCheck,
  type ConformanceReport,
  testPaymentHandler,
} from '../../src/payment-handler/conformance.js';
import {
  definePaymentHandler,
  type PaymentAction,
  type PaymentAttempt,
  type PaymentHandler,
} from '../../src/payment-handler.js';
import { invoice } from '../../src/payments/handlers/invoice.js';
import { makeSandboxCard } from '../../src/payments/handlers/sandbox-card.js';
import { BROKEN } from './broken-handlers.js';
import { modelFactory, modelOptions } from './model-handler.js';
import { ModelProvider } from './model-provider.js';

const namesOf = ({ checks }: ConformanceReport, state: ConformanceCheck['state']) =>
  checks.filter((check) => check.state === state).map(({ name }) => name);

/** The sandbox card, and a buyer who confirms its payments: the page of the test bank stores this as a note. */
function confirmedCard() {
  const card = makeSandboxCard();
  let confirm = async (_id: string): Promise<unknown> => undefined;
  const authorize: PaymentHandler['authorize'] = (attempt, credential, context) => {
    confirm = (id) => context.notes.keepFirst(decisionKey(id), 'confirmed');
    return card.authorize(attempt, credential, context);
  };
  return {
    factory: definePaymentHandler({}, () => ({ ...card, authorize })),
    act: async (_action: PaymentAction, { id }: PaymentAttempt) => void (await confirm(id)),
  };
}

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

  it('passes for invoice', async () => {
    const report = await assertPaymentHandler(definePaymentHandler({}, () => invoice));
    expect(namesOf(report, 'skipped')).not.toContain('processes');
  });

  it.each([
    [
      'test tokens',
      {
        declined: { type: 'token', token: 'tok_decline' },
        pending: { type: 'token', token: 'tok_pending' },
        action: { type: 'token', token: 'tok_confirm' },
      },
    ],
    [
      'test numbers',
      {
        approved: { type: 'card', number: '5555555555554444', cvc: '123', cryptogram: 'AgAAAAAAAIR8CQrXcIhbQAAAAAA=' },
        declined: { type: 'card', number: '4000000000000002' },
        action: { type: 'card', number: '4000002760003184' },
      },
    ],
  ] as const)('passes for sandbox_card with %s, with a buyer who confirms', async (_name, credentials) => {
    const { factory, act } = confirmedCard();
    const report = await assertPaymentHandler(factory, { credentials, act });
    expect(namesOf(report, 'passed')).toEqual(expect.arrayContaining(['processes', 'action', 'action_void']));
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
