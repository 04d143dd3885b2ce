import { cardError, invalidRequest, wrongState } from './api-error.js';
import { chargeFailed, chargePaid, chargeProcessing, release, takeAll } from './charges.js';
import type { FormValues } from './form-values.js';
import { readMetadata } from './metadata.js';
import type { Intent, Method } from './objects.js';
import type { State } from './state.js';

/** Facts of a request beside its form. */
export interface RequestFacts {
  readonly livemode: boolean;
  /** Header Stripe-Version. */
  readonly version: string;
}

const CANCELABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture'];

export function createIntent(state: State, form: FormValues, facts: RequestFacts): Intent {
  const amount = form.integer('amount') ?? 0;
  if (amount < 50)
    throw invalidRequest('Amount must be at least 50 cents', { code: 'amount_too_small', param: 'amount' });
  const enabled = form.text('automatic_payment_methods[enabled]') === 'true';
  const intent = addIntent(state, {
    amount,
    currency: form.text('currency') ?? '',
    livemode: facts.livemode,
    capture_method: form.text('capture_method') ?? 'automatic_async',
    metadata: readMetadata(form),
    automatic_payment_methods: enabled
      ? { enabled, allow_redirects: form.text('automatic_payment_methods[allow_redirects]') ?? 'always' }
      : null,
    wants_multicapture: wantsMulticapture(state, form),
    allowed_payment_method_types: form.list('allowed_payment_method_types'),
  });
  return form.text('confirm') === 'true' ? confirmIntent(state, intent, form, facts) : intent;
}

/** @throws ApiError if the account does not have what is asked for */
export function wantsMulticapture(state: State, form: FormValues): boolean {
  const isWanted = form.text('payment_method_options[card][request_multicapture]') === 'if_available';
  if (isWanted && !state.multicapture)
    throw invalidRequest('This account is not eligible for the requested card features.');
  return isWanted;
}

export type NewIntent = Pick<
  Intent,
  | 'amount'
  | 'currency'
  | 'livemode'
  | 'capture_method'
  | 'metadata'
  | 'automatic_payment_methods'
  | 'wants_multicapture'
  | 'allowed_payment_method_types'
  | 'session'
>;

export function addIntent(state: State, given: NewIntent): Intent {
  const id = state.newId('pi');
  const intent: Intent = {
    ...given,
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_received: 0,
    client_secret: `${id}_secret_standin`,
    created: state.now(),
    status: 'requires_payment_method',
    cancellation_reason: null,
    last_payment_error: null,
    latest_charge: null,
    next_action: null,
    payment_method: null,
  };
  state.intents.set(id, intent);
  state.emit('payment_intent.created', intent);
  return intent;
}

export function confirmIntent(state: State, intent: Intent, form: FormValues, facts: RequestFacts): Intent {
  if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status))
    throw wrongState(intent, 'confirm');
  const method = methodOf(state, intent, form, facts);
  const allows = intent.automatic_payment_methods?.allow_redirects;
  if (allows === 'always' && !form.has('return_url'))
    throw invalidRequest('You must provide a `return_url`', { param: 'return_url' });
  payWith(state, intent, method, {
    usesSdk: form.text('use_stripe_sdk') === 'true',
    returnUrl: form.text('return_url') ?? '',
  });
  if (intent.last_payment_error) throw cardError(intent);
  return intent;
}

interface Place {
  /** True if Stripe.js performs actions. */
  readonly usesSdk: boolean;
  readonly returnUrl: string;
}

/** Tries to pay with a method, as a confirmation does. */
export function payWith(state: State, intent: Intent, method: Method, { usesSdk, returnUrl }: Place): void {
  const { behavior } = method;
  const allowed = intent.allowed_payment_method_types;
  if (allowed.length > 0 && !allowed.includes(method.type))
    throw invalidRequest(`The payment method type "${method.type}" is not allowed.`, { param: 'payment_method' });
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  if (behavior.ends === 'declined') chargeFailed(state, intent, method, behavior.code, behavior.decline_code);
  if (behavior.ends === 'paid') chargePaid(state, intent, method);
  if (behavior.ends === 'processing') chargeProcessing(state, intent, method);
  if (behavior.ends !== 'authentication') return;
  intent.status = 'requires_action';
  intent.next_action = usesSdk
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
    : {
        type: 'redirect_to_url',
        redirect_to_url: { url: `${state.url}/3d_secure/${intent.id}`, return_url: returnUrl },
      };
  state.emit('payment_intent.requires_action', intent);
}

