import { invalidRequest } from './api-error.js';
import type { FormValues } from './form-values.js';
import { cancelIntent, captureIntent, confirmIntent, createIntent, type RequestFacts } from './intents.js';
import { createRefund } from './refunds.js';
import { createSession, expireSession } from './sessions.js';
import type { State } from './state.js';

interface Route {
  readonly method: 'GET' | 'POST';
  /** Its group is the id of the object. */
  readonly path: RegExp;
  readonly permission: string;
  run(state: State, id: string, form: FormValues, facts: RequestFacts): object;
}

const ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/payment_intents$/,
    permission: 'rak_payment_intent_write',
    run: (state, _, form, facts) => createIntent(state, form, facts),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    permission: 'rak_payment_intent_read',
    run: (state, id) => state.intent(id),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/confirm$/,
    permission: 'rak_payment_intent_write',
    run: (state, id, form, facts) => confirmIntent(state, state.intent(id), form, facts),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/capture$/,
    permission: 'rak_payment_intent_write',
    run: (state, id, form) => captureIntent(state, state.intent(id), form),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    permission: 'rak_payment_intent_write',
    run: (state, id) => cancelIntent(state, state.intent(id)),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods$/,
    permission: 'rak_payment_method_write',
    run: (state, _, form) => createMethod(state, form),
  },
  {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    permission: 'rak_charge_write',
    run: (state, _, form) => createRefund(state, form),
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds$/,
    permission: 'rak_charge_read',
    run: (state, _, form) => listOf(state.refunds, form),
  },
  {
    method: 'GET',
    path: /^\/v1\/disputes$/,
    permission: 'rak_dispute_read',
    run: (state, _, form) => listOf(state.disputes, form),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    permission: 'rak_checkout_session_write',
    run: (state, _, form) => createSession(state, form),
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions$/,
    permission: 'rak_checkout_session_read',
    run: (state, _, form) => listOf(state.sessions, form),
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/(\w+)$/,
    permission: 'rak_checkout_session_read',
    run: (state, id) => state.session(id),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    permission: 'rak_checkout_session_write',
    run: (state, id) => expireSession(state, state.session(id)),
  },
  {
    method: 'GET',
    path: /^\/v1\/account$/,
    permission: 'rak_accounts_kyc_basic_read',
    run: () => ({ id: 'acct_standin', object: 'account', settings: { dashboard: { display_name: 'Stand-in Shop' } } }),
  },
];

/** A request whose route was found. */
export interface RoutedCall {
  readonly permission: string;
  /** Performs the request and returns the object. */
  run(state: State, form: FormValues, facts: RequestFacts): object;
}

/** @throws ApiError if there is no such route */
export function routeOf(method: string, path: string): RoutedCall {
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match)
      return {
        permission: route.permission,
        run: (state, form, facts) => route.run(state, match[1] ?? '', form, facts),
      };
  }
  throw invalidRequest(`Unrecognized request URL (${method}: ${path}).`);
}

function createMethod(state: State, form: FormValues): object {
  const token = state.method(form.text('card[token]') ?? '');
  return state.addMethod({ ...token, id: state.newId('pm') });
}

/** A page of the objects of a PaymentIntent or charge, or of all. */
function listOf(all: ReadonlyMap<string, object>, form: FormValues): object {
  const wanted = (['payment_intent', 'charge'] as const).filter((name) => form.has(name));
  const found = [...all.values()]
    .reverse()
    .filter((one) => wanted.every((name) => Reflect.get(one, name) === form.text(name)));
  const limit = form.integer('limit') ?? 10;
  return { object: 'list', has_more: found.length > limit, data: found.slice(0, limit) };
}

/** Permissions to read what a path expands. */
export function expansionPermissions(path: string): string[] {
  return path.split('.').map((member) => (member === 'latest_charge' ? 'rak_charge_read' : `rak_${member}_read`));
}

/** Replaces ids in an object by their objects, along paths such as `payment_intent.latest_charge`. */
export function expand(state: State, object: object, paths: readonly string[]): object {
  return paths.reduce((expanded, path) => expandPath(state, expanded, path.split('.')), object);
}

function expandPath(state: State, object: object, [member = '', ...rest]: readonly string[]): object {
  const id: unknown = Reflect.get(object, member);
  const named = typeof id === 'string' ? (state.intents.get(id) ?? state.charges.get(id)) : undefined;
  if (!named) return object;
  return { ...object, [member]: rest.length > 0 ? expandPath(state, named, rest) : named };
}
