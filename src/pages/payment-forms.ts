import type { CheckoutF } from '../schema/checkout.js';
import { type Html, html } from './html.js';
import { form, type Seen, totalOf } from './page-form.js';

type Handler = CheckoutF['payment']['handlers'][number];

/** One form for each handler that this page can pay with, once the checkout is ready. */
export function paymentForms(checkout: CheckoutF, seen: Seen): Html | undefined {
  const total = totalOf(checkout);
  if (checkout.status !== 'ready_for_complete' || !total) return undefined;
  const text = total.display_text ?? String(total.amount);
  const forms = checkout.payment.handlers.flatMap((handler) => {
    const fields = fieldsOf(handler);
    if (!fields) return [];
    const hidden = html`<input type="hidden" name="expected_total" value="${total.amount}">
<input type="hidden" name="handler_id" value="${handler.id}">`;
    const button = handler.instrument_schemas.length === 0 ? `Order for ${text}` : `Order and pay ${text}`;
    return html`<h3>${handler.name}</h3>
${form('pay', seen, html`${hidden}${fields}`, button)}`;
  });
  return html`<h2>Payment</h2>
${forms.length > 0 ? forms : html`<p>Please let your agent complete the payment.</p>`}`;
}

/** What the sandbox's test tokens stand for. */
const TEST_CARDS: Readonly<Record<string, string>> = {
  tok_approve: 'Test card that is accepted',
  tok_decline: 'Test card that is declined',
  tok_pending: 'Test card whose payment stays open',
  tok_hang: 'Test card whose bank never answers',
};

/** Undefined for a handler whose instruments only its own client can make. */
function fieldsOf(handler: Handler): Html | undefined {
  if (handler.instrument_schemas.length === 0) return html``;
  if (handler.id !== 'sandbox_card') return undefined;
  const options = Object.entries(TEST_CARDS).map(([token, text]) => html`<option value="${token}">${text}</option>`);
  return html`<p><label for="card">Card</label>
<select id="card" name="token">${options}</select></p>`;
}
