import type { CheckoutF } from '../schema/checkout.js';
import type { HandlerForms } from './handler-forms.js';
import { type Html, html } from './html.js';

/** What the buyer has before them: which page, and which version of the checkout. */
export interface Seen {
  readonly token: string;
  readonly version: number;
  /** What the agent told the carrier; no answer of the checkout has it. */
  readonly instructions: string | undefined;
  readonly handlerForms: HandlerForms;
}

/** A form of the page. It names the version that was seen, so that nobody agrees to what they did not see. */
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
