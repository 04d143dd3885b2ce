import { randomUUID } from 'node:crypto';
import type { PaymentHandler, RefundOutcome } from '../../src/payment-handler.js';
import { KEY, reportOf } from './model-handler.js';
import type { ModelProvider } from './model-provider.js';

/** A change of the model's handler that breaks one promise. */
export interface Broken {
  /** The wrong behavior, as the end of "a handler that". */
  readonly fault: string;
  /** The checks that fail, first the one for this promise. */
  readonly fails: readonly [string, ...string[]];
  change(
    handler: PaymentHandler,
    provider: ModelProvider,
    connection: { readonly url: string },
  ): Partial<PaymentHandler>;
}

export const BROKEN: readonly Broken[] = [
  {
    fault: 'charges again when authorize is repeated',
    fails: ['repeat', 'processes'],
    change: (handler, provider) => ({
      async authorize(attempt, credential, context) {
        const before = await handler.status(attempt, context);
        if (before.state !== 'authorized') return handler.authorize(attempt, credential, context);
        const { id, amount } = attempt;
        await provider.charge(randomUUID(), { attempt: id, amount, token: credential?.token, capture: true });
        return before;
      },
    }),
  },
  {
    fault: 'charges for each of several concurrent calls',
    fails: ['concurrent'],
    change: (handler, provider) => ({
      async authorize(attempt, credential, context) {
        const { id, amount } = attempt;
        const inFlight = `calls/${id}`;
        const isFirst = (await context.notes.find(inFlight)) === undefined;
        if (!isFirst) return handler.authorize(attempt, credential, context);
        const outcome = await handler.authorize(attempt, credential, context);
        if (await context.notes.find(inFlight))
          await provider.charge(randomUUID(), { attempt: id, amount, token: credential?.token, capture: true });
        await context.notes.keepLast(inFlight, 'done');
        return outcome;
      },
    }),
  },
  {
    fault: 'forgets the void of an attempt that it does not know',
    fails: ['void_first'],
    change: (handler, provider, { url }) => ({
      async void(payment, context) {
        if (url === 'nowhere' || (await provider.find(payment.id))) await handler.void(payment, context);
      },
    }),
  },
  {
    fault: 'keeps the money of a voided payment',
    fails: ['void_after', 'void_during'],
    change: (handler, provider, { url }) => ({
      async void(payment, context) {
        const isPaid = (await provider.find(payment.id))?.state === 'ended';
        if (url === 'nowhere' || !isPaid) await handler.void(payment, context);
      },
    }),
  },
  {
    fault: 'reports an attempt as paid that it does not know',
    fails: ['unknown'],
    change: (handler) => ({
      async status(attempt, context) {
        const report = await handler.status(attempt, context);
        return report.state === 'unknown' ? { state: 'authorized', payment_status: 'paid' } : report;
      },
    }),
  },
  {
    fault: 'reports a declined attempt as pending',
    fails: ['declined'],
    change: (handler) => ({
      async authorize(attempt, credential, context) {
        if (credential?.token === 'tok_declined') await context.notes.keepFirst(attempt.id, 'declined');
        return handler.authorize(attempt, credential, context);
      },
      status: async (attempt, context) =>
        (await context.notes.find(attempt.id)) ? PENDING : handler.status(attempt, context),
    }),
  },
  {
    fault: 'keeps its attempts in memory',
    fails: ['processes'],
    change(handler) {
      const known = new Set<string>();
      return {
        authorize(attempt, ...call) {
          known.add(attempt.id);
          return handler.authorize(attempt, ...call);
        },
        status: async (attempt, context) =>
          known.has(attempt.id) ? handler.status(attempt, context) : { state: 'unknown' },
      };
    },
  },
  {
    fault: 'captures at once what it should capture later',
    fails: [
      'later',
      'capture',
      'capture_repeat',
      'capture_parts',
      'capture_final',
      'capture_excess',
      'capture_void',
      'void_rest',
      'renew',
    ],
    change: (handler) => ({
      authorize: (attempt, ...call) => handler.authorize({ ...attempt, capture: 'now' }, ...call),
    }),
  },
  {
    fault: 'captures again when a capture is repeated',
    fails: ['capture_repeat', 'void_rest'],
    change: (handler) => ({
      capture: async (capture, context) => handler.capture?.({ ...capture, id: randomUUID() }, context) ?? PENDING,
    }),
  },
  {
    fault: 'holds the rest after a final capture',
    fails: ['capture_final'],
    change: (handler) => ({
      capture: async (capture, context) => handler.capture?.({ ...capture, final: false }, context) ?? PENDING,
    }),
  },
  {
    fault: 'gives back what was captured when the rest is voided',
    fails: ['void_rest'],
    change: (handler, provider) => ({
      async void(payment, context) {
        await handler.void(payment, context);
        await provider.cancel(payment.id, true);
      },
    }),
  },
  {
    fault: 'pays again when a refund is repeated',
    fails: ['refund_repeat', 'refund_processes'],
    change: (handler) => ({
      refund: (refund, context) => handler.refund({ ...refund, id: randomUUID() }, context),
    }),
  },
  {
    fault: 'completes a refund after it has failed',
    fails: ['refund_failed'],
    change: (handler) => ({
      async refund(refund, context): Promise<RefundOutcome> {
        const outcome = await handler.refund(refund, context);
        if (outcome.state !== 'failed') return outcome;
        const times = Number((await context.notes.find(refund.id)) ?? 0) + 1;
        await context.notes.keepLast(refund.id, String(times));
        return times > 1 ? { state: 'completed' } : outcome;
      },
    }),
  },
  {
    fault: 'completes a payment whose action comes after the void',
    fails: ['action_void'],
    change: (handler, provider) => ({
      async void(payment, context) {
        if ((await provider.find(payment.id))?.state !== 'action') await handler.void(payment, context);
      },
    }),
  },
  {
    fault: 'accepts an event without checking its signature',
    fails: ['receive_forged'],
    change: () => ({
      async receive({ body }) {
        const id = /"attempt":"([^"]+)"/.exec(new TextDecoder().decode(body))?.[1] ?? '';
        return { id: `evt_${id}`, attempt_ids: [id] };
      },
    }),
  },
  {
    fault: 'throws at a forged event',
    fails: ['receive_forged'],
    change: (handler, provider) => ({
      async receive(request, context) {
        if (!provider.isSigned(request)) throw new Error('the signature is wrong');
        return handler.receive?.(request, context);
      },
    }),
  },
  {
    fault: 'declines while the provider does not answer',
    fails: ['unreachable'],
    change: (handler) => ({
      authorize: (...call) =>
        handler.authorize(...call).catch(() => ({ state: 'declined', reason: 'the provider does not answer' })),
    }),
  },
  {
    fault: 'ignores that a void did not reach the provider',
    fails: ['unreachable'],
    change: (handler) => ({ void: (...call) => handler.void(...call).catch(() => undefined) }),
  },
  {
    fault: 'stores the token in a note',
    fails: ['secrets'],
    change: (handler) => ({
      async authorize(attempt, credential, context) {
        await context.notes.keepFirst(attempt.id, credential?.token ?? '');
        return handler.authorize(attempt, credential, context);
      },
    }),
  },
  {
    fault: 'names its key in an error',
    fails: ['secrets'],
    change: (handler) => ({
      async status(attempt, context) {
        return handler.status(attempt, context).catch((error) => {
          throw new Error(`GET with the key ${KEY} failed`, { cause: error });
        });
      },
    }),
  },
  {
    fault: 'stores a note that is too long',
    fails: ['notes'],
    change: (handler) => ({
      async authorize(attempt, credential, context) {
        await context.notes.keepLast(attempt.id, 'x'.repeat(4_001)).catch(() => undefined);
        return handler.authorize(attempt, credential, context);
      },
    }),
  },
  {
    fault: 'gives times in seconds',
    fails: ['outcomes', 'later'],
    change: (_handler, provider) => ({
      async status({ id }) {
        const report = reportOf(await provider.find(id));
        return 'authorized_until' in report ? { ...report, authorized_until: Date.now() / 1000 } : report;
      },
    }),
  },
  {
    fault: 'never answers while the provider is down',
    fails: ['calls'],
    change: (handler, _provider, { url }) => ({
      refund: (...call) => (url === 'nowhere' ? new Promise(() => undefined) : handler.refund(...call)),
    }),
  },
];

const PENDING = { state: 'pending' } as const;
