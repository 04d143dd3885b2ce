/** What an organization may have at most, where it has no quotas of its own. */
export const QUOTA_SETTINGS = {
  quotaKeys: {
    env: 'PORTAL_QUOTA_KEYS',
    flag: '--quota-keys <number>',
    help: 'API keys that are not revoked, of an organization at most; portal orgs set gives one another quota (default: any number)',
  },
  quotaItems: {
    env: 'PORTAL_QUOTA_ITEMS',
    flag: '--quota-items <number>',
    help: 'items on sale of an organization at most (default: any number)',
  },
  quotaOpenCarts: {
    env: 'PORTAL_QUOTA_OPEN_CARTS',
    flag: '--quota-open-carts <number>',
    help: 'carts of an organization that are open or being paid at most (default: any number)',
  },
  quotaRows: {
    env: 'PORTAL_QUOTA_ROWS',
    flag: '--quota-rows <number>',
    help: 'rows of an organization at most: shops, deployments, agents, consumers, API keys, signing keys, items, discounts, checkouts, orders and receipts (default: any number)',
  },
  quotaMib: {
    env: 'PORTAL_QUOTA_MIB',
    flag: '--quota-mib <MiB>',
    help: 'MiB that items, discounts, orders, receipts, pictures and ended carts of an organization may hold (default: any number)',
  },
} as const;
