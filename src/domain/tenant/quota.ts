import { PortalError } from '../errors/portal-error.js';

/** What an organization may have at most, in the order in which it is told. */
export const QUOTA_NAMES = ['keys', 'items', 'open_carts', 'rows', 'bytes'] as const;
export type QuotaName = (typeof QUOTA_NAMES)[number];

/**
 * What an organization has: API keys that are not revoked, items on sale, carts that are open or being paid, rows of all kinds but
 * events and answers kept for repeats, and the bytes of items, discounts, orders, receipts, pictures and carts that are over.
 */
export type Usage = Readonly<Record<QuotaName, number>>;

export const NO_USAGE: Usage = { keys: 0, items: 0, open_carts: 0, rows: 0, bytes: 0 };

/** Absent = the portal's setting; null = as many as it likes. */
export type Quotas = { readonly [N in QuotaName]?: number | null };

const MEANS: Readonly<Record<QuotaName, { readonly of: string; readonly fix: string }>> = {
  keys: { of: 'API keys that are not revoked', fix: 'Revoke keys that nobody uses' },
  items: { of: 'items on sale', fix: 'Withdraw items' },
  open_carts: { of: 'open carts', fix: 'Cancel carts, or wait until they expire' },
  rows: { of: 'stored objects', fix: 'Delete discounts' },
  bytes: { of: 'stored bytes', fix: 'Shorten items, or delete discounts' },
};

/** The quotas of an organization that has some of its own. */
export function quotasOf(own: Quotas | undefined, defaults: Quotas): Quotas {
  return own ? { ...defaults, ...own } : defaults;
}

/** Whether anything that is added has a quota. */
export function isLimited(added: Usage, limits: Quotas): boolean {
  return QUOTA_NAMES.some((name) => added[name] > 0 && typeof limits[name] === 'number');
}

/** @throws PortalError `quota_exceeded` when what is added does not fit */
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
