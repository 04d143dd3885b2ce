/** Settings for the quotas of organizations that have none of their own. */
export const QUOTA_SETTINGS = {
  quotaKeys: {
    env: 'PORTAL_QUOTA_KEYS',
    flag: '--quota-keys <number>',
    help: 'maximum API keys per organization, revoked ones excluded; override with portal orgs set (default: unlimited)',
  },
  quotaItems: {
    env: 'PORTAL_QUOTA_ITEMS',
    flag: '--quota-items <number>',
    help: 'maximum items on sale per organization (default: unlimited)',
  },
  quotaOpenCarts: {
    env: 'PORTAL_QUOTA_OPEN_CARTS',
    flag: '--quota-open-carts <number>',
    help: 'maximum carts per organization that are open or being paid (default: unlimited)',
  },
  quotaRows: {
    env: 'PORTAL_QUOTA_ROWS',
    flag: '--quota-rows <number>',
    help: 'maximum rows per organization: shops, deployments, agents, consumers, API keys, signing keys, items, discounts, checkouts, orders and receipts (default: unlimited)',
  },
  quotaMib: {
    env: 'PORTAL_QUOTA_MIB',
    flag: '--quota-mib <MiB>',
    help: 'storage per organization for items, discounts, orders, receipts, pictures and ended carts, in MiB (default: unlimited)',
  },
} as const;
