import type { Checkout } from '../domain/checkout/checkout.js';
import { limitsWithin, SPENDING_WINDOW_MS, type Spending, type SpendingLimits } from '../domain/tenant/limits.js';
import type { ApiKey } from '../domain/tenant/tenant.js';
import { LastPer } from '../domain/values/last-per.js';
import type { Rows, Wanted } from '../ports.js';

/** Kept per row, because a cached response is reused only while the limits are the same object. */
const withinCeilings = new LastPer<ApiKey, SpendingLimits | undefined>();

/**
 * Reads the limits of a key and what counts toward them now; `undefined` if it has none. The ceilings of the shop apply
 * to grants, also to those that are older than the ceilings.
 */
function readSpending(rows: Rows, keyId: string, shopId: string, now: number): Spending | undefined {
  const key = rows.get('api_key', keyId);
  if (!key) return undefined;
  const { grant_ceilings: ceilings, currency = '' } = (key.grant && rows.get('shop', shopId)?.settings) ?? {};
  const limits = ceilings
    ? withinCeilings.get(key, [ceilings, currency], () => limitsWithin(key.limits, ceilings, currency))
    : key.limits;
  return limits && { key_id: keyId, limits, ...rows.find('spending', keyId, now - SPENDING_WINDOW_MS) };
}

/** Reads the amount that counts toward the limits of a key now; 0 if it has none. Minor units. */
export function readSpent(rows: Rows, { id, limits }: ApiKey, now: number): number {
  return limits ? rows.find('spending', id, now - SPENDING_WINDOW_MS).spent : 0;
}

/** Like `readSpent`, for several keys, by their ids. */
export function readSpentByKey(rows: Rows, keys: readonly ApiKey[], now: number): ReadonlyMap<string, number> {
  const limited = keys.filter(({ limits }) => limits);
  rows.expect(...limited.map(({ id }): Wanted => ['spending', id, now - SPENDING_WINDOW_MS]));
  return new Map(limited.map((key) => [key.id, readSpent(rows, key, now)]));
}

/**
 * Reads the limits of grants in a shop, within its ceilings, and what counts toward them now, by the ids of the grants.
 * Grants without limits are left out.
 */
export function readSpendingByGrant(
  rows: Rows,
  grantIds: readonly string[],
  shopId: string,
  now: number,
): ReadonlyMap<string, Spending> {
  const since = now - SPENDING_WINDOW_MS;
  rows.expect(
    ['get', 'shop', shopId],
    ...grantIds.flatMap((id): Wanted[] => [
      ['get', 'api_key', id],
      ['spending', id, since],
    ]),
  );
  return new Map(
    grantIds.flatMap((id) => {
      const spending = readSpending(rows, id, shopId, now);
      return spending ? [[id, spending] as const] : [];
    }),
  );
}

/** Lists the rows that `spendingOn` reads; none for a checkout whose payment counts toward no limits. */
export function spendingHints({ state, spender, shop_id }: Checkout, now: number): Wanted[] {
  if (state !== 'open' || spender === undefined) return [];
  return [
    ['get', 'api_key', spender],
    ['get', 'shop', shop_id],
    ['spending', spender, now - SPENDING_WINDOW_MS],
  ];
}

/** Reads the limits toward which the payment of a checkout will count; `undefined` if there are none. */
export function spendingOn(rows: Rows, { state, spender, shop_id }: Checkout, now: number): Spending | undefined {
  return state === 'open' && spender !== undefined ? readSpending(rows, spender, shop_id, now) : undefined;
}
