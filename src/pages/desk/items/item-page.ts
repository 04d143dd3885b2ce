import type { AnyAnswer } from '../../../calls/answer.js';
import { itemKey } from '../../../domain/shop/item.js';
import { collectPages } from '../../../lists/every-page.js';
import { getShopItem } from '../../../operations/shop/get-shop-item.js';
import { listStockMovements } from '../../../operations/shop/list-stock-movements.js';
import type { AuditPosition, Store } from '../../../ports.js';
import { readActorNames } from '../../../records/actor-names.js';
import type { ShopItemAnswer } from '../../../schema/shop-item.js';
import type { StockMovementAnswer } from '../../../schema/stock-movement.js';
import { answeredWith, pageOf } from '../../answered.js';
import type { Form } from '../../checkout/form.js';
import { type Html, html } from '../../html.js';
import { timePart } from '../../parts.js';
import { toldPart } from '../../problems.js';
import { type RejectedForm, textField, typedOr } from '../form-fields.js';
import { formStart } from '../form-start.js';
import type { OrderProblem } from '../order-page.js';
import type { ShopVisit } from '../shop-visit.js';
import { itemFields } from './item-form.js';
import { itemUrl } from './item-links.js';

const MOVEMENTS = 20;

export interface ShownItem {
  readonly item: ShopItemAnswer;
  readonly version: number;
  readonly rejected?: RejectedForm;
}

type Reads = { readonly store: Pick<Store, 'read' | 'list'> };

/**
 * Reads an item of the shop.
 * @throws PortalError `shop_item_not_found`, `forbidden`
 */
export async function readItem({ call, shopId }: ShopVisit, item_id: string): Promise<ShownItem> {
  const answer: AnyAnswer = await call(getShopItem, { shop_id: shopId, item_id });
  if (answer.version === undefined) throw new Error('the answer has no version');
  return { item: answeredWith<ShopItemAnswer>(answer, 'fulfillment_types'), version: answer.version };
}

/** Renders an item with its members, pictures and stock, each with its form. */
export async function itemPage(
  deps: Reads,
  visit: ShopVisit,
  shown: ShownItem,
  problem?: OrderProblem | 'conflict',
): Promise<Html> {
  const { desk_work } = visit.locale.texts;
  const { item, version, rejected } = shown;
  const typedIn = (action: string) => (rejected?.action === action ? rejected.form : undefined);
  const told = problem === 'conflict' ? await conflictOf(deps, visit, item.id) : problem;
  const url = itemUrl(visit, item.id);
  return html`${toldPart(told)}
<h1>${item.title}</h1>
<p class="hint">${item.id} · ${desk_work.items[item.status]}</p>
${await stockPart(deps, visit, item, typedIn('stock'))}
${picturesPart(visit, shown, typedIn('pictures'))}
<section aria-labelledby="details"><h2 id="details">${desk_work.items.details}</h2>
<form method="post" action="${url}/details" class="narrow">${formStart(visit, version)}${itemFields(visit, false, item, typedIn('details'))}
<p><button class="primary">${desk_work.save}</button></p></form></section>`;
}

/** Describes the newest change of the item, which the person has not seen. */
async function conflictOf(
  { store }: Reads,
  { locale, organizationId, shopId }: ShopVisit,
  id: string,
): Promise<OrderProblem> {
  const { desk_work } = locale.texts;
  const subject = { type: 'item', id: itemKey(shopId, id) } as const;
  const read = (after: AuditPosition | undefined, limit: number) => store.list('audit_events', subject, after, limit);
  const last = (await collectPages(read)).at(-1);
  const names = last && (await store.read((rows) => readActorNames(rows, organizationId, [last.actor])));
  const who = last ? (names?.get(last.actor) ?? last.actor) : '';
  return {
    title: desk_work.items.conflict,
    text: desk_work.items.conflict_text(who, last?.changed.map((name) => name.replaceAll('_', ' ')).join(', ') ?? ''),
  };
}

/** Renders the pictures. Each has buttons that move it, since the first one is shown in lists. */
function picturesPart(visit: ShopVisit, { item, version }: ShownItem, typed: Form | undefined): Html {
  const { items: texts } = visit.locale.texts.desk_work;
  const url = `${itemUrl(visit, item.id)}/pictures`;
  const last = item.images.length - 1;
  const button = (index: number, action: 'up' | 'down' | 'remove') =>
    html`<button class="quiet" name="${action}" value="${index}" aria-label="${texts[action]}: ${texts.picture(index + 1)}">${texts[action]}</button>`;
  return html`<section aria-labelledby="pictures"><h2 id="pictures">${texts.pictures}</h2>
<form method="post" action="${url}">${formStart(visit, version)}
<ol class="pictures">${item.images.map(
    ({ url: source, alt }, index) =>
      html`<li><img src="${source}" alt="${alt ?? texts.picture(index + 1)}" width="96" height="96">${index > 0 && button(index, 'up')}${index < last && button(index, 'down')}${button(index, 'remove')}</li>`,
  )}</ol></form>
<form method="post" action="${url}" class="narrow">${formStart(visit, version)}
<div class="field"><label for="picture-url">${texts.picture_url}</label><input id="picture-url" name="url" type="url" value="${typedOr(typed, 'url', '')}" maxlength="2000" required></div>
${textField('picture-alt', 'alt', texts.picture_alt, { typed })}
<p><button class="quiet" name="add" value="1">${texts.add_picture}</button></p></form></section>`;
}

async function stockPart(
  { store }: Reads,
  visit: ShopVisit,
  item: ShopItemAnswer,
  typed: Form | undefined,
): Promise<Html> {
  const { call, shopId, organizationId, locale, face } = visit;
  const { items: texts } = locale.texts.desk_work;
  const answer = await call(listStockMovements, { shop_id: shopId, item_id: item.id, limit: MOVEMENTS });
  const { rows: movements } = pageOf<StockMovementAnswer>(answer, 'stock_after');
  const actors = movements.map(({ actor }) => actor);
  const names = await store.read((rows) => readActorNames(rows, organizationId, actors));
  const url = `${itemUrl(visit, item.id)}/stock`;
  return html`<section aria-labelledby="stock"><h2 id="stock">${texts.stock}: ${item.stock ?? texts.not_counted}</h2>
${
  item.stock !== null &&
  html`<form method="post" action="${url}" class="narrow">${formStart(visit)}
<div class="field"><label for="by">${texts.by}</label><input id="by" name="by" type="number" value="${typedOr(typed, 'by', '')}" required></div>
<div class="field"><label for="reason">${locale.texts.desk.reason}</label><input id="reason" name="reason" value="${typedOr(typed, 'reason', '')}" maxlength="500" required></div>
<p><button class="quiet">${texts.change_stock}</button></p></form>`
}
<form method="post" action="${url}" class="narrow">${formStart(visit)}<input type="hidden" name="expected" value="${item.stock ?? ''}">
<div class="field"><label for="to">${texts.counted}</label><input id="to" name="to" type="number" value="${typedOr(typed, 'to', '')}"></div>
<p><button class="quiet">${texts.set_stock}</button></p></form>
<ol class="timeline">${movements.map(
    ({ at, by, stock_after, kind, reason, actor }) =>
      html`<li>${timePart(at, 'zonedMoment', locale.tag, face.shop.settings.time_zone)} <span><strong>${by > 0 && '+'}${by}</strong> → ${stock_after ?? texts.not_counted} · ${texts.kinds[kind]}${reason !== null && html` (${reason})`} · ${names.get(actor) ?? actor}</span></li>`,
  )}</ol></section>`;
}
