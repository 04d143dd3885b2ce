import type { Response } from 'express';
import { etagOf } from '../../../calls/etag.js';
import { notFoundError } from '../../../domain/errors/portal-error.js';
import type { PaymentHandler } from '../../../ports.js';
import type { AccountTestAnswer } from '../../../schema/payment-account.js';
import { answeredWith } from '../../answered.js';
import { type Form, readEntry } from '../../checkout/form.js';
import { hasFormToken } from '../../sign-in/form-token.js';
import { sendDeskPage } from '../desk-page.js';
import { type Rejection, tryForm } from '../rejection.js';
import { readSettings } from '../settings-pages.js';
import type { ShopVisit } from '../shop-visit.js';
import { isPaymentAction, PAYMENT_ACTIONS, type PaymentActionName } from './actions.js';
import { confirmPaymentsUrl, paymentsUrl } from './links.js';
import { type PaymentDeps, type PaymentMessage, paymentsPage } from './payments-page.js';

interface Sent {
  readonly handlerId: string;
  readonly action: string;
  readonly form: Form;
}

/** Sends the page about payment handlers. */
export async function sendPayments(
  deps: PaymentDeps,
  visit: ShopVisit,
  response: Response,
  { status, ...message }: PaymentMessage & { readonly status: number },
): Promise<void> {
  const body = await paymentsPage(deps, visit, message);
  const { title } = visit.locale.texts.desk_shop.payments;
  sendDeskPage(response, status, visit, { title, section: 'settings', body });
}

/**
 * Runs a button for a payment handler, and leads back to the page. The result of a test is shown at once.
 * @throws PortalError `not_found` for an unknown action or handler; `forbidden`
 */
export async function runPaymentAction(
  deps: PaymentDeps,
  visit: ShopVisit,
  { handlerId, action, form }: Sent,
  response: Response,
): Promise<void> {
  const handler = deps.payments.all().find(({ description }) => description.id === handlerId);
  if (!isPaymentAction(action) || !handler) throw notFoundError('not_found');
  visit.assertMay(PAYMENT_ACTIONS[action].operation.scope);
  const show = (told: PaymentMessage & { readonly status: number }) => sendPayments(deps, visit, response, told);
  const { desk } = visit.locale.texts;
  const rejected = action === 'set' ? { handlerId, form } : undefined;
  if (!hasFormToken(form, visit.token))
    return show({ status: 403, problem: { title: desk.form_outdated, text: '' }, rejected });
  if (PAYMENT_ACTIONS[action].movesMoney && !visit.isRecent) {
    response.redirect(303, confirmPaymentsUrl(visit));
    return undefined;
  }
  const outcome = await tryForm(visit, async () => {
    const version = readEntry(form, 'version');
    return visit.call(PAYMENT_ACTIONS[action].operation, await readArgs(visit, handler, action, form), {
      ifMatch: version === undefined ? undefined : etagOf(Number(version)),
      ...(action !== 'test' && { idempotencyKey: readEntry(form, 'request') }),
    });
  });
  if (outcome.rejection) return show(toldRejection(visit, outcome.rejection, rejected));
  if (action === 'test') return show({ status: 200, test: answeredWith<AccountTestAnswer>(outcome.result, 'usable') });
  response.redirect(303, `${paymentsUrl(visit)}?done`);
  return undefined;
}

/** Tells why nothing was changed. After a change by somebody else meanwhile, the page shows that instead of the entries. */
function toldRejection(
  { locale }: ShopVisit,
  { status, code, problem }: Rejection,
  rejected: PaymentMessage['rejected'],
): PaymentMessage & { readonly status: number } {
  const { settings } = locale.texts.desk_work;
  if (code !== 'version_conflict') return { status, problem, rejected };
  return { status: 409, problem: { title: settings.conflict, text: settings.conflict_text } };
}

async function readArgs(
  visit: ShopVisit,
  handler: PaymentHandler,
  action: PaymentActionName,
  form: Form,
): Promise<Readonly<Record<string, unknown>>> {
  const { id } = handler.description;
  if (action === 'offer' || action === 'withdraw') {
    const { settings } = await readSettings(visit);
    const offered = Array.isArray(settings.payment_handlers) ? settings.payment_handlers : [];
    const others = offered.filter((one) => one !== id);
    return { shop_id: visit.shopId, ...settings, payment_handlers: action === 'offer' ? [...others, id] : others };
  }
  const named = { shop_id: visit.shopId, handler_id: id };
  return action === 'set' ? { ...named, settings: readAccount(handler, form) } : named;
}

/** Reads the settings of an account. An empty field keeps a secret, and removes any other setting. */
function readAccount({ account = [] }: PaymentHandler, form: Form): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    account.flatMap(({ name, secret, required }): [string, string | null][] => {
      const value = readEntry(form, `setting.${name}`);
      if (value) return [[name, value]];
      const isCleared = secret ? readEntry(form, `clear.${name}`) !== undefined : value !== undefined && !required;
      return isCleared ? [[name, null]] : [];
    }),
  );
}
