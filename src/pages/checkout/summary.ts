import { lineTitle } from '../../domain/shop/item-title.js';
import type { CheckoutF } from '../../schema/checkout.js';
import { type Html, html } from '../html.js';
import { picturePart } from '../parts.js';
import { totalsPart } from '../totals.js';
import { errorPart, field, stateOf } from './fields.js';
import { propertyField, quantityField } from './form.js';
import { hasMessage, optionsOf, totalOf } from './parts-of.js';
import { moneyOf, type Seen } from './seen.js';

type Line = CheckoutF['line_items'][number];

/** Renders lines and costs, with fields to edit lines and codes. This part is collapsed on narrow screens. */
export function summaryPart(seen: Seen): Html {
  const { checkout, shown, errors } = seen;
  const { texts } = shown.locale;
  const isOpen =
    checkout.line_items.some(({ id }) => errors[quantityField(id)] !== undefined) || errors.code !== undefined;
  return html`<details class="summary" id="summary"${isOpen && html` open`}>
<summary><span>${texts.checkout.show_summary}</span> <strong id="folded">${moneyOf(seen)(totalOf(checkout))}</strong></summary>
<div class="inner">
<h2>${texts.checkout.summary}</h2>
<ul class="lines">${checkout.line_items.map((line) => linePart(seen, line))}</ul>
${codesPart(seen)}
${totalsPart(checkout, shown.locale, { delivery: deliveryText(seen), remover: (code) => codeButton(seen, code) })}
<button class="quiet nojs" formaction="${shown.place.self}/save">${texts.checkout.save}</button>
</div></details>`;
}

/** Returns the text shown instead of the delivery price until an option is selected. */
function deliveryText({ checkout, shown }: Seen): string | undefined {
  const { summary } = shown.locale.texts;
  if (!hasMessage(checkout, 'fulfillment_option_required')) return undefined;
  return optionsOf(checkout).length > 0 ? summary.option_later : summary.delivery_later;
}

function linePart(seen: Seen, line: Line): Html {
  const { summary } = seen.shown.locale.texts;
  const { self } = seen.shown.place;
  const title = lineTitle(line);
  const price = line.totals.find(({ type }) => type === 'total')?.amount ?? 0;
  return html`
<li>${picturePart(line)}
<div class="what"><strong>${title}</strong>
${line.properties.filter(({ name }) => !line.property_specs.some((spec) => spec.name === name)).map(({ name, value }) => html`<small>${name}: ${value}</small>`)}</div>
<div class="price"><span>${moneyOf(seen)(price)}</span></div>
<div class="edit">${line.property_specs.length > 0 && html`<div class="fields">${line.property_specs.map((_spec, index) => propertyPart(seen, line, index))}</div>`}
<div class="row">${quantityPart(seen, line)}${line.quantity > 1 && html`<small>${summary.each(moneyOf(seen)(line.item.price))}</small>`}
<button class="link" formaction="${self}/remove-line" name="line" value="${line.id}" aria-label="${summary.remove_item(title)}">${summary.remove}</button></div>
${errorPart(seen, quantityField(line.id))}</div></li>`;
}

function quantityPart(seen: Seen, line: Line): Html {
  const { fields } = seen.shown.locale.texts;
  const name = quantityField(line.id);
  const value = seen.typed[name] ?? String(line.quantity);
  const label = fields.quantity_of(lineTitle(line));
  seen.labels.set(name, label);
  // An unchanged quantity is valid, even if the shop allows less by now.
  const most = Math.max(seen.maxQuantity, line.quantity);
  return html`<input class="quantity" id="${name}" name="${name}" type="number" min="0" max="${most}" value="${value}" inputmode="numeric" autocomplete="off" aria-label="${label}"${stateOf(seen, name)}>`;
}

function propertyPart(seen: Seen, line: Line, index: number): Html | false {
  const spec = line.property_specs[index];
  if (!spec) return false;
  const options = spec.values.map(({ value, description, price_delta }) => ({
    value,
    label: `${description === '' ? value : description}${price_delta === 0 ? '' : ` (${price_delta > 0 ? '+' : ''}${moneyOf(seen)(price_delta)})`}`,
  }));
  const known = line.properties.find(({ name }) => name === spec.name)?.value;
  return field(seen, {
    name: propertyField(line.id, index),
    label: spec.name,
    value: known,
    required: spec.required,
    isShort: true,
    options: options.length > 0 ? withNone(options, spec.required) : undefined,
  });
}

/** Adds an empty choice if the property is optional. */
function withNone<Option extends { readonly value: string; readonly label: string }>(
  options: Option[],
  required: boolean,
) {
  return required ? options : [{ value: '', label: '–' }, ...options];
}

/**
 * Renders the field for entering a discount code, followed by the cart's codes that have no effect. Effective codes are
 * shown among the totals.
 */
function codesPart(seen: Seen): Html {
  const { fields, summary } = seen.shown.locale.texts;
  const { self } = seen.shown.place;
  const { codes, applied } = seen.checkout.discounts;
  seen.labels.set('code', fields.code);
  const idle = codes.filter((code) => !applied.some((one) => one.code === code));
  return html`<div class="code"><label for="code" class="vh">${fields.code}</label>
<input id="code" name="code" autocomplete="off" placeholder="${fields.code}" value="${seen.typed.code ?? ''}"${stateOf(seen, 'code')}>
<button class="quiet" formaction="${self}/save">${summary.add_code}</button></div>
${errorPart(seen, 'code')}
${idle.length > 0 && html`<p class="codes">${idle.map((code) => html`<span class="chip">${code}${codeButton(seen, code)}</span> `)}</p>`}`;
}

function codeButton({ shown }: Seen, code: string): Html {
  const { self } = shown.place;
  const label = shown.locale.texts.summary.remove_code(code);
  return html` <button class="link remove" formaction="${self}/remove-code" name="entered_code" value="${code}" aria-label="${label}"><span aria-hidden="true">×</span></button>`;
}
