import { randomUUID } from 'node:crypto';
import type { AnyAnswer } from '../../calls/answer.js';
import { etagOf } from '../../calls/etag.js';
import { detailIn } from '../../calls/visible-error.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { type Form, readEntry, readFilledFields } from '../checkout/form.js';
import { type Html, html } from '../html.js';
import { personName } from '../shop/address.js';
import { shopOrderOperation } from './desk-operations.js';
import { orderUrl } from './links.js';
import { readOrder } from './order-page.js';
import { MAX_CHOSEN } from './orders-choice.js';
import { shipmentTypes } from './shipments.js';
import type { ShopVisit } from './shop-visit.js';
import type { ShownOrder } from './shown-order.js';
import { unitsInShop } from './units.js';

const RECORD = shopOrderOperation('record_shop_fulfillment_event');

const versionField = (orderId: string) => `version.${orderId}`;
const trackingField = (orderId: string) => `tracking.${orderId}`;

/** Result for one order. `unchanged`: nothing of it was left to ship. */
interface Outcome {
  readonly id: string;
  readonly number: string;
  readonly state: 'shipped' | 'unchanged' | 'failed';
  readonly problem?: string;
}

/**
 * Renders the form that ships all units of the chosen orders that are left.
 * @throws PortalError `order_not_found`, `forbidden`
 */
export async function shipOrdersPage(visit: ShopVisit, params: URLSearchParams): Promise<Html> {
  const { desk, desk_work } = visit.locale.texts;
  const orders: ShownOrder[] = [];
  for (const id of [...new Set(params.getAll('order'))].slice(0, MAX_CHOSEN)) orders.push(await readOrder(visit, id));
  if (orders.length === 0) return html`<h1>${desk_work.bulk.ship}</h1><p class="lead">${desk_work.packing.none}</p>`;
  return html`<h1>${desk_work.bulk.ship}</h1>
<p class="lead">${desk_work.bulk.ship_hint}</p>
<form method="post" action="ship-orders">${visit.tokenField()}<input type="hidden" name="request" value="${randomUUID()}">
<div class="field narrow"><label for="carrier">${desk.carrier}</label><input id="carrier" name="carrier" maxlength="100"></div>
${orders.map((shown) => fieldsOf(visit, shown))}
<p><button class="primary">${desk.ship}</button></p></form>`;
}

/** Renders the fields of an order. A tracking number is only recorded for units that go out by parcel. */
function fieldsOf({ locale }: ShopVisit, { order, version }: ShownOrder): Html {
  const { desk, desk_work, order: texts } = locale.texts;
  const units = unitsInShop(order).reduce((all, { left }) => all + left, 0);
  const id = `tracking-${order.id}`;
  const name = personName({ ...order.buyer, name: order.buyer?.full_name });
  return html`<input type="hidden" name="${versionField(order.id)}" value="${version}"><fieldset class="row"><legend>${texts.title(order.display_id)}</legend>
<p class="hint">${name}${name !== '' && ' · '}${desk_work.bulk.units(units)}</p>
${
  shipmentTypes(order).includes('shipped') &&
  html`<div class="field narrow"><label for="${id}">${desk.tracking_number}</label><input id="${id}" name="${trackingField(order.id)}" maxlength="100"></div>`
}</fieldset>`;
}

/** Ships each order of the form by itself, and reports each. Sending the form again ships nothing twice. */
export async function shipOrders(visit: ShopVisit, form: Form): Promise<Html> {
  const outcomes: Outcome[] = [];
  for (const id of orderIdsOf(form)) outcomes.push(await shipOne(visit, id, form));
  return outcomesPart(visit, outcomes);
}

function orderIdsOf(form: Form): readonly string[] {
  const names = Object.keys(form).filter((name) => name.startsWith(versionField('')));
  return names.slice(0, MAX_CHOSEN).map((name) => name.slice(versionField('').length));
}

async function shipOne(visit: ShopVisit, orderId: string, form: Form): Promise<Outcome> {
  let number = orderId;
  try {
    const { order } = await readOrder(visit, orderId);
    number = order.display_id;
    const state = (await recordShipments(visit, order.id, shipmentTypes(order), form)) ? 'shipped' : 'unchanged';
    return { id: orderId, number, state };
  } catch (error) {
    if (!(error instanceof PortalError) || error.status >= 500) throw error;
    return { id: orderId, number, state: 'failed', problem: detailIn(error, visit.locale.tag) };
  }
}

/** Records an event for each way in which units leave the shop. The first one expects the version that was shown. */
async function recordShipments(
  { call, shopId }: ShopVisit,
  orderId: string,
  types: ReturnType<typeof shipmentTypes>,
  form: Form,
): Promise<boolean> {
  const tracking_number = readEntry(form, trackingField(orderId)) ?? '';
  const tracking = { ...readFilledFields(form, ['carrier']), ...(tracking_number !== '' && { tracking_number }) };
  let ifMatch: string | undefined = etagOf(Number(readEntry(form, versionField(orderId))));
  for (const type of types) {
    const args = { shop_id: shopId, order_id: orderId, type, ...(type === 'shipped' && tracking) };
    const idempotencyKey = `${readEntry(form, 'request')} ${orderId} ${type}`;
    const answer: AnyAnswer = await call(RECORD, args, { ifMatch, idempotencyKey });
    ifMatch = answer.version === undefined ? undefined : etagOf(answer.version);
  }
  return types.length > 0;
}

function outcomesPart(visit: ShopVisit, outcomes: readonly Outcome[]): Html {
  const { desk, desk_work, order: texts } = visit.locale.texts;
  const { bulk } = desk_work;
  const shipped = outcomes.filter(({ state }) => state === 'shipped').length;
  return html`<h1>${bulk.shipped_of(shipped, outcomes.length)}</h1>
<ul class="plain">${outcomes.map(
    ({ id, number, state, problem }) =>
      html`<li><a href="${orderUrl(visit, id)}">${texts.title(number)}</a>: ${bulk[state]}${problem !== undefined && html` <small>${problem}</small>`}</li>`,
  )}</ul>
<p><a href="orders">${desk.orders}</a></p>`;
}
