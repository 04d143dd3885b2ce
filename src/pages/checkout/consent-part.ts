import { lineTitle } from '../../domain/shop/item-title.js';
import type { CheckoutF } from '../../schema/checkout.js';
import { type Html, html } from '../html.js';
import { fieldValues } from './field-values.js';
import { hasMessage, totalOf } from './parts-of.js';
import { isPaidLater, type Method, methodsOf } from './payment-section.js';
import { moneyOf, type Seen } from './seen.js';

/** Titles of the lines a message refers to. */
export function titlesOf({ messages, line_items }: CheckoutF, code: string): string[] {
  const found = messages.filter((message) => message.code === code).map(({ path }) => lineAt(line_items, path));
  return [...new Set(found.flatMap((line) => (line ? [lineTitle(line)] : [])))];
}

export function lineAt(lines: CheckoutF['line_items'], path: string) {
  return lines[Number(/^\$\.line_items\[(\d+)\]/.exec(path)?.[1])];
}

/** Age confirmation for restricted items: a note and a button. */
export function ageNote(seen: Seen): Html | false {
  const { consent } = seen.shown.locale.texts;
  const titles = titlesOf(seen.checkout, 'age_verification_required');
  if (titles.length === 0) return false;
  const years = Math.max(...seen.checkout.line_items.map(({ minimum_age = 0 }) => minimum_age));
  const items = new Intl.ListFormat(seen.shown.locale.tag, { type: 'conjunction' }).format(titles);
  return html`<section class="consent" id="age" aria-labelledby="age-title"><h2 id="age-title">${consent.age_title}</h2>
<p>${consent.age(items, years)}</p>
<button class="quiet" name="years" value="${years}" formaction="${seen.shown.place.self}/confirm-age">${consent.age_button(years)}</button></section>`;
}

/** The primary button: approve if only that is missing, else pay. */
export function payPart(seen: Seen): Html {
  const { checkout, shown } = seen;
  const { consent, payment, checkout: texts } = shown.locale.texts;
  const total = totalOf(checkout);
  const money = moneyOf(seen);
  const others = checkout.messages.some(({ code, type }) => type === 'error' && code !== 'high_value_order');
  if (!others && hasMessage(checkout, 'high_value_order')) {
    const limit = shown.face.shop.settings.review_limit ?? 0;
    return payBox(
      seen,
      html`<p class="note">${consent.approve(money(limit))}</p>
<button class="primary" formaction="${shown.place.self}/approve">${consent.approve_button(money(total))}</button>`,
    );
  }
  const methods = methodsOf(seen);
  if (total > 0 && methods.length === 0) return payBox(seen, false);
  if (hasMessage(checkout, 'fulfillment_option_required')) {
    const go = html`<button class="primary" formaction="${shown.place.self}/continue" data-busy="${texts.paying}">${texts.go_on}</button>`;
    return payBox(seen, html`${go}<p class="hint">${payment.secure}</p>`);
  }
  const label =
    total === 0 ? payment.place : payLabel(methods, payment.pay(money(total)), payment.place_for(money(total)));
  return payBox(
    seen,
    html`<button class="primary" formaction="${shown.place.self}/pay" data-busy="${texts.paying}">${label}</button>
<p class="hint">${payment.secure}</p>`,
  );
}

/** Nothing is paid yet with a method that has no entries, such as an invoice. Styles show the label of the chosen one. */
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
<input type="hidden" name="was" value="${JSON.stringify(fieldValues(seen))}">
${content}</div></div>`;
}
