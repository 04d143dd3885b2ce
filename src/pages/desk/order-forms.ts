import { randomUUID } from 'node:crypto';
import { lineTitle } from '../../domain/shop/item-title.js';
import type { OrderAnswer } from '../../schema/order.js';
import { type Html, html } from '../html.js';
import { formTokenField } from '../sign-in/form-token.js';
import { ACTIONS, DESK_ACTIONS, type DeskActionName, movesMoney } from './actions.js';
import { confirmUrl, orderUrl } from './links.js';
import { shipmentOf, shipmentTypes, unitsField } from './shipments.js';
import type { ShopVisit } from './shop-visit.js';

/** An order as its page shows it. */
export interface ShownOrder {
  readonly order: OrderAnswer;
  readonly version: number;
}

/** Renders the actions that the role may do with the order now, each with its form. */
export function actionsPart(visit: ShopVisit, shown: ShownOrder): Html {
  const { desk } = visit.locale.texts;
  const allowed = DESK_ACTIONS.filter((name) => isAllowed(visit, shown, name));
  if (allowed.length === 0) return html`<p class="hint">${desk.no_actions}</p>`;
  return html`<section aria-labelledby="actions"><h2 id="actions">${desk.actions}</h2>
${allowed.map((name) => html`<details><summary>${name === 'note' ? desk.note_label : desk[name]}</summary>${actionPart(visit, shown, name)}</details>`)}</section>`;
}

function isAllowed({ may }: ShopVisit, { order }: ShownOrder, name: DeskActionName): boolean {
  const { operation, permission } = ACTIONS[name];
  return may(operation.scope) && (permission === undefined || order.permitted_actions.includes(permission));
}

function actionPart(visit: ShopVisit, shown: ShownOrder, name: DeskActionName): Html {
  const { token, locale, isRecent } = visit;
  const { desk } = locale.texts;
  const { order, version } = shown;
  if (movesMoney(ACTIONS[name]) && !isRecent)
    return html`<p><a href="${confirmUrl(visit, order.id)}">${desk.confirm_first}</a></p>`;
  return html`<form method="post" action="${orderUrl(visit, order.id)}/${name}" class="narrow">
${formTokenField(token)}<input type="hidden" name="version" value="${version}"><input type="hidden" name="request" value="${randomUUID()}">
${fieldsPart(visit, order, name)}
<p><button class="primary">${desk[name]}</button></p></form>`;
}

function fieldsPart(visit: ShopVisit, order: OrderAnswer, name: DeskActionName): Html | false {
  const { desk } = visit.locale.texts;
  switch (name) {
    case 'hold':
    case 'cancel':
      return reasonPart(visit, name);
    case 'refund':
      return html`${textField(`${name}-amount`, 'amount', desk.amount)}${reasonPart(visit, name)}`;
    case 'ship':
      return shipmentPart(visit, order);
    case 'note':
      return html`<div class="field"><label for="note">${desk.note_label}</label><textarea id="note" name="note" rows="3" maxlength="2000">${order.note}</textarea></div>`;
    case 'release':
    case 'mark_paid':
      return false;
  }
}

function reasonPart({ locale: { texts } }: ShopVisit, name: DeskActionName): Html {
  const { desk } = texts;
  return html`${textField(`${name}-reason`, 'reason', desk.reason)}
<p><label class="check"><input type="checkbox" name="visible" value="1"> ${desk.visible}</label></p>`;
}

function textField(id: string, name: string, label: string): Html {
  return html`<div class="field"><label for="${id}">${label}</label><input id="${id}" name="${name}" maxlength="500"></div>`;
}

function shipmentPart({ locale: { texts } }: ShopVisit, order: OrderAnswer): Html {
  const { desk, events } = texts;
  const types = shipmentTypes(order);
  return html`<div class="field"><label for="type">${desk.status}</label><select id="type" name="type">${types.map(
    (type) => html`<option value="${type}">${events[type]}</option>`,
  )}</select></div>
${types.flatMap((type) =>
  shipmentOf(order, type).map(({ line, left }) => {
    const name = unitsField(line.id);
    return html`<div class="field"><label for="${name}">${desk.units_of(lineTitle(line), left)}</label><input id="${name}" name="${name}" type="number" min="0" max="${left}" value="${left}" required></div>`;
  }),
)}
${textField('carrier', 'carrier', desk.carrier)}${textField('tracking', 'tracking_number', desk.tracking_number)}${textField('tracking-url', 'tracking_url', desk.tracking_url)}`;
}
