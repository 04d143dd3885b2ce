import type { CheckoutF } from '../schema/checkout.js';
import type { HandlerForms } from './handler-forms.js';
import { type Html, html } from './html.js';

/** What the buyer sees: which page, and which version of the checkout. */
export interface Seen {
  readonly token: string;
  readonly version: number;
  /** The delivery instructions of the destination; answers with the checkout do not contain them. */
  readonly instructions: string | undefined;
  readonly handlerForms: HandlerForms;
}

/** A form of the page. It names the version that the buyer saw, so that nobody agrees to another one. */
export function form(
  action: string,
  { token, version }: Pick<Seen, 'token' | 'version'>,
  fields: Html,
  button: string,
): Html {
  return html`<form method="post" action="${token}/${action}">
<input type="hidden" name="version" value="${version}">
${fields}
<button>${button}</button>
</form>`;
}

export function totalOf({ totals }: CheckoutF) {
  return totals.find(({ type }) => type === 'total');
}
