import { getPaymentAccount } from '../../../operations/shop/get-payment-account.js';
import type { PaymentHandler } from '../../../ports.js';
import type { AccountTestAnswer, PaymentAccountAnswer } from '../../../schema/payment-account.js';
import type { Links } from '../../../view/links.js';
import { answeredWith } from '../../answered.js';
import type { Form } from '../../checkout/form.js';
import { handlerText } from '../../handler-text.js';
import { type Html, html } from '../../html.js';
import { problemPart, toldPart } from '../../problems.js';
import { typedOr } from '../form-fields.js';
import { formStart } from '../form-start.js';
import type { OrderProblem } from '../order-page.js';
import { readSettings } from '../settings-pages.js';
import type { ShopVisit } from '../shop-visit.js';
import { PAYMENT_ACTIONS, type PaymentActionName } from './actions.js';
import { confirmPaymentsUrl, paymentsUrl } from './links.js';

/** Sources of the page. */
export interface PaymentDeps {
  readonly links: Pick<Links, 'absolute'>;
  readonly payments: { all(): readonly PaymentHandler[] };
}

/** Outcome of a form. */
export interface PaymentMessage {
  readonly problem?: OrderProblem;
  readonly test?: AccountTestAnswer;
  readonly isDone?: boolean;
  /** Form of an account that was rejected. The page keeps its entries, except secrets. */
  readonly rejected?: { readonly handlerId: string; readonly form: Form } | undefined;
}

type Setting = PaymentAccountAnswer['settings'][number];

interface ShownHandler {
  readonly handler: PaymentHandler;
  readonly isOffered: boolean;
  /** Absent for a handler without accounts. */
  readonly account: PaymentAccountAnswer | undefined;
  readonly accountVersion: number | undefined;
  /** Form of the account that was rejected. */
  readonly typed?: Form | undefined;
}

/**
 * Renders the payment handlers that the shop can offer, each with its account and buttons.
 * @throws PortalError `forbidden`
 */
export async function paymentsPage(deps: PaymentDeps, visit: ShopVisit, message: PaymentMessage = {}): Promise<Html> {
  const { payments: texts } = visit.locale.texts.desk_shop;
  const { settings, version } = await readSettings(visit);
  const offered = Array.isArray(settings.payment_handlers) ? settings.payment_handlers : [];
  const usable = deps.payments.all().filter(({ demoOnly }) => !demoOnly || visit.face.shop.demo);
  const shown = await Promise.all(usable.map((handler) => readHandler(visit, handler, offered)));
  const { problem, test, isDone = false, rejected } = message;
  const typedIn = (id: string) => (rejected?.handlerId === id ? rejected.form : undefined);
  return html`${toldPart(problem)}
<h1>${texts.title}</h1>
${isDone && html`<p class="note" role="status">${texts.saved}</p>`}
${test && testPart(visit, test)}
<p class="paging"><a href="${visit.root}/desk/${visit.shopId}/settings/payments">${texts.settings}</a></p>
${shown.map((one) => handlerPart(deps, visit, { ...one, typed: typedIn(one.handler.description.id) }, version))}`;
}

async function readHandler(
  { call, shopId }: ShopVisit,
  handler: PaymentHandler,
  offered: readonly unknown[],
): Promise<ShownHandler> {
  const { id } = handler.description;
  const isOffered = offered.includes(id);
  if (!handler.account) return { handler, isOffered, account: undefined, accountVersion: undefined };
  const answer = await call(getPaymentAccount, { shop_id: shopId, handler_id: id });
  const account = answeredWith<PaymentAccountAnswer>(answer, 'settings');
  return { handler, isOffered, account, accountVersion: answer.version };
}

function testPart({ locale }: ShopVisit, { usable, account, live, reason }: AccountTestAnswer): Html {
  const { payments: texts } = locale.texts.desk_shop;
  if (!usable) return problemPart(html`<strong>${texts.unusable}</strong>`, undefined, html`<p>${reason ?? ''}</p>`);
  return html`<p class="note" role="status"><strong>${texts.usable}</strong> ${account ?? ''} · ${live ? texts.live_keys : texts.test_keys}</p>`;
}

