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
  const { form, exampleInstrument, captures, authorizesAs, account, portalAccount } = handler;
  const capture = handler.capture?.bind(handler);
  const renew = handler.renew?.bind(handler);
  const receive = handler.receive?.bind(handler);
  const googlePay = handler.googlePay?.bind(handler);
  const isTestAccount = handler.isTestAccount?.bind(handler);
  const testAccount = handler.testAccount?.bind(handler);
  return {
    description: handler.description,
    schemas: handler.schemas,
    ...(form && { form }),
    ...(exampleInstrument && { exampleInstrument }),
    needsInstrument: handler.needsInstrument,
    demoOnly: handler.demoOnly,
    acceptsCardNumbers: handler.acceptsCardNumbers,
    ...(captures && { captures }),
    ...(authorizesAs && { authorizesAs }),
    ...(account && { account }),
    ...(portalAccount && { portalAccount }),
    refuseCredential: (credential) => handler.refuseCredential(credential),
    authorize: (attempt, credential, context) =>
      traced('authorize', () => handler.authorize(attempt, credential, context)),
    status: (attempt, context) => traced('status', () => handler.status(attempt, context)),
    void: (payment, context) => traced('void', () => handler.void(payment, context)),
    refund: (refund, context) => traced('refund', () => handler.refund(refund, context)),
    ...(capture && { capture: (asked, context) => traced('capture', () => capture(asked, context)) }),
    ...(renew && { renew: (attempt, context) => traced('renew', () => renew(attempt, context)) }),
    ...(receive && { receive: (request, context) => traced('receive', () => receive(request, context)) }),
    ...(googlePay && { googlePay }),
    ...(isTestAccount && { isTestAccount }),
    ...(testAccount && { testAccount: (context) => traced('test account', () => testAccount(context)) }),
  };
}
