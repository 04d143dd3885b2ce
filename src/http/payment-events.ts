import type { Request, Response } from 'express';
import { PortalError } from '../domain/errors/portal-error.js';
import { type EventParts, findEventSource, receiveEvent } from '../payments/receive-event.js';
import { bodyReader } from './body.js';
import type { BodyBudget } from './body-budget.js';
import { notesOf } from './reply.js';
import type { Route, RoutedSurface } from './router.js';

/** Maximum size of an event, in bytes. */
const EVENT_LIMIT_BYTES = 2 ** 20;

const PATHS = ['/payment-events/{handler}', '/payment-events/{handler}/{shop}'];

interface PaymentEventsDeps extends EventParts {
  readonly bodies: BodyBudget;
  /** Resolves a payment in the background. */
  readonly resolvePayment: (id: string) => void;
}

/**
 * Receives the events of payment providers (docs/payments.md, Events). Their signatures are checked by the payment
 * handlers. The number of requests is not limited, because a provider would stop sending; their size and how many are
 * in flight are.
 */
export function paymentEvents(deps: PaymentEventsDeps): RoutedSurface {
  const readBody = bodyReader(EVENT_LIMIT_BYTES, deps.bodies);
  const serve: Route['serve'] = async (request, response, { handler = '', shop }) => {
    const address = { handler, ...(shop !== undefined && { shop }) };
    const source = await findEventSource(deps, address);
    const body = await readBody(request, response);
    const received = { headers: headersOf(request), body, received_at: deps.clock.now() };
    const payments = await receiveEvent(deps, source, received);
    notesOf(request).outcome = 'ok';
    response.status(204).end();
    for (const id of payments) deps.resolvePayment(id);
  };
  return {
    routes: PATHS.map((path) => ({ http: { method: 'post', path }, serve, rejectMethod })),
    owns: (path) => path.startsWith('/payment-events/'),
    rejectPath: async () => {
      throw new PortalError('not_found', 'Send events to /payment-events/{handler}/{shop}.');
    },
  };
}

function headersOf({ headers }: Request): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

async function rejectMethod(_request: Request, response: Response): Promise<void> {
  response.setHeader('allow', 'POST');
  throw new PortalError('method_not_allowed', 'This path allows POST.');
}
