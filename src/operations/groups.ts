import type { Operation } from '../calls/define.js';

/** The operations on one kind of resource. */
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
  staff: 'Staff',
  audit: 'Audit trail',
  organization: 'Organization',
  'signing-keys': 'Signing keys',
  receipts: 'Receipts and the log',
  webhooks: 'Webhooks',
  mail: 'Mail',
};

/** Group of the operations that only the buyer's page calls. They have no route. */
const OF_THE_BUYER = 'checkouts';

/** Groups operations by the resource in their path, in registry order. */
export function groupsOf(operations: readonly Operation[]): readonly Group[] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const id = resourceOf(operation);
    groups.set(id, [...(groups.get(id) ?? []), operation]);
  }
  return [...groups].map(([id, ofGroup]) => ({ id, title: TITLES[id] ?? id, operations: ofGroup }));
}

/** Returns the first path segment after `/api/commerce/`, or after `/api/` in other paths. */
function resourceOf({ http }: Operation): string {
  if (!http) return OF_THE_BUYER;
  const [, , area = '', resource = ''] = http.path.split('/');
  return area === 'commerce' ? resource : area;
}