function handlerPart(deps: PaymentDeps, visit: ShopVisit, shown: ShownHandler, settingsVersion: number): Html {
  const { texts } = visit.locale;
  const { payments } = texts.desk_shop;
  const { handler, isOffered, account, accountVersion } = shown;
  const { id, name } = handler.description;
  const canOffer = account?.account !== 'none';
  const button = (action: PaymentActionName, version: number | undefined) =>
    actionForm(visit, shown, action, version, false);
  return html`<section aria-labelledby="handler-${id}"><h2 id="handler-${id}">${handlerText(name, texts)} <span class="badge">${isOffered ? payments.offered : payments.not_offered}</span></h2>
<p class="hint">${account ? payments.owners[account.account] : payments.no_account_needed}</p>
${account && account.warnings.length > 0 && html`<p class="note">${payments.test_keys_warning}</p>`}
${handler.receive && account && html`<p class="hint">${payments.events_url}<br><code>${deps.links.absolute(`/payment-events/${id}/${visit.shopId}`)}</code></p>`}
${account && accountPart(visit, shown, account)}
<div class="buttons">${account?.account === 'shop' && html`${button('test', undefined)}${button('remove', accountVersion)}`}${
    isOffered ? button('withdraw', settingsVersion) : canOffer && button('offer', settingsVersion)
  }</div></section>`;
}

function accountPart(visit: ShopVisit, shown: ShownHandler, account: PaymentAccountAnswer): Html {
  const { payments } = visit.locale.texts.desk_shop;
  const name = account.account === 'shop' ? payments.change : payments.connect;
  const fields = html`${account.settings.map((setting) => settingField(visit, shown, setting))}`;
  return html`<details${shown.typed && html` open`}><summary>${name}</summary>${actionForm(visit, shown, 'set', shown.accountVersion, fields)}</details>`;
}

/** A secret that is set has an empty field, which keeps it. Optional ones can be removed. */
function settingField({ locale }: ShopVisit, { handler, typed }: ShownHandler, setting: Setting): Html {
  const { texts } = locale;
  const { payments } = texts.desk_shop;
  const { name, label, secret, required, is_set, value } = setting;
  const id = `${handler.description.id}-${name}`;
  const needed = required && !(secret && is_set) && html` required`;
  const hint = secret && is_set && html`<p class="hint" id="${id}-hint">${payments.secret_set}</p>`;
  return html`<div class="field"><label for="${id}">${handlerText(label, texts)}</label>
<input id="${id}" name="setting.${name}" type="${secret ? 'password' : 'text'}" autocomplete="off" spellcheck="false" maxlength="4000" value="${secret ? '' : typedOr(typed, `setting.${name}`, value ?? '')}"${needed}${hint && html` aria-describedby="${id}-hint"`}>${hint}${
    secret &&
    is_set &&
    !required &&
    html`<label class="check"><input type="checkbox" name="clear.${name}" value="1"> ${payments.clear}</label>`
  }</div>`;
}

/** Renders the form of a button; a link to another sign-in if it needs one. */
function actionForm(
  visit: ShopVisit,
  { handler }: ShownHandler,
  action: PaymentActionName,
  version: number | undefined,
  fields: Html | false,
): Html {
  const { payments } = visit.locale.texts.desk_shop;
  if (PAYMENT_ACTIONS[action].movesMoney && !visit.isRecent)
    return html`<p><a href="${confirmPaymentsUrl(visit)}">${payments.confirm_first(payments[action])}</a></p>`;
  const url = `${paymentsUrl(visit)}/${encodeURIComponent(handler.description.id)}/${action}`;
  return html`<form method="post" action="${url}" class="narrow" autocomplete="off">${formStart(visit, version)}
${fields}<p><button class="${fields === false ? 'quiet' : 'primary'}">${payments[action]}</button></p></form>`;
}
