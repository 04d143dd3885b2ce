import { parsePrice } from '../domain/values/price-text.js';

/** The price at which a product of a Google feed is sold now. */
export interface GooglePrice {
  /** Minor units; absent if unreadable. */
  readonly price?: number;
  readonly problem?: string;
  readonly warnings: readonly string[];
}

/** Returns the sale price while it is valid, else the price. `now` is in milliseconds since the epoch. */
export function googlePrice(text: (name: string) => string | undefined, currency: string, now: number): GooglePrice {
  const whole = parsePrice(text('price') ?? '', currency);
  if (typeof whole === 'string') return { problem: `price: ${whole}`, warnings: [] };
  const sale = text('sale_price');
  if (sale === undefined) return { price: whole.amount, warnings: [] };
  const usual = (why: string): GooglePrice => ({ price: whole.amount, warnings: [`${why}; the price is used`] });
  const read = parsePrice(sale, currency);
  if (typeof read === 'string') return usual(`sale_price: "${sale}" ${read}`);
  if (read.amount > whole.amount) return usual(`sale_price: "${sale}" is higher than the price`);
  const period = text('sale_price_effective_date');
  if (period === undefined) return { price: read.amount, warnings: [] };
  const [from = Number.NaN, to = Number.NaN] = period.split('/').map((time) => Date.parse(time));
  if (Number.isNaN(from) || Number.isNaN(to)) return usual(`sale_price_effective_date: "${period}" is no period`);
  if (now < from || now >= to) return { price: whole.amount, warnings: [] };
  const end = new Date(to).toISOString();
  return { price: read.amount, warnings: [`price: a sale price that ends at ${end}; import the feed again then`] };
}
