import type { PaymentHandler } from '../ports.js';
import type { Tracing } from '../tracing/tracing.js';

/** Adds a span with the handler, the method and the resulting state to each asynchronous call of a handler. */
export function tracedHandler(handler: PaymentHandler, tracing: Tracing | undefined): PaymentHandler {
  if (!tracing) return handler;
  const traced = <R>(asked: string, ask: () => Promise<R>) =>
    tracing.span(`payment ${asked}`, { 'portal.payment_handler': handler.description.id }, async (span) => {
      const answer = await ask();
      const isOutcome = typeof answer === 'object' && answer !== null && 'state' in answer;
      span.set({ 'portal.outcome': isOutcome ? String(answer.state) : 'ok' });
      return answer;
    });
  const { form, exampleInstrument } = handler;
  return {
    description: handler.description,
    schemas: handler.schemas,
    ...(form && { form }),
    ...(exampleInstrument && { exampleInstrument }),
    needsInstrument: handler.needsInstrument,
    demoOnly: handler.demoOnly,
    acceptsCardNumbers: handler.acceptsCardNumbers,
    refuseCredential: (credential) => handler.refuseCredential(credential),
    authorize: (attempt, credential, notes) => traced('authorize', () => handler.authorize(attempt, credential, notes)),
    status: (attempt, notes) => traced('status', () => handler.status(attempt, notes)),
    void: (payment, notes) => traced('void', () => handler.void(payment, notes)),
    refund: (refund, notes) => traced('refund', () => handler.refund(refund, notes)),
  };
}
