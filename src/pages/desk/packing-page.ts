import { lineTitle } from '../../domain/shop/item-title.js';
import type { OrderAnswer } from '../../schema/order.js';
import { dateText } from '../../texts/dates.js';
import { labeled } from '../../texts/label.js';
import { type Html, html } from '../html.js';
import { addressPart } from '../parts.js';
import { readOrder } from './order-page.js';
import { MAX_CHOSEN } from './orders-choice.js';
import type { ShopVisit } from './shop-visit.js';
import { type LeftUnits, unitsInShop, unitsSold } from './units.js';

/**
 * Renders a packing slip for each chosen order: where it goes and which units, without prices. Units that have left the
 * shop are listed only if none are left in it.
 * @throws PortalError `order_not_found`, `forbidden`
 */
export async function packingPage(visit: ShopVisit, params: URLSearchParams): Promise<Html> {
  const { packing } = visit.locale.texts.desk_work;
  const ids = [...new Set(params.getAll('order'))].slice(0, MAX_CHOSEN);
  const slips: Html[] = [];
  for (const id of ids) slips.push(slipPart(visit, (await readOrder(visit, id)).order));
  return html`<h1 class="screen">${packing.title}</h1>
<p class="hint screen">${slips.length === 0 ? packing.none : packing.hint}</p>
${slips}`;
}

function slipPart({ locale, face }: ShopVisit, order: OrderAnswer): Html {
  const { texts, tag } = locale;
  const { packing } = texts.desk_work;
  const inShop = unitsInShop(order);
  const lines = inShop.length > 0 ? inShop : unitsSold(order);
  const placed = dateText(order.created_at, 'day', tag, face.shop.settings.time_zone);
  return html`<section class="slip" aria-labelledby="slip-${order.id}"><p class="shop">${face.name}</p>
<h2 id="slip-${order.id}">${packing.of(order.display_id)}</h2>
<p class="hint">${texts.order.placed_on(placed)}</p>
${order.fulfillment.expectations.map(({ description, destination }) => html`<p>${description}</p>${destination && addressPart(destination, tag)}`)}
<table><thead><tr><th scope="col" class="number">${packing.units}</th><th scope="col">${packing.item}</th></tr></thead>
<tbody>${lines.map((one) => rowPart(one, tag))}</tbody></table></section>`;
}

function rowPart({ line, left }: LeftUnits, tag: string): Html {
  return html`<tr><td class="number">${left}</td><td>${lineTitle(line)}${line.properties.map(({ name, value }) => html`<br><small>${labeled(name, value, tag)}</small>`)}</td></tr>`;
}
