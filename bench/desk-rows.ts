import { DEMO_IDS } from '../src/cli/demo-ids.js';
import { required } from '../src/domain/values/required.js';
import type { Sent } from './client.js';
import type { Row } from './rows.js';
import type { Cart, Shop } from './shop.js';

/** Pages of the desk, each compared with reading what it shows over the API. */

const { shop_id } = DEMO_IDS;
const SHOP = `/api/shops/${shop_id}`;
const DESK = `/desk/${shop_id}`;
const ITEM = 'enamel-mug';
/** Maximum CPU time of a page, relative to the same reads over the API. */
const TIMES = 3;

function staffOf({ staff }: Shop) {
  if (!staff) throw new Error('no staff was signed in');
  return staff;
}

interface Page {
  readonly page: string;
  readonly path: string | ((cart: Cart) => string);
  /** Paths of the API that read what the page shows. */
  readonly reads: (cart: Cart) => readonly string[];
}

/** Two rows for a page: reading what it shows over the API, and the page itself. */
function rowsOf({ page, path, reads }: Page): readonly Row[] {
  const over = `API: ${page}`;
  const ofPage: Row = {
    ...{ name: `desk: ${page}`, count: COUNT, needsStaff: true, target: { cpuOf: over, times: TIMES } },
    ...requests((shop, cart) => [
      {
        ...{ method: 'GET', path: typeof path === 'string' ? path : path(cart) },
        headers: { cookie: staffOf(shop).cookie },
      },
    ]),
  };
  const ofApi: Row = {
    ...{ name: over, count: COUNT, needsStaff: true },
    ...requests((shop, cart) =>
      reads(cart).map((one) => ({ method: 'GET', path: one, headers: { 'x-api-key': staffOf(shop).key } })),
    ),
  };
  return [ofApi, ofPage];
}

/** Requests per round at 16 connections. */
const COUNT = 400;

/** The workload that makes these requests, one after the other. The first one is the sample. */
function requests(make: (shop: Shop, cart: Cart) => readonly Sent[]): Pick<Row, 'once' | 'sample'> {
  return {
    async once(client, shop, cart) {
      for (const one of make(shop, cart)) await client.run(one);
    },
    sample: (shop, cart) => required(make(shop, cart)[0], 'request'),
  };
}

/** The day this many days ago, UTC. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const orders = (filter: string) => `${SHOP}/orders?${filter}&limit=5`;

const PAGES: readonly Page[] = [
  {
    page: 'today',
    path: DESK,
    reads: () => [
      ...['status=processing', 'status=on_hold', 'payment_status=pending', 'payment_status=disputed'].map(orders),
      ...[`${SHOP}/order-requests?limit=20`, `${SHOP}/summary?from=${daysAgo(59)}`, '/api/webhooks?limit=20'],
    ],
  },
  { page: '25 orders', path: `${DESK}/orders`, reads: () => [`${SHOP}/orders?limit=25`] },
  {
    page: 'an order',
    path: ({ order }) => `${DESK}/orders/${order}`,
    reads: ({ order }) => [`${SHOP}/orders/${order}`, `${SHOP}/orders/${order}/history`],
  },
  { page: 'items', path: `${DESK}/items`, reads: () => [`${SHOP}/items?limit=100`] },
  {
    page: 'an item',
    path: `${DESK}/items/${ITEM}`,
    reads: () => [`${SHOP}/items/${ITEM}`, `${SHOP}/items/${ITEM}/stock?limit=20`],
  },
  { page: 'discounts', path: `${DESK}/discounts`, reads: () => [`${SHOP}/discounts?limit=50`] },
  { page: 'drafts', path: `${DESK}/drafts`, reads: () => [`${SHOP}/draft-orders?limit=25`] },
  {
    page: 'payments',
    path: `${DESK}/payments`,
    // Stripe is the demo's only payment handler with accounts.
    reads: () => [`${SHOP}/settings`, `${SHOP}/payment-accounts/stripe`],
  },
  {
    page: 'receipts',
    path: `${DESK}/receipts`,
    reads: () => ['/api/receipts?limit=25', '/api/receipts/log/checkpoint'],
  },
  { page: 'access', path: `${DESK}/access/staff`, reads: () => ['/api/staff?limit=25'] },
  { page: 'settings', path: `${DESK}/settings/general`, reads: () => [`${SHOP}/settings`] },
];

export const DESK_ROWS: readonly Row[] = PAGES.flatMap(rowsOf);
