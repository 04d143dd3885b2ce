import type { Operation } from '../../calls/define.js';
import { type Html, html } from '../html.js';

/** Operations about one kind of object. */
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
  'signing-keys': 'Signing keys',
  receipts: 'Receipts and the log',
};

/** The buyer's page calls these; they have no route of their own. */
const OF_THE_BUYER = 'checkouts';

/** The operations by the resource in their path, in the order of the registry. */
export function groupsOf(operations: readonly Operation[]): readonly Group[] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const id = resourceOf(operation);
    groups.set(id, [...(groups.get(id) ?? []), operation]);
  }
  return [...groups].map(([id, ofGroup]) => ({ id, title: TITLES[id] ?? id, operations: ofGroup }));
}

/** Below `/api/commerce` the part after it, elsewhere the first one. */
function resourceOf({ http }: Operation): string {
  if (!http) return OF_THE_BUYER;
  const [, , area = '', resource = ''] = http.path.split('/');
  return area === 'commerce' ? resource : area;
}

export function operationPath({ name }: Pick<Operation, 'name'>): string {
  return `/docs/${name}`;
}

/** The list at the side: what there is, and of the group of the `current` operation each. */
export function asidePart(groups: readonly Group[], current?: string): Html {
  return html`<ul class="aside-list">${groups.map(
    ({ id, title, operations }) => html`<li><a class="aside-link" href="/docs#${id}">${title}</a>${
      operations.some(({ name }) => name === current) &&
      html`<ul class="aside-list aside-inner">${operations.map((one) => asideEntry(one, current))}</ul>`
    }</li>
`,
  )}</ul>`;
}

function asideEntry(operation: Operation, current: string | undefined): Html {
  const { name } = operation;
  return html`<li><a class="aside-link" href="${operationPath(operation)}"${
    name === current && html` aria-current="page"`
  }>${name}</a></li>
`;
}

/** The method and the path of an operation. */
export function routePart({ http }: Pick<Operation, 'http'>): Html {
  if (!http) return html`<span class="method">page</span>`;
  return html`<span class="method ${http.method}">${http.method.toUpperCase()}</span> <code>${http.path}</code>`;
}
