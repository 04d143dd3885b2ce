import type { Operation } from '../calls/define.js';

/** Operations on one kind of object. */
export interface Group {
  readonly id: string;
  readonly title: string;
  readonly operations: readonly Operation[];
}

const TITLES: Readonly<Record<string, string>> = {
  items: 'Catalog',
  checkouts: 'Checkout',
  orders: 'Orders',
  shops: 'Shops',
  privacy: 'Privacy',
  consumers: 'Consumers',
  agents: 'Agents',
  keys: 'API keys',
  audit: 'Audit trail',
  organization: 'Organization',
  'signing-keys': 'Signing keys',
  receipts: 'Receipts and the log',
  webhooks: 'Webhooks',
};

/** Group of operations without a route, which only the buyer's page calls. */
const OF_THE_BUYER = 'checkouts';

/** Operations by the resource in their path, in registry order. */
export function groupsOf(operations: readonly Operation[]): readonly Group[] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const id = resourceOf(operation);
    groups.set(id, [...(groups.get(id) ?? []), operation]);
  }
  return [...groups].map(([id, ofGroup]) => ({ id, title: TITLES[id] ?? id, operations: ofGroup }));
}

/** The path segment after `/api/commerce/`, or else after `/api/`. */
function resourceOf({ http }: Operation): string {
  if (!http) return OF_THE_BUYER;
  const [, , area = '', resource = ''] = http.path.split('/');
  return area === 'commerce' ? resource : area;
}
