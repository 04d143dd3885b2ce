import { Router } from 'express';
import { visibleError } from '../calls/visible-error.js';
import { maxQuantity } from '../domain/checkout/cart-limits.js';
import { type ErrorCode, PortalError } from '../domain/errors/portal-error.js';
import { faceOf } from '../domain/shop/face.js';
import type { Log } from '../log.js';
import { refillCheckout } from '../operations/checkout/refill-checkout.js';
import type { Store } from '../ports.js';
import type { CheckoutF } from '../schema/checkout.js';
import { cachedPage } from './cached-pages.js';
import { fieldValues, typedOf } from './checkout/field-values.js';
import { type FieldErrors, type Form, isPaymentField, readEntry } from './checkout/form.js';
import { lineErrors } from './checkout/missing.js';
import { type PublicAccounts, paymentClients } from './checkout/payment-clients.js';
import { type Method, methodsOf } from './checkout/payment-section.js';
import { type Read, readAnswer, readCheckout } from './checkout/read.js';
import { FormCookie, REJECTED, type RejectedForm } from './checkout/rejected-form.js';
import { Saving } from './checkout/saving.js';
import type { Seen } from './checkout/seen.js';
import { choiceIn, choiceQuery } from './checkout/unsaved-choices.js';
import { PAGE_ACTIONS } from './checkout-actions.js';
import { checkoutPage } from './checkout-page.js';
import type { HandlerForms } from './handler-forms.js';
import { type LinkCaller, type LinkDeps, openLink } from './link-call.js';
import { placedOrder } from './order/placed-order.js';
import { queryOf } from './query.js';
import { readForm } from './read-form.js';
import { sendPage, shopPage } from './shop/shop-page.js';

/** Statuses in which nothing can be changed any more; the page says so. */
const OVER: ReadonlySet<CheckoutF['status']> = new Set(['complete_in_progress', 'completed', 'canceled']);

type Tried = Pick<Seen, 'typed' | 'tried' | 'isContinuing' | 'errors' | 'problem'>;
const NOTHING: Tried = { typed: {}, tried: false, isContinuing: false, errors: {}, problem: undefined };

/** Outcome of a button. */
interface Acted {
  /** The checkout after the action; absent after a fault. */
  readonly read: Read | undefined;
  /** Problems to show; absent if everything was done, or if nothing can be changed any more. */
  readonly tried: Pick<Tried, 'errors' | 'problem'> | undefined;
}

interface CheckoutDeps extends LinkDeps {
  readonly log: Log;
  readonly store: LinkDeps['store'] & Pick<Store, 'secret'>;
  readonly payments: PublicAccounts;
}

/**
 * Serves the checkout page: a single form whose buttons act after all entries are saved. Every POST redirects to the
 * page, so Back and Reload never repeat a POST. A rejected form travels in a sealed cookie (checkout/rejected-form.ts).
 */
export function checkoutRouter(deps: CheckoutDeps, handlerForms: HandlerForms): Router {
  const router = Router({ strict: true });
  const cookie = new FormCookie(deps.store.secret('links'), () => deps.clock.now(), deps.links.publicUrl);
  router.get('/:token', async (request, response) => {
    const link = await openLink(deps, request, 'checkout');
    const read = await readCheckout(link);
    const { locale, shop } = link;
    const order = read.checkout.order && (await placedOrder(deps, read.checkout.order.id));
    const shown = { locale, place: { root: '..', self: String(request.params.token) }, face: faceOf(shop) };
    const clients = await paymentClients(read, shop, deps.payments);
    const make = (tried: Tried) => {
      const errors = { ...lineErrors(read.checkout, locale.texts), ...tried.errors };
      const known = { ...read, shown, handlerForms, clients, maxQuantity: maxQuantity(shop) };
      const seen: Seen = { ...known, ...tried, errors, labels: new Map() };
      return shopPage(shown, { ...checkoutPage(seen, order), links: read.checkout.links });
    };
    const query = queryOf(request);
    const typed = choiceIn(query, methodsOf({ ...read, handlerForms }));
    const parts = [
      shop,
      locale.tag,
      shown.place.self,
      read.destination,
      read.attempt?.action,
      JSON.stringify([...clients]),
      order?.display_id,
      order?.handler_id,
    ];
    const page =
      query.size > 0
        ? make(triedBefore(cookie.open(request, query.get(REJECTED)), read, typed))
        : await cachedPage(read.checkout, parts, () => make(NOTHING));
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
    const acted: Acted = await act(link, name, form, handlerForms).catch((error: unknown) => {
      const { code } = visibleError(error, deps.log, response.get('x-request-id') ?? '');
      return { read: undefined, tried: { errors: {}, problem: code } };
    });
    const methods = acted.read ? methodsOf({ ...acted.read, handlerForms }) : [];
    if (!acted.tried) cookie.clear(request, response);
    const rejected = acted.tried && cookie.set(request, response, rejectedForm(name, form, acted));
    response.redirect(303, `../${request.params.token}${whereTo(name, form, methods, rejected)}`);
  });
  return router;
}

