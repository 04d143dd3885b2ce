import type { CheckoutF } from '../schema/checkout.js';
import { addressFields, field } from './fields.js';
import { type Html, html } from './html.js';
import { form, type Seen, totalOf } from './page-form.js';
import { paymentForms } from './payment-forms.js';

/** The forms that a checkout needs now; every one is an operation (checkout-actions.ts). */
export function checkoutForms(checkout: CheckoutF, seen: Seen): Html[] {
  if (!checkout.messages.every(({ severity }) => severity !== 'unrecoverable')) return [];
  const forms = [ageForm, contactForm, addressForm, optionForm, approvalForm, paymentForms];
  return OPEN.has(checkout.status) ? forms.flatMap((form) => form(checkout, seen) ?? []) : [];
}

const OPEN: ReadonlySet<CheckoutF['status']> = new Set(['incomplete', 'requires_escalation', 'ready_for_complete']);

const hasMessage = ({ messages }: CheckoutF, code: string, path = '') =>
  messages.some((message) => message.code === code && message.path.startsWith(path));

function ageForm(checkout: CheckoutF, seen: Seen): Html | undefined {
  if (!hasMessage(checkout, 'age_verification_required')) return undefined;
  return html`<h2>Your age</h2>
${form('confirm-age', seen, html`<p>Some items are sold to adults only.</p>`, 'I am of legal age')}`;
}

function contactForm(checkout: CheckoutF, seen: Seen): Html | undefined {
  if (!hasMessage(checkout, 'field_required', '$.buyer')) return undefined;
  const { buyer = {} } = checkout;
  const fields = html`${field({ name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'email' })}
${field({ name: 'full_name', label: 'Name', value: nameOf({ ...buyer, name: buyer.full_name }), autocomplete: 'name' })}`;
  return html`<h2>Contact</h2>
${form('buyer', seen, fields, 'Save contact')}`;
}

function addressForm(checkout: CheckoutF, seen: Seen): Html | undefined {
  const shipping = checkout.fulfillment.methods.find(({ type }) => type === 'shipping');
  const known = shipping?.destinations[0];
  const wanted =
    (shipping && !known && needsOption(checkout)) ||
    hasMessage(checkout, 'address_undeliverable') ||
    hasMessage(checkout, 'region_unknown', '$.fulfillment') ||
    hasMessage(checkout, 'field_required', '$.fulfillment');
  if (!wanted) return undefined;
  const needed = hasMessage(checkout, 'fulfillment_destination_required') || known !== undefined;
  const fields = html`${!needed && html`<p>Only needed if something is to be sent to you.</p>`}
${addressFields({ ...known, full_name: nameOf(known), instructions: seen.instructions }, checkout.context)}`;
  return html`<h2>Delivery address</h2>
${form('destination', seen, fields, 'Save address')}`;
}

const needsOption = (checkout: CheckoutF) =>
  hasMessage(checkout, 'fulfillment_option_required') || hasMessage(checkout, 'fulfillment_unavailable');

function nameOf(person: { readonly [Name in 'name' | 'first_name' | 'last_name']?: string | undefined } = {}): string {
  return person.name ?? [person.first_name, person.last_name].filter(Boolean).join(' ');
}

/** The physical options; digital items need no choice. */
function optionForm(checkout: CheckoutF, seen: Seen): Html | undefined {
  const { methods } = checkout.fulfillment;
  const options = methods
    .filter(({ type }) => type !== 'digital')
    .flatMap(({ groups }) => groups.flatMap((group) => group.options));
  if (!needsOption(checkout) || options.length === 0) return undefined;
  const choices = options.map(
    ({ id, title, description, totals }) => html`
<label class="choice"><input type="radio" name="selected_option_id" value="${id}" required> <span>${title}: ${description} (${totals[0]?.display_text})</span></label>`,
  );
  return html`<h2>Delivery option</h2>
${form('option', seen, html`<fieldset><legend>Choose one</legend>${choices}</fieldset>`, 'Choose')}`;
}

/** Only when nothing else is missing, since a later entry could change the total and so end the approval. */
function approvalForm(checkout: CheckoutF, seen: Seen): Html | undefined {
  const total = totalOf(checkout);
  const others = checkout.messages.some(({ code, type }) => type === 'error' && code !== 'high_value_order');
  if (!total || others || !hasMessage(checkout, 'high_value_order')) return undefined;
  const fields = html`<input type="hidden" name="expected_total" value="${total.amount}">
<p>Please look at the items and the total above. Nothing is charged yet.</p>`;
  return html`<h2>Your approval</h2>
${form('approve', seen, fields, `Approve ${total.display_text ?? total.amount}`)}`;
}
