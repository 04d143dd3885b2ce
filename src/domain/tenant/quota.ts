import { PortalError } from '../errors/portal-error.js';

/** Quotas of an organization, in display order. */
export const QUOTA_NAMES = ['keys', 'items', 'open_carts', 'rows', 'bytes'] as const;
export type QuotaName = (typeof QUOTA_NAMES)[number];

/**
 * Usage of an organization. `keys`: unrevoked API keys. `items`: items on sale. `open_carts`: carts that are open or
 * being paid. `rows`: shops, deployments, agents, consumers, API and signing keys, items, discounts, checkouts, orders
 * and receipts. `bytes`: size of items, discounts, orders, receipts, pictures and finished carts.
 */
export type Usage = Readonly<Record<QuotaName, number>>;

export const NO_USAGE: Usage = { keys: 0, items: 0, open_carts: 0, rows: 0, bytes: 0 };

/** For an absent quota, the portal's default applies; null means unlimited. */
export type Quotas = { readonly [N in QuotaName]?: number | null };

const MEANS: Readonly<Record<QuotaName, { readonly of: string; readonly fix: string }>> = {
  keys: { of: 'API keys that are not revoked', fix: 'Revoke keys that nobody uses' },
  items: { of: 'items on sale', fix: 'Withdraw items' },
  open_carts: { of: 'open carts', fix: 'Cancel carts, or wait until they expire' },
  rows: { of: 'stored objects', fix: 'Delete discounts' },
  bytes: { of: 'stored bytes', fix: 'Shorten items, or delete discounts' },
};

/** Completes an organization's quotas with the defaults. */
export function mergeQuotas(own: Quotas | undefined, defaults: Quotas): Quotas {
  return own ? { ...defaults, ...own } : defaults;
}

/** True if a quota limits any of the added amounts. */
export function isLimited(added: Usage, limits: Quotas): boolean {
  return QUOTA_NAMES.some((name) => added[name] > 0 && typeof limits[name] === 'number');
}

/**
 * Checks that an addition fits within the quotas.
 * @throws PortalError `quota_exceeded` if it does not
 */
export function assertFits(used: Usage, added: Usage, limits: Quotas): void {
  for (const name of QUOTA_NAMES) {
    const limit = limits[name] ?? Number.POSITIVE_INFINITY;
    if (added[name] <= 0 || used[name] + added[name] <= limit) continue;
    const { of, fix } = MEANS[name];
    throw new PortalError(
      'quota_exceeded',
      `The organization's quota "${name}" is ${limit} ${of}: it has ${used[name]}, and this call adds ${added[name]}. ${fix}, or ask the operator of the portal for more.`,
    );
  }
}