function methodOf(state: State, intent: Intent, form: FormValues, { version }: RequestFacts): Method {
  const shared = form.text('payment_method_data[shared_payment_granted_token]');
  if (shared !== undefined) return sharedMethod(state, intent, shared, version);
  const token = form.text('confirmation_token');
  if (token === undefined) return state.method(form.text('payment_method') ?? '');
  const id = state.confirmationTokens.get(token);
  if (id === undefined) throw invalidRequest(`No such confirmation token: '${token}'`, { code: 'resource_missing' });
  return state.method(id);
}

function sharedMethod(state: State, intent: Intent, id: string, version: string): Method {
  const param = 'payment_method_data[shared_payment_granted_token]';
  if (!version.endsWith('.preview'))
    throw invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  const token = state.sharedTokens.get(id);
  if (!token) throw invalidRequest(`No such shared payment token: '${id}'`, { code: 'resource_missing', param });
  const isUsable =
    token.currency === intent.currency && token.max_amount >= intent.amount && token.expires_at > state.now();
  if (!isUsable) throw invalidRequest('The shared payment token does not allow this payment.', { param });
  return state.method(token.method);
}

/** Captures part or all of what was reserved. */
export function captureIntent(state: State, intent: Intent, form: FormValues): Intent {
  if (intent.status !== 'requires_capture') throw wrongState(intent, 'capture');
  const charge = state.charge(intent.latest_charge);
  const rest = intent.amount_capturable;
  const amount = form.integer('amount_to_capture') ?? rest;
  const isFinal = form.text('final_capture') !== 'false';
  const metadata = readMetadata(form, 'metadata', intent.metadata);
  if (amount > rest)
    throw invalidRequest('The amount is too large.', { code: 'amount_too_large', param: 'amount_to_capture' });
  const allowsMore = charge.payment_method_details.card?.multicapture.status === 'available';
  if (!isFinal && (!allowsMore || amount === rest))
    throw invalidRequest('final_capture cannot be false', { param: 'final_capture' });
  if (amount === 0 && (!isFinal || !allowsMore)) throw invalidRequest('Invalid amount', { param: 'amount_to_capture' });
  Object.assign(intent.metadata, metadata);
  charge.amount_captured += amount;
  intent.amount_received += amount;
  intent.amount_capturable -= amount;
  charge.captured = true;
  if (!isFinal) {
    state.emit('payment_intent.amount_capturable_updated', intent);
    return intent;
  }
  release(state, intent, charge, null);
  intent.status = 'succeeded';
  state.emit('charge.captured', charge);
  state.emit('payment_intent.succeeded', intent);
  return intent;
}

export function cancelIntent(state: State, intent: Intent): Intent {
  if (intent.session !== undefined && intent.status !== 'requires_capture')
    throw invalidRequest('You cannot cancel a PaymentIntent of a Checkout Session: expire the session instead.');
  if (!CANCELABLE.includes(intent.status)) throw wrongState(intent, 'cancel');
  endIntent(state, intent, null, null);
  return intent;
}

/** Ends a PaymentIntent and releases what it reserved. */
export function endIntent(state: State, intent: Intent, reason: string | null, refundReason: string | null): void {
  if (intent.status === 'requires_capture') release(state, intent, state.charge(intent.latest_charge), refundReason);
  intent.status = 'canceled';
  intent.cancellation_reason = reason;
  intent.next_action = null;
  state.emit('payment_intent.canceled', intent);
}

/** Ends the action of a buyer, such as 3-D Secure. */
export function endAction(state: State, intent: Intent, succeeded: boolean): void {
  if (intent.status !== 'requires_action') throw wrongState(intent, 'authenticate');
  const method = state.method(intent.payment_method ?? '');
  intent.next_action = null;
  if (succeeded) chargePaid(state, intent, method);
  else chargeFailed(state, intent, method, 'payment_intent_authentication_failure');
}

/** Ends a payment that a bank had to decide. */
export function endProcessing(state: State, intent: Intent, succeeded: boolean): void {
  if (intent.status !== 'processing') throw wrongState(intent, 'decide');
  if (!succeeded) {
    chargeFailed(state, intent, state.method(intent.payment_method ?? ''), 'payment_method_not_available');
    return;
  }
  const charge = state.charge(intent.latest_charge);
  charge.status = 'succeeded';
  intent.status = 'succeeded';
  takeAll(intent, charge);
  state.emit('payment_intent.succeeded', intent);
}
