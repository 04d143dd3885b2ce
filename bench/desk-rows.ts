import { DEMO_IDS } from '../src/cli/demo-ids.js';
import type { Row } from './rows.js';
import type { Shop } from './shop.js';

/** Pages of the desk, each compared with reading what it shows over the API. */

const { shop_id } = DEMO_IDS;
const ORDERS_OF_SHOP = 'list 25 orders of a shop';
/** Maximum CPU time of a page, relative to the same read over the API. */
const TIMES = 3;

function staffOf({ staff }: Shop) {
  if (!staff) throw new Error('no staff was signed in');
  return staff;
}

function row(name: string, count: number, make: NonNullable<Row['sample']>, cpuOf?: string): Row {
  return {
    name,
    count,
    needsStaff: true,
    ...(cpuOf !== undefined && { target: { cpuOf, times: TIMES } }),
    once: (client, shop, cart, turn) => client.run(make(shop, cart, turn)),
    sample: make,
  };
}

/** `ofOrder`: name of the row that reads an order. */
export const deskRows = (ofOrder: string): readonly Row[] => [
  row(ORDERS_OF_SHOP, 600, (shop) => ({
    method: 'GET',
    path: `/api/shops/${shop_id}/orders?limit=25`,
    headers: { 'x-api-key': staffOf(shop).key },
  })),
  row(
    'desk: 25 orders',
    600,
    (shop) => ({ method: 'GET', path: `/desk/${shop_id}/orders`, headers: { cookie: staffOf(shop).cookie } }),
    ORDERS_OF_SHOP,
  ),
  row(
    'desk: an order',
    600,
    (shop, { order }) => ({
      method: 'GET',
      path: `/desk/${shop_id}/orders/${order}`,
      headers: { cookie: staffOf(shop).cookie },
    }),
    ofOrder,
  ),
];