/** Creates a new cart with the content of a checkout, and returns the token of its link. */
export async function keepTypedValues(link: LinkCaller, checkoutId: string): Promise<string> {
  const { checkout } = readAnswer(await link.call(refillCheckout, { checkout_id: checkoutId }));
  return checkout.continue_url?.split('/').at(-1) ?? '';
}

/** Returns the rejected form that the redirect to this page refers to, as far as it still applies. */
function triedBefore(rejected: RejectedForm | 'unknown' | undefined, { version }: Read, chosen: Form): Tried {
  if (rejected === undefined) return { ...NOTHING, typed: chosen };
  // The browser accepts no cookies, or the form is too old.
  if (rejected === 'unknown') return { ...NOTHING, typed: chosen, problem: 'internal_error' };
  const typed = { ...rejected.typed, ...chosen };
  // After a later change of the cart the entries still count, but their problems may no longer exist.
  if (rejected.version !== undefined && rejected.version !== version) return { ...NOTHING, typed };
  const { tried, isContinuing, errors, problem } = rejected;
  return { typed, tried, isContinuing, errors, problem };
}

/** Builds the rejected form, without payment fields and without entries that the checkout already has. */
function rejectedForm(name: string, form: Form, { tried, read }: Acted): RejectedForm {
  const known = read ? fieldValues(read) : {};
  const entries = Object.entries(typedOf(form)).filter(
    ([field, value]) => !NEVER_KEPT.has(field) && !isPaymentField(field) && value !== (known[field] ?? ''),
  );
  const isContinuing = form.tried !== undefined || name === 'continue' || name === 'pay';
  return {
    errors: {},
    problem: undefined,
    ...tried,
    typed: Object.fromEntries(entries),
    tried: form.by !== 'change' || isContinuing,
    isContinuing,
    version: read?.version,
  };
}

/** Fields that the page fills in itself, and choices stored elsewhere, such as the payment method in the query. */
const NEVER_KEPT: ReadonlySet<string> = new Set([
  'version',
  'expected_total',
  'was',
  'by',
  'tried',
  'handler_id',
  'line',
  'entered_code',
  'terms',
  'terms_shown',
  'billing_same',
  'billing_shown',
  'years',
]);

/**
 * Returns the query and fragment that restore the page with the chosen payment method. The browser scrolls to the
 * problem if there is one, otherwise to the summary if a button or field there was used.
 */
function whereTo(name: string, form: Form, methods: readonly Method[], rejected: string | undefined): string {
  if (name === 'pay' && rejected === undefined) return '';
  const query = choiceQuery(form, methods);
  if (rejected !== undefined) query.set(REJECTED, rejected);
  const isInSummary = name.startsWith('remove-') || (readEntry(form, 'code') ?? '') !== '';
  const place = rejected !== undefined ? '#problem' : isInSummary ? '#code' : '';
  return `${query.size > 0 ? `?${query}` : ''}${place}`;
}

/**
 * Saves the form and runs the action of its button. `tried` is `undefined` if everything was done, or if nothing can be
 * changed any more.
 */
async function act(link: LinkCaller, name: string, form: Form, handlerForms: HandlerForms): Promise<Acted> {
  const { texts } = link.locale;
  const read = await readCheckout(link);
  if (OVER.has(read.checkout.status)) return { read, tried: undefined };
  const saving = new Saving(link, form, texts, read, Number(form.version));
  const problem = await attempt(async () => {
    await saving.all();
    if (saving.isBlocked(name)) return;
    Object.assign(
      saving.errors,
      await PAGE_ACTIONS[name]?.({ saving, form, texts, settings: link.shop.settings, handlerForms }),
    );
  });
  const errors: FieldErrors = saving.errors;
  if (problem === undefined && Object.keys(errors).length === 0) return { read, tried: undefined };
  const now = await readCheckout(link);
  if (OVER.has(now.checkout.status)) return { read: now, tried: undefined };
  return { read: now, tried: { errors, problem } };
}

/** Runs an action. Returns the code of an error below status 500, and throws any other error. */
async function attempt(doing: () => Promise<void>): Promise<ErrorCode | undefined> {
  try {
    await doing();
    return undefined;
  } catch (error) {
    if (error instanceof PortalError && error.status < 500) return error.code;
    throw error;
  }
}
