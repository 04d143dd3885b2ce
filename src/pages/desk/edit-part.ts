import { lineTitle } from '../../domain/shop/item-title.js';
import { displayAmount } from '../../domain/values/display.js';
import type { OrderAnswer } from '../../schema/order.js';
import type { Form } from '../checkout/form.js';
import { type Html, html } from '../html.js';
import { ADDED_ITEMS, DESTINATION } from './action-args.js';
import { draftLabels } from './drafts/draft-labels.js';
import { reasonPart, restockPart, typedOr } from './form-fields.js';
import { draftsUrl, orderUrl } from './links.js';
import { memberField } from './schema-form/fields.js';
import type { ShopVisit } from './shop-visit.js';
import { unitsSold } from './units.js';

/** Renders the fields by which an order is changed. */
export function editFields(visit: ShopVisit, order: OrderAnswer, typed: Form | undefined): Html {
  const { edit } = visit.locale.texts.desk_work;
  const labels = { ...draftLabels(visit), destination: edit.destination };
  const timeZone = visit.face.shop.settings.time_zone;
  const context = { labels, currency: order.currency, amounts: new Set<string>(), timeZone, typed };
  const isShipped = order.fulfillment.expectations.some(({ method_type }) => method_type === 'shipping');
  return html`<p class="hint">${edit.hint}</p>
${unitsSold(order).map(
  ({ line, left }) =>
    html`<div class="field"><label for="edit-${line.id}">${edit.units(lineTitle(line))}</label><input id="edit-${line.id}" name="edit.${line.id}" type="number" min="0" value="${typedOr(typed, `edit.${line.id}`, String(left))}" required></div>`,
)}
${Array.from({ length: ADDED_ITEMS }, (_, index) => addedPart(visit, index, typed))}
${isShipped && DESTINATION().map((member) => memberField(member, undefined, context))}
${restockPart(visit, typed)}${reasonPart(visit, 'edit', typed)}`;
}

function addedPart({ locale }: ShopVisit, index: number, typed: Form | undefined): Html {
  const { drafts } = locale.texts.desk_work;
  return html`<div class="field"><label for="edit-item-${index}">${drafts.item(index + 1)}</label><input id="edit-item-${index}" name="item.${index}" value="${typedOr(typed, `item.${index}`, '')}" maxlength="128"></div>
<div class="field"><label for="edit-units-${index}">${drafts.units(index + 1)}</label><input id="edit-units-${index}" name="units.${index}" type="number" min="1" value="${typedOr(typed, `units.${index}`, '1')}"></div>`;
}

/** Renders what a change would do, with a button that does it. */
export function editPreview(visit: ShopVisit, before: OrderAnswer, after: OrderAnswer, form: Form): Html {
  const { desk, desk_work } = visit.locale.texts;
  const { edit } = desk_work;
  const money = (amount: number) => displayAmount(amount, after.currency, visit.locale.tag);
  const canceled = newestOf(before.adjustments, after.adjustments)?.amount ?? 0;
  const added = newestOf(before.additions, after.additions)?.total ?? 0;
  const { preview: _button, ...fields } = form;
  return html`<h1>${edit.title}</h1>
${canceled > 0 && html`<p>${edit.refund(money(canceled))}</p>`}${added > 0 && html`<p>${edit.pay(money(added))}</p>`}${canceled + added === 0 && html`<p>${edit.nothing}</p>`}
<form method="post" action="${orderUrl(visit, after.id)}/edit">${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p><button class="primary">${desk.edit}</button></p></form>
<p><a href="${orderUrl(visit, after.id)}">${edit.back}</a></p>`;
}

function newestOf<Entry>(before: readonly Entry[] = [], after: readonly Entry[] = []): Entry | undefined {
  return after.length > before.length ? after.at(-1) : undefined;
}

/** Renders the orders that belong together: items that were added to this one, or the one to which it was added. */
export function additionsPart(visit: ShopVisit, { additions = [], adds_to, currency }: OrderAnswer): Html {
  const { edit } = visit.locale.texts.desk_work;
  const money = (amount: number) => displayAmount(amount, currency, visit.locale.tag);
  return html`${adds_to !== undefined && html`<p class="note"><a href="${orderUrl(visit, adds_to)}">${edit.adds_to}</a></p>`}
${additions.map(({ draft_id, order_id, total, expires_at }) => {
  if (order_id === undefined && Date.parse(expires_at) <= visit.now) return '';
  return order_id === undefined
    ? html`<p class="note"><a href="${draftsUrl(visit)}#${draft_id}">${edit.waiting(money(total))}</a></p>`
    : html`<p class="note"><a href="${orderUrl(visit, order_id)}">${edit.paid(money(total))}</a></p>`;
})}`;
}
