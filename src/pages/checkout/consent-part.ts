import { requiredTerms } from '../../domain/checkout/consent.js';
import { lineTitle } from '../../domain/shop/item-title.js';
import type { CheckoutF } from '../../schema/checkout.js';
import { type Html, html } from '../html.js';
import { fieldValues } from './field-values.js';
import { errorPart, stateOf } from './fields.js';
import { hasMessage, totalOf } from './parts-of.js';
import { isPaidLater, type Method, methodsOf } from './payment-section.js';
import { moneyOf, type Seen } from './seen.js';

/** Codes of the messages that the buyer's approval of the total clears. */
const APPROVABLE: ReadonlySet<string> = new Set(['high_value_order', 'category_outside_limits']);

/** Lists the titles of the lines that messages with this code refer to. */
export function titlesOf({ messages, line_items }: CheckoutF, code: string): string[] {
  const found = messages.filter((message) => message.code === code).map(({ path }) => lineAt(line_items, path));
  return [...new Set(found.flatMap((line) => (line ? [lineTitle(line)] : [])))];
}

export function lineAt(lines: CheckoutF['line_items'], path: string) {
  return lines[Number(/^\$\.line_items\[(\d+)\]/.exec(path)?.[1])];
}

/** Renders the next step: to continue, confirm the age, approve the total, or pay. */
export function payPart(seen: Seen): Html {
  const { checkout, shown } = seen;
  const { consent, payment, checkout: texts } = shown.locale.texts;
  const total = totalOf(checkout);
  const money = moneyOf(seen);
  const button = (action: string, label: Html | string) =>
    html`<button class="primary" formaction="${shown.place.self}/${action}" data-busy="${texts.paying}">${label}</button>`;
  const methods = methodsOf(seen);
  if (total > 0 && methods.length === 0) return payBox(seen, false);
  if (hasMessage(checkout, 'fulfillment_option_required')) return payBox(seen, button('continue', texts.go_on));
  if (hasMessage(checkout, 'age_verification_required')) return payBox(seen, agePart(seen));
  const terms = termsPart(seen);
  if (hasMessage(checkout, 'terms_acceptance_required'))
    return payBox(seen, html`${terms}${button('continue', texts.go_on)}`);
  const others = checkout.messages.some(({ code, type }) => type === 'error' && !APPROVABLE.has(code));
  if (!others && checkout.messages.some(({ code }) => APPROVABLE.has(code))) {
    const { review_limit } = shown.face.shop.settings;
    const isOfShop = review_limit !== null && total > review_limit;
    const why = isOfShop ? consent.approve(money(review_limit)) : consent.approve_for_assistant;
    const approve = button('approve', consent.approve_button(money(total)));
    return payBox(seen, html`${terms}<p class="note">${why}</p>${approve}`);
  }
  const label =
    total === 0 ? payment.place : payLabel(methods, payment.pay(money(total)), payment.place_for(money(total)));
  return payBox(seen, html`${terms}${button('pay', label)}<p class="hint">${payment.secure}</p>`);
}

/** Renders the box for accepting the shop's terms. Every save of the form stores its state. */
function termsPart(seen: Seen): Html | false {
  const { checkout, shown, typed } = seen;
  const { shop, consent } = shown.locale.texts;
  const link = requiredTerms(shown.face.shop);
  if (!link) return false;
  const title = link.title ?? shop.links.terms_of_service;
  const url = checkout.links.find(({ type }) => type === link.type)?.url ?? link.url;
  const isAccepted = typed.terms !== undefined || hasAccepted(seen);
  const [before, after] = consent.terms.split('{}');
  seen.labels.set('terms', title);
  return html`<input type="hidden" name="terms_shown" value="1">
<div class="terms"><label class="check"><input type="checkbox" id="terms" name="terms" value="1"${isAccepted && html` checked`}${stateOf(seen, 'terms', true)}>
<span>${before}<a href="${url}" target="_blank">${title}<span class="vh"> (${shop.new_tab})</span></a>${after}</span></label>${errorPart(seen, 'terms')}</div>`;
}

/** Renders the age confirmation for restricted items. */
function agePart({ checkout, shown }: Seen): Html {
  const { consent } = shown.locale.texts;
  const titles = titlesOf(checkout, 'age_verification_required');
  const years = Math.max(...checkout.line_items.map(({ minimum_age = 0 }) => minimum_age));
  const items = new Intl.ListFormat(shown.locale.tag, { type: 'conjunction' }).format(titles);
  return html`<p class="note">${consent.age(items, years)}</p>
<button class="primary" name="years" value="${years}" formaction="${shown.place.self}/confirm-age">${consent.age_button(years)}</button>`;
}

/** True if terms are required and accepted. */
function hasAccepted({ checkout, shown }: Seen): boolean {
  return requiredTerms(shown.face.shop) !== undefined && !hasMessage(checkout, 'terms_acceptance_required');
}

/**
 * Renders the label of the payment button. A method without fields, such as an invoice, places the order without paying
 * it. If there are methods with and without fields, the stylesheet shows the label for the chosen one.
 */
function payLabel(methods: readonly Method[], pay: string, placeOrder: string): Html | string {
  const isMixed = new Set(methods.map(isPaidLater)).size > 1;
  if (isMixed && pay !== placeOrder)
    return html`<span class="now">${pay}</span><span class="later">${placeOrder}</span>`;
  return methods.every(isPaidLater) ? placeOrder : pay;
}

function payBox(seen: Seen, content: Html | false): Html {
  const { version, checkout, shown, isContinuing } = seen;
  const { checkout: texts, problems } = shown.locale.texts;
  return html`<div class="pay"><p class="vh" role="status" id="said" data-total="${texts.total_now('{}')}" data-failed="${problems.other}"></p>
<div class="agree"><input type="hidden" name="version" value="${version}">
<input type="hidden" name="expected_total" value="${totalOf(checkout)}">
${isContinuing && html`<input type="hidden" name="tried" value="1">`}
<input type="hidden" name="was" value="${JSON.stringify({ ...fieldValues(seen), ...(hasAccepted(seen) && { terms: '1' }) })}">
${content}</div></div>`;
}
