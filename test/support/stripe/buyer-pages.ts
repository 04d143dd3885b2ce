import type { FormValues } from './form-values.js';
import { endAction } from './intents.js';
import type { Intent } from './objects.js';
import { completeSession, paySession } from './sessions.js';
import type { State } from './state.js';

/** A page for the buyer's browser, or where it goes next. */
export type BuyerAnswer = { readonly html: string } | { readonly location: string };

/** Answers a browser at a page of 3-D Secure or Checkout; `undefined` for other paths. */
export function answerBuyer(state: State, method: string, path: string, form: FormValues): BuyerAnswer | undefined {
  const [, page, id = ''] = /^\/(3d_secure|checkout)\/(\w+)$/.exec(path) ?? [];
  if (page === '3d_secure') return method === 'POST' ? authenticated(state, id, form) : { html: SECURE_PAGE };
  if (page === 'checkout') return method === 'POST' ? paid(state, id, form) : { html: CHECKOUT_PAGE };
  return undefined;
}

function authenticated(state: State, id: string, form: FormValues): BuyerAnswer {
  const intent = state.intent(id);
  const location = redirectOf(intent)?.return_url;
  if (location === undefined) throw new Error(`the buyer has nothing to do for ${id}`);
  endAction(state, intent, form.text('result') === 'complete');
  if (intent.session !== undefined) completeSession(state, state.session(intent.session));
  return { location };
}

function paid(state: State, id: string, form: FormValues): BuyerAnswer {
  const session = state.session(id);
  const card = form.text('card') ?? '';
  if (card === '') return { location: session.cancel_url };
  paySession(state, session, card, { livemode: false });
  const redirect = redirectOf(state.intent(session.payment_intent ?? ''));
  if (redirect) return { location: redirect.url };
  return session.status === 'open' ? { html: CHECKOUT_PAGE } : { location: session.success_url };
}

function redirectOf({ next_action }: Intent) {
  return next_action?.type === 'redirect_to_url' ? next_action.redirect_to_url : undefined;
}

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><main><h1>${title}</h1><form method="post">${body}</form></main></html>`;

const SECURE_PAGE = page(
  '3D Secure',
  '<button name="result" value="complete">Complete</button> <button name="result" value="fail">Fail</button>',
);

const CHECKOUT_PAGE = page(
  'Checkout',
  '<label>Card <input name="card" value="pm_card_visa"></label> <button>Pay</button> <button name="card" value="">Back</button>',
);
