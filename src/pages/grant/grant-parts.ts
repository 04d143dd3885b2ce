import type { Shop } from '../../domain/shop/shop.js';
import { LIMIT_NAMES, leftToSpend, type SpendingLimits } from '../../domain/tenant/limits.js';
import { displayAmount } from '../../domain/values/display.js';
import type { OrderSummary } from '../../schema/order.js';
import { dateText } from '../../texts/dates.js';
import type { Locale } from '../../texts/locale.js';
import { type Html, html } from '../html.js';

/** Parts of pages about a grant: that of the grant itself, and that of its person. */

/** The shop of a page, and its language. */
interface Place {
  readonly shop: Shop;
  readonly locale: Locale;
}

/** Renders the limits of a grant and what is left. `spent`: amount that counts toward them now, in minor units. */
export function limitsPart(
  { limits, spent }: { readonly limits: SpendingLimits | undefined; readonly spent: number },
  { texts: { grant }, tag }: Locale,
): Html {
  if (!limits) return html`<p>${grant.no_limits}</p>`;
  const money = (amount: number) => displayAmount(amount, limits.currency, tag);
  const left = leftToSpend({ limits, spent });
  const rows = LIMIT_NAMES.flatMap((name) => {
    const limit = limits[name];
    return limit === undefined ? [] : [html`<li>${grant[name]}: ${money(limit)}</li>`];
  });
  const { categories } = limits;
  const only = categories && html`<li>${grant.only_categories}: ${categories.join(', ')}</li>`;
  return html`<ul class="bullets">${rows}${only ?? false}</ul>
${left !== undefined && html`<p class="hint">${grant.left(money(left), money(limits.per_30_days ?? 0))}</p>`}`;
}

/** Renders orders as a list of links. */
export function orderItems(place: Place, orders: readonly OrderSummary[]): Html {
  const { texts, tag } = place.locale;
  return html`<ul class="bullets">${orders.map(
    ({ permalink_url, display_id, created_at, total, currency }) =>
      html`<li><a href="${permalink_url}">${texts.order.title(display_id)}</a> · ${dayText(created_at, place)} · ${displayAmount(total, currency, tag)}</li>`,
  )}</ul>`;
}

/** Returns the day of an instant, given in ISO 8601, in the time zone of the shop. */
export function dayText(time: string, { locale, shop }: Place): string {
  return dateText(time, 'day', locale.tag, shop.settings.time_zone);
}
