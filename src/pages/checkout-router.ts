import express, { type Request, type Response, Router } from 'express';
import { etagOf } from '../calls/etag.js';
import { type ErrorCode, PortalError } from '../domain/errors/portal-error.js';
import { required } from '../domain/values/required.js';
import { getCheckout } from '../operations/checkout/get-checkout.js';
import { type CheckoutF, checkoutF } from '../schema/checkout.js';
import { dataOf } from '../schema/primitives.js';
import { type Form, PAGE_ACTIONS, type PageAction } from './checkout-actions.js';
import { checkoutPage } from './checkout-page.js';
import type { HandlerForms } from './handler-forms.js';
import { type LinkCaller, type LinkDeps, openLink } from './link-call.js';
import { problemText } from './problems.js';
import { sendPage } from './reply.js';

const checkoutBody = dataOf(checkoutF);
const PAID: ReadonlySet<CheckoutF['status']> = new Set(['complete_in_progress', 'completed']);
/** Bytes of a form. */
const FORM_LIMIT = 16 * 1024;

/**
 * The checkout's page. Every form on it is one operation. After each, the browser is sent back to the page, which shows
 * the checkout as it is then, and the problem if there was one.
 */
export function checkoutRouter(deps: LinkDeps, handlerForms: HandlerForms): Router {
  const router = Router({ strict: true });
  router.get('/:token', async (request, response) => {
    const link = await openLink(deps, request, 'checkout');
    const { checkout, version } = await read(link);
    // A checkout that is paid or being paid has no problem to show, whatever the address says.
    const said = new URL(request.url, 'http://page').searchParams.get('problem');
    const problem = PAID.has(checkout.status) ? undefined : problemText(said);
    const { destination } = await deps.store.read((rows) => required(rows.get('checkout', link.id), 'checkout'));
    const seen = { token: String(request.params.token), version, instructions: destination?.instructions };
    const page = checkoutPage(checkout, { ...seen, handlerForms, problem });
    sendPage(response, 200, 'Your checkout', page);
  });
  router.get('/:token/:action', (request, response) => response.redirect(303, `../${request.params.token}`));
  router.post('/:token/:action', async (request, response) => {
    const link = await openLink(deps, request, 'checkout');
    const action = actionOf(request);
    const form = await readForm(request, response);
    const problem = await act(link, action, form, handlerForms);
    response.redirect(303, `../${request.params.token}${problem === undefined ? '' : `?problem=${problem}`}`);
  });
  return router;
}

const parseForm = express.urlencoded({ extended: false, limit: FORM_LIMIT });

/** @throws PortalError `invalid_request` */
function readForm(request: Request, response: Response): Promise<Form> {
  return new Promise((resolve, reject) =>
    parseForm(request, response, (error) => {
      if (error) reject(new PortalError('invalid_request', 'The form could not be read.'));
      else resolve(formOf(request.body));
    }),
  );
}

async function read(link: LinkCaller): Promise<{ readonly checkout: CheckoutF; readonly version: number }> {
  const { body, version = 0 } = await link.call(getCheckout, { checkout_id: link.id });
  return { checkout: checkoutBody.parse(body).data, version };
}

/** @throws PortalError `not_found` */
function actionOf(request: Request): PageAction {
  const name = String(request.params.action);
  const action = Object.hasOwn(PAGE_ACTIONS, name) ? PAGE_ACTIONS[name] : undefined;
  if (!action) throw new PortalError('not_found', 'There is no such page.');
  return action;
}

/** Runs the form's operation, on the version that the buyer saw. Answers the error code, if there is one. */
async function act(
  link: LinkCaller,
  action: PageAction,
  form: Form,
  handlerForms: HandlerForms,
): Promise<ErrorCode | undefined> {
  const { checkout } = await read(link);
  try {
    const args = { checkout_id: link.id, ...action.args(form, checkout, handlerForms) };
    await link.call(action.operation, args, etagOf(Number(form.version)));
    return undefined;
  } catch (error) {
    if (error instanceof PortalError && error.status < 500) return error.code;
    throw error;
  }
}

/** The text fields of a form; one that appears twice is left out. */
function formOf(body: unknown): Form {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
