import type { PaymentForm } from '../../ports.js';
import { handlerText } from '../handler-text.js';
import { type Html, html } from '../html.js';
import { invoicePart } from '../invoice-part.js';
import { clientFields } from './client-part.js';
import { errorPart, field, stateOf } from './fields.js';
import { handlerField } from './form.js';
import { formProblemPart, isPaymentProblem } from './form-problem.js';
import { totalOf } from './parts-of.js';
import type { Seen } from './seen.js';

/** A payment method of the page. */
export interface Method {
  readonly id: string;
  readonly name: string;
  readonly form: PaymentForm;
}

export function methodsOf({ checkout, handlerForms }: Pick<Seen, 'checkout' | 'handlerForms'>): Method[] {
  return checkout.payment.handlers.flatMap(({ id, name }) => {
    const form = handlerForms.get(id);
    return form ? [{ id, name, form }] : [];
  });
}

/** True for methods without fields or a page of a provider, such as an invoice: the button charges nothing. */
export function isPaidLater({ form }: Method): boolean {
  return form.fields.length === 0 && !form.client;
}

/** Renders the choice of a payment method, with the fields of each method. */
export function paymentSection(seen: Seen): Html {
  const { texts } = seen.shown.locale;
  const methods = methodsOf(seen);
  const isFree = totalOf(seen.checkout) === 0;
  seen.labels.set('handler_id', texts.checkout.payment);
  // Rendered first, since the box of problems uses the field names that the methods register.
  const choices = methods.map((method) => methodPart(seen, method, methods));
  return html`<section aria-labelledby="payment"><h2 id="payment">${texts.checkout.payment}</h2>
${isPaymentProblem(seen) && formProblemPart(seen)}
${
  isFree
    ? html`<p class="hint">${texts.payment.nothing}</p>`
    : methods.length === 0
      ? html`<p class="hint">${texts.checkout.ask_agent}</p>`
      : html`<fieldset id="handler_id"${stateOf(seen, 'handler_id')}><legend class="vh">${texts.checkout.payment}</legend>
<div class="choices">${choices}</div></fieldset>`
}${errorPart(seen, 'handler_id')}
</section>`;
}

function methodPart(seen: Seen, method: Method, all: readonly Method[]): Html {
  const { id, name, form } = method;
  const { texts } = seen.shown.locale;
  const chosen = (seen.typed.handler_id ?? all[0]?.id) === id;
  const fields = form.fields.map(({ name: own, label, options, ...rest }) =>
    field(seen, {
      ...rest,
      name: handlerField(id, own),
      label: handlerText(label, texts),
      shownAgain: options !== undefined,
      options: options?.map((option) => ({ ...option, label: handlerText(option.label, texts) })),
    }),
  );
  const about = form.client ? providerPart(seen, id) : fields.length === 0 ? invoicePart(id, seen.shown) : fields;
  return html`<div class="method"><label class="choice"><input type="radio" name="handler_id" value="${id}"${chosen && html` checked`}${isPaidLater(method) && html` data-later`}>
<span class="what"><strong>${handlerText(name, texts)}</strong></span></label>
<div class="more">${about}</div></div>`;
}

/** Renders the provider's fields, or says that they are on a page of the provider. */
function providerPart({ clients, shown }: Seen, handlerId: string): Html {
  const hint = html`<p class="hint">${shown.locale.texts.payment.elsewhere}</p>`;
  const client = clients.get(handlerId);
  return client ? clientFields(handlerId, client, hint) : hint;
}
