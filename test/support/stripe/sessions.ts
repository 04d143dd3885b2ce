import { invalidRequest } from './api-error.js';
import type { FormValues } from './form-values.js';
import { addIntent, payWith, type RequestFacts, wantsMulticapture } from './intents.js';
import { readMetadata } from './metadata.js';
import type { Session } from './objects.js';
import type { State } from './state.js';

const SHORTEST = 30 * 60;
const LONGEST = 24 * 60 * 60;

export function createSession(state: State, form: FormValues): Session {
  const now = state.now();
  const expires_at = form.integer('expires_at') ?? now + LONGEST;
  if (expires_at < now + SHORTEST || expires_at > now + LONGEST)
    throw invalidRequest('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
      param: 'expires_at',
    });
  const success_url = form.text('success_url');
  if (!success_url) throw invalidRequest('Missing required param: success_url.', { param: 'success_url' });
  const id = state.newId('cs_test');
  const session: Session = {
    id,
    object: 'checkout.session',
    amount_total:
      (form.integer('line_items[0][price_data][unit_amount]') ?? 0) * (form.integer('line_items[0][quantity]') ?? 0),
    cancel_url: form.text('cancel_url') ?? success_url,
    client_reference_id: form.text('client_reference_id') ?? null,
    created: now,
    currency: form.text('line_items[0][price_data][currency]') ?? '',
    expires_at,
    metadata: readMetadata(form),
    mode: 'payment',
    success_url,
    intent_data: {
      capture_method: form.text('payment_intent_data[capture_method]') ?? 'automatic_async',
      metadata: readMetadata(form, 'payment_intent_data[metadata]'),
      wants_multicapture: wantsMulticapture(state, form),
      allowed_payment_method_types: form.list('allowed_payment_method_types'),
    },
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    url: `${state.url}/checkout/${id}`,
  };
  state.sessions.set(id, session);
  return session;
}

/** The buyer pays on the page of the session. After a declined card the session stays open. */
export function paySession(
  state: State,
  session: Session,
  methodId: string,
  { livemode }: Pick<RequestFacts, 'livemode'>,
): void {
  if (session.status !== 'open') throw invalidRequest('This session is not open.');
  const { amount_total: amount, currency, intent_data } = session;
  const intent = session.payment_intent
    ? state.intent(session.payment_intent)
    : addIntent(state, {
        ...intent_data,
        amount,
        currency,
        livemode,
        automatic_payment_methods: null,
        session: session.id,
      });
  session.payment_intent = intent.id;
  payWith(state, intent, state.method(methodId), { usesSdk: false, returnUrl: session.success_url });
  completeSession(state, session);
}

/** Completes an open session whose payment got far enough. */
export function completeSession(state: State, session: Session): void {
  const status = session.payment_intent ? state.intent(session.payment_intent).status : '';
  if (session.status !== 'open' || !['succeeded', 'requires_capture', 'processing'].includes(status)) return;
  session.status = 'complete';
  session.payment_status = status === 'processing' ? 'unpaid' : 'paid';
  session.url = null;
  state.emit('checkout.session.completed', session);
}

export function expireSession(state: State, session: Session): Session {
  if (session.status !== 'open')
    throw invalidRequest('Only Checkout Sessions with a status in ["open"] can be expired.');
  session.status = 'expired';
  session.url = null;
  const intent = session.payment_intent ? state.intent(session.payment_intent) : undefined;
  if (intent) {
    intent.status = 'canceled';
    intent.cancellation_reason = 'automatic';
  }
  state.emit('checkout.session.expired', session);
  return session;
}
