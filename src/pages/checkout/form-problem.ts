import { type Html, html } from '../html.js';
import { problemPart, problemText } from '../problems.js';
import { isPaymentField } from './form.js';
import type { Seen } from './seen.js';

/** Payment errors after which the buyer can pay in a different way. */
const PAYMENT_PROBLEMS: ReadonlySet<string | undefined> = new Set(['payment_failed', 'payment_instrument_invalid']);

const isOfPayment = (name: string) => name === 'handler_id' || isPaymentField(name);

/** True if the box of problems belongs in the payment section, because only that section needs a correction. */
export function isPaymentProblem({ problem, tried, errors }: Seen): boolean {
  if (problem !== undefined) return PAYMENT_PROBLEMS.has(problem);
  const names = Object.keys(errors);
  return tried && names.length > 0 && names.every(isOfPayment);
}

/**
 * Renders the problems of the form, with links to the invalid fields in page order. Call this after the fields have
 * been rendered.
 */
export function formProblemPart(seen: Seen): Html | false {
  const { problem, errors, tried, labels, shown } = seen;
  const { texts } = shown.locale;
  const names = Object.keys(errors).toSorted((one, other) => placeOf(labels, one) - placeOf(labels, other));
  if (problem === undefined && (!tried || names.length === 0)) return false;
  const text = problem === undefined ? texts.checkout.required_missing(names.length) : problemText(problem, texts);
  const isDeclined = names.length === 0 && isPaymentProblem(seen);
  const links = names.map((name) =>
    labels.has(name)
      ? html`<li><a href="#${name}">${labels.get(name)}: ${errors[name]}</a></li>`
      : html`<li>${errors[name]}</li>`,
  );
  const choose = html`<li><a href="#handler_id">${texts.errors.payment}</a></li>`;
  return problemPart(text, problem, (names.length > 0 || isDeclined) && html`<ul>${isDeclined ? choose : links}</ul>`);
}

/** Returns the position of a field on the page. Fields that are not on the page come last. */
function placeOf(labels: Seen['labels'], name: string): number {
  const place = [...labels.keys()].indexOf(name);
  return place < 0 ? labels.size : place;
}
