import type { AnyAnswer } from '../../calls/answer.js';
import { dayAfter, dayOf } from '../../domain/values/calendar.js';
import { displayAmount } from '../../domain/values/display.js';
import { sum } from '../../domain/values/money.js';
import { getShopSummary } from '../../operations/shop/get-shop-summary.js';
import type { ShopSummary } from '../../schema/summary.js';
import { type Html, html } from '../html.js';
import type { ShopVisit } from './shop-visit.js';

/** Days that are shown, beside as many before them. */
const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Size of the chart in its own units, and the width of a day in them. */
const HEIGHT = 100;
const STEP = 20;

/** Sales of one day. Minor units. */
interface Day {
  readonly gross: number;
  readonly orders: number;
}

/** Renders the sales of the last 30 days as a chart beside the 30 days before; nothing if nothing was sold. */
export async function salesPart({ call, shopId, face, locale }: ShopVisit, now: number): Promise<Html | false> {
  const { time_zone } = face.shop.settings;
  const to = dayOf(now, time_zone);
  const from = new Date(Date.parse(to) - (2 * DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const summary = summaryOf(await call(getShopSummary, { shop_id: shopId, from, to }));
  if (summary.orders === 0) return false;
  const days = daysOf(summary, from);
  const [before, after] = [days.slice(0, DAYS), days.slice(DAYS)];
  const { sales } = locale.texts.desk_work;
  const text = (some: readonly Day[], words: typeof sales.now) =>
    words(
      displayAmount(sum(some.map(({ gross }) => gross)), summary.currency, locale.tag),
      sum(some.map(({ orders }) => orders)),
    );
  return html`<section aria-labelledby="sales"><h2 id="sales">${sales.title}</h2>
<p><strong>${text(after, sales.now)}</strong></p>
${chart(before, after, sales.title)}
<p class="hint">${text(before, sales.before)}</p></section>`;
}

/** @throws Error for the response of an operation that sums up no sales */
function summaryOf({ body }: AnyAnswer): ShopSummary {
  if (!isSummary(body)) throw new Error('the answer has no summary');
  return body.data;
}

function isSummary(body: unknown): body is { readonly data: ShopSummary } {
  if (typeof body !== 'object' || body === null || !('data' in body)) return false;
  const { data } = body;
  return typeof data === 'object' && data !== null && 'days' in data && 'gross' in data;
}

/** Lists all days from this one on, also those without orders. */
function daysOf({ days }: ShopSummary, from: string): readonly Day[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  const found: Day[] = [];
  for (let date = from; found.length < 2 * DAYS; date = dayAfter(date))
    found.push(byDate.get(date) ?? { gross: 0, orders: 0 });
  return found;
}

/** Draws the days as bars, and the days before as a line. The texts beside it have the same numbers. */
function chart(before: readonly Day[], after: readonly Day[], title: string): Html {
  const most = Math.max(1, ...[...before, ...after].map(({ gross }) => gross));
  const heightOf = ({ gross }: Day) => Math.round((gross * HEIGHT) / most);
  const line = before.map((day, index) => `${index * STEP + STEP / 2},${HEIGHT - heightOf(day)}`).join(' ');
  return html`<svg class="chart" viewBox="0 0 ${DAYS * STEP} ${HEIGHT}" role="img" aria-label="${title}" preserveAspectRatio="none">${after.map(
    (day, index) =>
      html`<rect x="${index * STEP + 2}" y="${HEIGHT - heightOf(day)}" width="${STEP - 4}" height="${heightOf(day)}"></rect>`,
  )}<polyline points="${line}"></polyline></svg>`;
}
