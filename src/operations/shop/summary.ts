import { addSums, NO_SUMS, type Sums, sumOrder } from '../../domain/books/sums.js';
import type { Shop } from '../../domain/shop/shop.js';
import { dayAfter, dayOf, daysBetween, startOfDate } from '../../domain/values/calendar.js';
import { eachPage } from '../../lists/every-page.js';
import type { Position, StoreReader } from '../../ports.js';
import type { ShopSummary } from '../../schema/summary.js';

/**
 * Builds the filter for orders that a shop received from the day `from` to the day `to`, in the shop's time zone. Both
 * days are included; either may be `undefined`.
 */
export function placedWithin({ id, settings }: Shop, from: string | undefined, to: string | undefined) {
  const { time_zone } = settings;
  return {
    shop_id: id,
    status: undefined,
    payment_status: undefined,
    created_from: from === undefined ? undefined : startOfDate(from, time_zone),
    created_before: to === undefined ? undefined : startOfDate(dayAfter(to), time_zone),
    terms: undefined,
  };
}

/** Maximum number of days per summary. */
const MAX_DAYS = 366;

/**
 * Returns the problem with the requested days, if any. If `to` is omitted, the days can be checked only once the shop's
 * time zone is known.
 */
export function daysProblem(from: string, to: string): string | undefined {
  if (from > to) return 'must not be before `from`';
  return daysBetween(from, to) >= MAX_DAYS ? `must be less than ${MAX_DAYS} days after \`from\`` : undefined;
}

/** Sums up a shop's sales on these days. Reads page by page to bound memory. */
export async function summarizeSales(
  list: StoreReader['list'],
  shop: Shop,
  from: string,
  to: string,
): Promise<ShopSummary> {
  const { time_zone, currency } = shop.settings;
  const days = new Map<string, Sums>();
  const filter = placedWithin(shop, from, to);
  const read = (after: Position | undefined, limit: number) => list('shop_orders', filter, after, limit);
  for await (const entries of eachPage(read)) {
    for (const { order } of entries) {
      const date = dayOf(order.created_at, time_zone);
      days.set(date, addSums(days.get(date) ?? NO_SUMS, sumOrder(order)));
    }
  }
  const sorted = [...days].sort(([one], [other]) => (one < other ? -1 : 1));
  const all = sorted.reduce((sums, [, day]) => addSums(sums, day), NO_SUMS);
  return { from, to, time_zone, currency, ...shown(all), days: sorted.map(([date, day]) => ({ date, ...shown(day) })) };
}

function shown({ tax_lines, ...sums }: Sums) {
  return { ...sums, tax_lines: [...tax_lines] };
}
