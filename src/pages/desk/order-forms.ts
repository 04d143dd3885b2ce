import { MAX_REFERENCE } from '../../domain/order/received-amount.js';
import { displayAmount } from '../../domain/values/display.js';
import type { OrderAnswer } from '../../schema/order.js';
import type { Form } from '../checkout/form.js';
import { type Html, html } from '../html.js';
import { ACTIONS, DESK_ACTIONS, type DeskActionName, movesMoney } from './actions.js';
import { addressFields } from './address-form.js';
import { editFields } from './edit-part.js';
import { checkBox, reasonPart, restockPart, textField, typedOr } from './form-fields.js';
import { formStart } from './form-start.js';
import { confirmUrl, orderUrl } from './links.js';
import { shipmentOf, shipmentTypes } from './shipments.js';
import type { ShopVisit } from './shop-visit.js';
import type { ShownOrder } from './shown-order.js';
import { trackedEvents, trackingFields } from './tracking-part.js';
import { unitFields, unitsInShop, unitsOut, unitsSold } from './units.js';

/** Renders the actions that the role may do with the order now, each with its form. */
export function actionsPart(visit: ShopVisit, shown: ShownOrder): Html {
  const { desk } = visit.locale.texts;
  const allowed = DESK_ACTIONS.filter((name) => isAllowed(visit, shown, name));
  if (allowed.length === 0) return html`<p class="hint">${desk.no_actions}</p>`;
  return html`<section aria-labelledby="actions"><h2 id="actions">${desk.actions}</h2>
${allowed.map((name) => html`<details${shown.rejected?.action === name && html` open`}><summary>${name === 'note' ? desk.note_label : desk[name]}</summary>${actionPart(visit, shown, name)}</details>`)}</section>`;
}

function isAllowed({ may }: ShopVisit, { order }: ShownOrder, name: DeskActionName): boolean {
  const { operation, permission, isPossible } = ACTIONS[name];
  if (!may(operation.scope) || isPossible?.(order) === false) return false;
  return permission === undefined || order.permitted_actions.includes(permission);
}

function actionPart(visit: ShopVisit, shown: ShownOrder, name: DeskActionName): Html {
  const { locale, isRecent } = visit;
  const { desk, desk_work } = locale.texts;
  const { order, version, rejected } = shown;
  const typed = rejected?.action === name ? rejected.form : undefined;
  if (movesMoney(ACTIONS[name]) && !isRecent)
    return html`<p><a href="${confirmUrl(visit, order.id)}">${desk.confirm_first}</a></p>`;
  // Each shipment has a form of its own.
  const forms =
    name === 'tracking'
      ? trackedEvents(order).map((event) => trackingFields(visit, order, event, typed))
      : [fieldsPart(visit, shown, name, typed)];
  return html`${forms.map(
    (fields) => html`<form method="post" action="${orderUrl(visit, order.id)}/${name}" class="narrow">
${formStart(visit, version)}
${fields}
<p class="tools"><button class="primary">${desk[name]}</button>${name === 'edit' && html` <button class="quiet" name="preview" value="1">${desk_work.edit.preview}</button>`}</p></form>`,
  )}`;
}

function fieldsPart(
  visit: ShopVisit,
  shown: ShownOrder,
  name: Exclude<DeskActionName, 'tracking'>,
  typed: Form | undefined,
): Html | false {
  const { order } = shown;
  const { desk, desk_work } = visit.locale.texts;
  switch (name) {
    case 'hold':
      return reasonPart(visit, name, typed);
    case 'cancel':
      return html`${unitFields(visit, name, unitsInShop(order), 'all', typed)}${restockPart(visit, typed)}${reasonPart(visit, name, typed)}`;
    case 'refund':
      return html`${unitFields(visit, name, unitsSold(order), 'none', typed)}${unitsInShop(order).length > 0 && html`<p class="hint">${desk_work.order.refund_cancels}</p>`}${deliveryCostPart(visit, order)}
${textField(`${name}-amount`, 'amount', desk.amount, { typed })}${reasonPart(visit, name, typed)}`;
    case 'return':
      return html`${unitFields(visit, name, unitsOut(order), 'none', typed)}
${textField(`${name}-amount`, 'amount', desk.amount, { typed })}${restockPart(visit, typed)}${reasonPart(visit, name, typed)}`;
    case 'capture':
      return html`${textField(`${name}-amount`, 'amount', desk_work.order.capture_amount, { typed })}${checkBox('final', desk_work.order.final, typed)}`;
    case 'ship':
      return shipmentPart(visit, order, typed);
    case 'note':
      return html`<div class="field"><label for="note">${desk.note_label}</label><textarea id="note" name="note" rows="3" maxlength="2000">${typedOr(typed, 'note', order.note ?? '')}</textarea></div>`;
    case 'address':
      return addressFields(visit, shown, typed);
    case 'edit':
      return editFields(visit, order, typed);
    case 'link':
      return html`<p class="hint">${desk_work.order.link_hint}</p>`;
    case 'mark_paid':
      return receivedPart(visit, order, typed);
    case 'release':
      return false;
  }
}

function receivedPart({ locale }: ShopVisit, { payment, currency }: OrderAnswer, typed: Form | undefined): Html {
  const { received } = locale.texts.desk_work;
  const owed = displayAmount(payment.amount_owed ?? 0, currency, locale.tag);
  return html`${textField('mark_paid-amount', 'amount', received.amount(owed), { typed })}${textField('mark_paid-reference', 'reference', received.reference, { maxLength: MAX_REFERENCE, typed })}`;
}

function deliveryCostPart({ locale }: ShopVisit, { totals, currency }: OrderAnswer): Html | false {
  const cost = totals.find(({ type }) => type === 'fulfillment')?.amount ?? 0;
  return (
    cost > 0 &&
    html`<p class="hint">${locale.texts.desk_work.order.delivery_cost(displayAmount(cost, currency, locale.tag))}</p>`
  );
}

function shipmentPart(visit: ShopVisit, order: OrderAnswer, typed: Form | undefined): Html {
  const { desk, events } = visit.locale.texts;
  const types = shipmentTypes(order);
  return html`<div class="field"><label for="type">${desk.status}</label><select id="type" name="type">${types.map(
    (type) => html`<option value="${type}"${typed?.type === type && html` selected`}>${events[type]}</option>`,
  )}</select></div>
${types.map((type) => unitFields(visit, 'ship', shipmentOf(order, type), 'all', typed))}
${textField('carrier', 'carrier', desk.carrier, { typed })}${textField('tracking', 'tracking_number', desk.tracking_number, { typed })}${textField('tracking-url', 'tracking_url', desk.tracking_url, { typed })}`;
}
