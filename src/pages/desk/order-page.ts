import { shippingDestination } from '../../domain/order/change-destination.js';
import { displayAmount } from '../../domain/values/display.js';
import type { Store } from '../../ports.js';
import { readActorNames } from '../../records/actor-names.js';
import type { OrderAnswer } from '../../schema/order.js';
import type { Texts } from '../../texts/texts.js';
import { orderOf, pageOf } from '../answered.js';
import { type Html, html } from '../html.js';
import { orderDetails } from '../order/page.js';
import { timePart } from '../parts.js';
import { toldPart } from '../problems.js';
import { DESK_READS } from './desk-operations.js';
import { additionsPart } from './edit-part.js';
import { orderUrl, packingUrl } from './links.js';
import { actionsPart } from './order-forms.js';
import { statusText } from './order-list.js';
import { requestsPart } from './requests-part.js';
import type { ShopVisit } from './shop-visit.js';
import type { ShownOrder } from './shown-order.js';
import { correctionTexts } from './tracking-part.js';

/** Pages of the history that are read, since an order can change any number of times. */
const MAX_PAGES = 10;

/** A change of an order, and who made it. */
interface NamedChange {
  readonly at: string;
  readonly action: string;
  /** Mail address of a staff member, else the id of the caller. */
  readonly who: string;
}

/** Problem with the form that was sent. */
export interface OrderProblem {
  readonly title: string;
  readonly text: string;
}

interface OrderPageDeps {
  readonly store: Pick<Store, 'read'>;
}

/**
 * Reads an order of the shop.
 * @throws PortalError `order_not_found`, `forbidden`
 */
export async function readOrder({ call, shopId }: ShopVisit, order_id: string): Promise<ShownOrder> {
  const answer = await call(DESK_READS.order, { shop_id: shopId, order_id });
  if (answer.version === undefined) throw new Error('the answer has no version');
  return { order: orderOf(answer), version: answer.version };
}

/** Renders an order with its actions and changes. */
export async function orderDeskPage(
  deps: OrderPageDeps,
  visit: ShopVisit,
  shown: ShownOrder,
  problem?: OrderProblem | 'conflict',
): Promise<Html> {
  const { locale, root, face } = visit;
  const { texts } = locale;
  const { order } = shown;
  const changes = await readChanges(deps, visit, order.id);
  const stored = await deps.store.read((rows) => rows.get('order', order.id));
  const destination = stored && shippingDestination(stored);
  const told = problem === 'conflict' ? conflictOf(visit, changes) : problem;
  return html`${toldPart(told)}
<p class="badges"><span class="badge ${order.status}">${statusText(order.status, texts)}</span> <span class="badge ${order.payment_status}">${texts.order[order.payment_status]}</span></p>
<h1>${texts.order.title(order.display_id)}</h1>
${order.messages.map(({ content }) => html`<p class="note">${content}</p>`)}
${order.note !== undefined && html`<p class="note">${order.note}</p>`}
${placesPart(visit, order)}
${additionsPart(visit, order)}
${requestsPart(visit, shown)}
${actionsPart(visit, { ...shown, destination })}
${orderDetails(order, changes, { locale, face, place: { root, self: '' } }, { items: texts.desk.items, paid: texts.order.paid })}
${changesPart(visit, order, changes)}`;
}

/** Links to other pages about the order. */
function placesPart(visit: ShopVisit, order: OrderAnswer): Html {
  const { desk_work, order: texts } = visit.locale.texts;
  return html`<p class="paging"><a href="${packingUrl(visit, [order.id])}">${desk_work.order.packing_slip}</a>
<a href="${orderUrl(visit, order.id)}/statement" download>${texts.statement}</a>
<a href="${order.permalink_url}" rel="noreferrer">${desk_work.order.buyers_page}</a></p>`;
}

/** Describes the newest change, which the person has not seen. */
function conflictOf({ locale: { texts } }: ShopVisit, changes: readonly NamedChange[]): OrderProblem {
  const last = changes.at(-1);
  return {
    title: texts.desk.conflict,
    text: texts.desk.conflict_text(last?.who ?? '', last ? actionText(last.action, texts) : ''),
  };
}

function changesPart({ locale, face }: ShopVisit, order: OrderAnswer, changes: readonly NamedChange[]): Html {
  const { texts, tag } = locale;
  const corrections = correctionTexts(order);
  const detail = ({ action, at }: NamedChange) =>
    action === 'order.tracking_changed' ? corrections.get(at) : undefined;
  const { time_zone } = face.shop.settings;
  return html`<section aria-labelledby="changes"><h2 id="changes">${texts.desk.changes}</h2>
<ol class="timeline">${changesWithMoney(order, changes).map((change) => {
    const { at, action, who, received } = change;
    const text = received ? receivedText(received, order, tag) : detail(change);
    return html`<li>${timePart(at, 'zonedMoment', tag, time_zone)} <span><strong>${actionText(action, texts)}</strong>${text !== undefined && html`: ${text}`} · ${who}</span></li>`;
  })}</ol></section>`;
}

type Received = NonNullable<OrderAnswer['payment']['received']>[number];

const RECEIPTS = ['order.paid', 'order.payment_received'];

/** Finds for each change the amount that it recorded as received. Both lists are in the order of time. */
function changesWithMoney({ payment }: OrderAnswer, changes: readonly NamedChange[]) {
  const left = [...(payment.received ?? [])];
  return changes.map((change): NamedChange & { readonly received?: Received | undefined } =>
    RECEIPTS.includes(change.action) && left[0]?.created_at === change.at
      ? { ...change, received: left.shift() }
      : change,
  );
}

function receivedText({ amount, reference }: Received, { currency }: OrderAnswer, tag: string): Html {
  return html`${displayAmount(amount, currency, tag)}${reference !== undefined && html` (${reference})`}`;
}

/** Changes with a text that buyers see too. */
const FOR_BUYERS = ['placed', 'held', 'released', 'canceled'] as const;

/** Returns the text of a change. One that is not known yet is shown by its name in the history. */
function actionText(action: string, { events, desk_work }: Texts): string {
  const name = action.replace(/^order\./, '');
  const known = FOR_BUYERS.find((one) => one === name);
  if (known) return events[known];
  const { history } = desk_work;
  return isInHistory(name, history) ? history[name] : name.replaceAll('_', ' ');
}

function isInHistory(name: string, history: Texts['desk_work']['history']): name is keyof typeof history {
  return Object.hasOwn(history, name);
}

interface HistoryEntry {
  readonly at: string;
  readonly action: string;
  readonly actor: string;
}

async function readChanges(
  { store }: OrderPageDeps,
  { call, shopId, organizationId }: ShopVisit,
  order_id: string,
): Promise<readonly NamedChange[]> {
  const found: HistoryEntry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const args = { shop_id: shopId, order_id, limit: 100, ...(cursor !== undefined && { cursor }) };
    const { rows, next } = pageOf<HistoryEntry>(await call(DESK_READS.history, args), 'actor');
    found.push(...rows);
    cursor = next;
    if (cursor === undefined) break;
  }
  const actors = found.map(({ actor }) => actor);
  const names = await store.read((rows) => readActorNames(rows, organizationId, actors));
  return found.map(({ at, action, actor }) => ({ at, action, who: names.get(actor) ?? actor }));
}
