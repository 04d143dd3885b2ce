import type { Store } from '../../ports.js';
import { readActorNames } from '../../records/actor-names.js';
import { orderOf, pageOf } from '../answered.js';
import { type Html, html } from '../html.js';
import { orderDetails } from '../order/page.js';
import { timePart } from '../parts.js';
import { problemPart } from '../problems.js';
import { DESK_READS } from './desk-operations.js';
import { actionsPart, type ShownOrder } from './order-forms.js';
import { statusText } from './order-list.js';
import type { ShopVisit } from './shop-visit.js';

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
  const told = problem === 'conflict' ? conflictOf(visit, changes) : problem;
  return html`${told && problemPart(html`<strong>${told.title}</strong>`, undefined, html`<p>${told.text}</p>`)}
<p class="badges"><span class="badge ${order.status}">${statusText(order.status, texts)}</span> <span class="badge ${order.payment_status}">${texts.order[order.payment_status]}</span></p>
<h1>${texts.order.title(order.display_id)}</h1>
${order.messages.map(({ content }) => html`<p class="note">${content}</p>`)}
${order.note !== undefined && html`<p class="note">${order.note}</p>`}
${actionsPart(visit, shown)}
${orderDetails(order, changes, { locale, face, place: { root, self: '' } }, { items: texts.desk.items, paid: texts.order.paid })}
${changesPart(visit, changes)}`;
}

/** Describes the newest change, which the person has not seen. */
function conflictOf({ locale: { texts } }: ShopVisit, changes: readonly NamedChange[]): OrderProblem {
  const last = changes.at(-1);
  return {
    title: texts.desk.conflict,
    text: texts.desk.conflict_text(last?.who ?? '', last ? actionText(last.action, texts.events) : ''),
  };
}

function changesPart({ locale, face }: ShopVisit, changes: readonly NamedChange[]): Html {
  const { texts, tag } = locale;
  const { time_zone } = face.shop.settings;
  return html`<section aria-labelledby="changes"><h2 id="changes">${texts.desk.changes}</h2>
<ol class="timeline">${changes.map(
    ({ at, action, who }) =>
      html`<li>${timePart(at, 'zonedMoment', tag, time_zone)} <span><strong>${actionText(action, texts.events)}</strong> · ${who}</span></li>`,
  )}</ol></section>`;
}

/** Changes with a text that buyers see too. The names of all others are shown as they are in the history. */
const KNOWN = ['placed', 'held', 'released', 'canceled'] as const;

function actionText(action: string, events: ShopVisit['locale']['texts']['events']): string {
  const name = action.replace(/^order\./, '');
  const known = KNOWN.find((one) => one === name);
  return known ? events[known] : name.replaceAll('_', ' ');
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
