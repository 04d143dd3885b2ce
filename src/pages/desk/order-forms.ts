import { MAX_REFERENCE } from '../../domain/order/received-amount.js';
import { displayAmount } from '../../domain/values/display.js';
import type { OrderAnswer } from '../../schema/order.js';
import { type Html, html } from '../html.js';
import { ACTIONS, DESK_ACTIONS, type DeskActionName, movesMoney } from './actions.js';
import { addressFields } from './address-form.js';
import { editFields } from './edit-part.js';
import { checkBox, reasonPart, restockPart, textField } from './form-fields.js';
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
${allowed.map((name) => html`<details><summary>${name === 'note' ? desk.note_label : desk[name]}</summary>${actionPart(visit, shown, name)}</details>`)}</section>`;
}

function isAllowed({ may }: ShopVisit, { order }: ShownOrder, name: DeskActionName): boolean {
  const { operation, permission, isPossible } = ACTIONS[name];
  if (!may(operation.scope) || isPossible?.(order) === false) return false;
  return permission === undefined || order.permitted_actions.includes(permission);
}

function actionPart(visit: ShopVisit, shown: ShownOrder, name: DeskActionName): Html {
  const { locale, isRecent } = visit;
  const { desk, desk_work } = locale.texts;
  const { order, version } = shown;
  if (movesMoney(ACTIONS[name]) && !isRecent)
    return html`<p><a href="${confirmUrl(visit, order.id)}">${desk.confirm_first}</a></p>`;
  // Each shipment has a form of its own.
  const forms =
    name === 'tracking'
      ? trackedEvents(order).map((event) => trackingFields(visit, order, event))
      : [fieldsPart(visit, shown, name)];
  return html`${forms.map(
    (fields) => html`<form method="post" action="${orderUrl(visit, order.id)}/${name}" class="narrow">
${formStart(visit, version)}
${fields}
<p class="tools"><button class="primary">${desk[name]}</button>${name === 'edit' && html` <button class="quiet" name="preview" value="1">${desk_work.edit.preview}</button>`}</p></form>`,
  )}`;
}

function fieldsPart(visit: ShopVisit, shown: ShownOrder, name: Exclude<DeskActionName, 'tracking'>): Html | false {
  const { order } = shown;
  const { desk, desk_work } = visit.locale.texts;
  switch (name) {
    case 'hold':
      return reasonPart(visit, name);
    case 'cancel':
      return html`${unitFields(visit, name, unitsInShop(order), 'all')}${restockPart(visit)}${reasonPart(visit, name)}`;
    case 'refund':
      return html`${unitFields(visit, name, unitsSold(order), 'none')}${unitsInShop(order).length > 0 && html`<p class="hint">${desk_work.order.refund_cancels}</p>`}${deliveryCostPart(visit, order)}
${textField(`${name}-amount`, 'amount', desk.amount)}${reasonPart(visit, name)}`;
    case 'return':
      return html`${unitFields(visit, name, unitsOut(order), 'none')}
${textField(`${name}-amount`, 'amount', desk.amount)}${restockPart(visit)}${reasonPart(visit, name)}`;
    case 'capture':
      return html`${textField(`${name}-amount`, 'amount', desk_work.order.capture_amount)}${checkBox('final', desk_work.order.final)}`;
    case 'ship':
      return shipmentPart(visit, order);
    case 'note':
      return html`<div class="field"><label for="note">${desk.note_label}</label><textarea id="note" name="note" rows="3" maxlength="2000">${order.note}</textarea></div>`;
    case 'address':
      return addressFields(visit, shown);
    case 'edit':
      return editFields(visit, order);
    case 'link':
      return html`<p class="hint">${desk_work.order.link_hint}</p>`;
    case 'mark_paid':
      return receivedPart(visit, order);
    case 'release':
      return false;
  }
}

function receivedPart({ locale }: ShopVisit, { payment, currency }: OrderAnswer): Html {
  const { received } = locale.texts.desk_work;
  const owed = displayAmount(payment.amount_owed ?? 0, currency, locale.tag);
  return html`${textField('mark_paid-amount', 'amount', received.amount(owed))}${textField('mark_paid-reference', 'reference', received.reference, { maxLength: MAX_REFERENCE })}`;
}

function deliveryCostPart({ locale }: ShopVisit, { totals, currency }: OrderAnswer): Html | false {
  const cost = totals.find(({ type }) => type === 'fulfillment')?.amount ?? 0;
  return (
    cost > 0 &&
    html`<p class="hint">${locale.texts.desk_work.order.delivery_cost(displayAmount(cost, currency, locale.tag))}</p>`
  );
}

function shipmentPart(visit: ShopVisit, order: OrderAnswer): Html {
  const { desk, events } = visit.locale.texts;
  const types = shipmentTypes(order);
  return html`<div class="field"><label for="type">${desk.status}</label><select id="type" name="type">${types.map(
    (type) => html`<option value="${type}">${events[type]}</option>`,
  )}</select></div>
${types.map((type) => unitFields(visit, 'ship', shipmentOf(order, type), 'all'))}
${textField('carrier', 'carrier', desk.carrier)}${textField('tracking', 'tracking_number', desk.tracking_number)}${textField('tracking-url', 'tracking_url', desk.tracking_url)}`;
}
