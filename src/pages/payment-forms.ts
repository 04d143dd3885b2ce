import type { CheckoutF } from '../schema/checkout.js';
import { choice, field } from './fields.js';
import { type Html, html } from './html.js';
import { form, type Seen, totalOf } from './page-form.js';

/** One form for each handler of the shop that this page can pay with, once the checkout is ready. */
export function paymentForms(checkout: CheckoutF, seen: Seen): Html | undefined {
  const total = totalOf(checkout);
  if (checkout.status !== 'ready_for_complete' || !total) return undefined;
  if (total.amount === 0) return freeForm(seen);
  const text = total.display_text ?? String(total.amount);
  const forms = checkout.payment.handlers.flatMap(({ id, name }) => {
    const known = seen.handlerForms.get(id);
    if (!known) return [];
    const hidden = html`<input type="hidden" name="expected_total" value="${total.amount}">
<input type="hidden" name="handler_id" value="${id}">`;
    const fields = known.fields.map((one) => (one.options ? choice(one) : field(one)));
    const button = fields.length === 0 ? `Order for ${text}` : `Order and pay ${text}`;
    return html`<h3>${name}</h3>
${form('pay', seen, html`${hidden}${fields}`, button)}`;
  });
  return html`<h2>Payment</h2>
${forms.length > 0 ? forms : html`<p>Please ask your agent to complete the payment.</p>`}`;
}

/** Where nothing is to be paid, no handler is chosen. */
function freeForm(seen: Seen): Html {
  const fields = html`<input type="hidden" name="expected_total" value="0">
<p>There is nothing to pay.</p>`;
  return html`<h2>Payment</h2>
${form('pay', seen, fields, 'Place the order')}`;
}
