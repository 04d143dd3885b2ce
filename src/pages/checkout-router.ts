import express, { type Request, type Response, Router } from 'express';
import { type ErrorCode, PortalError } from '../domain/errors/portal-error.js';
import { refillCheckout } from '../operations/checkout/refill-checkout.js';
import type { CheckoutF } from '../schema/checkout.js';
import { cachedPage } from './cached-pages.js';
import { typedOf } from './checkout/field-values.js';
import { type Form, formOf, readEntry } from './checkout/form.js';
import { lineErrors } from './checkout/missing.js';
import { choiceIn, choiceQuery } from './checkout/payment-choice.js';
import { type Method, methodsOf } from './checkout/payment-section.js';
import { type Read, readAnswer, readCheckout } from './checkout/read.js';
import { Saving } from './checkout/saving.js';
import type { Seen } from './checkout/seen.js';
import { PAGE_ACTIONS } from './checkout-actions.js';
import { checkoutPage } from './checkout-page.js';
import type { HandlerForms } from './handler-forms.js';
import { type LinkCaller, type LinkDeps, openLink } from './link-call.js';
import { type PlacedOrder, placedOrder } from './order/placed-order.js';
import { faceOf } from './shop/face.js';
import { type Place, sendPage, shopPage } from './shop/shop-page.js';

/** Size of a form. Bytes. */
const FORM_LIMIT = 64 * 1024;
/** Nothing can be changed any more, and the page says so. */
const OVER: ReadonlySet<CheckoutF['status']> = new Set(['complete_in_progress', 'completed', 'canceled']);

type Tried = Pick<Seen, 'typed' | 'tried' | 'errors' | 'problem'>;
const NOTHING: Tried = { typed: {}, tried: false, errors: {}, problem: undefined };

/**
 * The checkout page: one form whose buttons act after all entries are saved. On success the browser is redirected to
 * the page; otherwise the response is the page with the entries and their problems.
 */
export function checkoutRouter(deps: LinkDeps, handlerForms: HandlerForms): Router {
  const router = Router({ strict: true });
  const pageOf = (
    { locale, shop }: LinkCaller,
    read: Read,
    place: Place,
    order: PlacedOrder | undefined,
    tried: Tried,
  ) => {
    const shown = { locale, place, face: faceOf(shop) };
    const errors = { ...lineErrors(read.checkout, locale.texts), ...tried.errors };
    const seen: Seen = { ...read, shown, handlerForms, ...tried, errors };
    return shopPage(shown, { ...checkoutPage(seen, order), links: read.checkout.links });
  };
  const orderOf = async ({ checkout }: Read) => checkout.order && (await placedOrder(deps, checkout.order.id));
  router.get('/:token', async (request, response) => {
    const link = await openLink(deps, request, 'checkout');
    const read = await readCheckout(link);
    const order = await orderOf(read);
    const place = { root: '..', self: String(request.params.token) };
    const typed = choiceIn(queryOf(request), methodsOf({ ...read, handlerForms }));
    const make = () => pageOf(link, read, place, order, { ...NOTHING, typed });
    const parts = [link.shop, link.locale.tag, place.self, read.destination, order?.display_id, order?.handler_id];
    const page = Object.keys(typed).length > 0 ? make() : await cachedPage(read.checkout, parts, make);
    sendPage(response, 200, page);
  });
  router.get('/:token/:action', (request, response) => response.redirect(303, `../${request.params.token}`));
  router.post('/:token/refill', async (request, response) => {
    const link = await openLink(deps, request, 'checkout');
    response.redirect(303, `../${await keepTypedValues(link, link.id)}`);
  });
  router.post('/:token/:action', async (request, response) => {
    const link = await openLink(deps, request, 'checkout');
    const name = String(request.params.action);
    if (!Object.hasOwn(PAGE_ACTIONS, name)) throw new PortalError('not_found', 'There is no such page.');
    const form = await readForm(request, response);
    const { read, tried } = await act(link, name, form, handlerForms);
    if (tried === undefined) {
      response.redirect(303, `../${request.params.token}${whereTo(name, form, methodsOf({ ...read, handlerForms }))}`);
    } else {
      const place = { root: '../..', self: `../${request.params.token}` };
      const status = tried.problem === undefined ? 422 : 409;
      sendPage(response, status, pageOf(link, read, place, await orderOf(read), tried));
    }
  });
  return router;
}

/** Token of the link to a new cart with the content of a checkout. */
export async function keepTypedValues(link: LinkCaller, checkoutId: string): Promise<string> {
  const { checkout } = readAnswer(await link.call(refillCheckout, { checkout_id: checkoutId }));
  return checkout.continue_url?.split('/').at(-1) ?? '';
}

/** Address of the page as it was left: with the chosen payment method, and at the summary if that was used. */
function whereTo(name: string, form: Form, methods: readonly Method[]): string {
  if (name === 'pay') return '';
  const isInSummary = name.startsWith('remove-') || (readEntry(form, 'code') ?? '') !== '';
  return `${choiceQuery(form, methods)}${isInSummary ? '#code' : ''}`;
}

function queryOf({ url }: Request): URLSearchParams {
  return new URLSearchParams(url.split('?', 2)[1]);
}

const parseForm = express.urlencoded({ extended: false, limit: FORM_LIMIT, parameterLimit: 2_500 });

/** @throws PortalError `invalid_request` */
function readForm(request: Request, response: Response): Promise<Form> {
  return new Promise((resolve, reject) =>
    parseForm(request, response, (error) => {
      if (error) reject(new PortalError('invalid_request', 'The form could not be read.'));
      else resolve(formOf(request.body));
    }),
  );
}

/**
 * Saves the form and runs its button's action. Resolves to `undefined` when everything is done, or nothing more can be.
 */
async function act(link: LinkCaller, name: string, form: Form, handlerForms: HandlerForms) {
  const { texts } = link.locale;
  const read = await readCheckout(link);
  if (OVER.has(read.checkout.status)) return { read, tried: undefined };
  const saving = new Saving(link, form, texts, read, Number(form.version));
  const problem = await attempt(async () => {
    await saving.all();
    if (Object.keys(saving.errors).length > 0) return;
    Object.assign(saving.errors, await PAGE_ACTIONS[name]?.({ saving, form, texts, handlerForms }));
  });
  if (problem === undefined && Object.keys(saving.errors).length === 0) return { read, tried: undefined };
  const now = await readCheckout(link);
  if (OVER.has(now.checkout.status)) return { read: now, tried: undefined };
  return { read: now, tried: { typed: typedOf(form), tried: true, errors: saving.errors, problem } };
}

/** The error code, if it is in the table. */
async function attempt(doing: () => Promise<void>): Promise<ErrorCode | undefined> {
  try {
    await doing();
    return undefined;
  } catch (error) {
    if (error instanceof PortalError && error.status < 500) return error.code;
    throw error;
  }
}
