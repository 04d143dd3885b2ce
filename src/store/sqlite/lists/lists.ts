import type { Database } from 'better-sqlite3';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { once } from '../../../domain/values/once.js';
import type { ListName, Rows } from '../../../ports.js';
import { listOfAll, listOfOwner } from './aggregate-lists.js';
import { auditList } from './audit-list.js';
import { auditTrailList } from './audit-trail-list.js';
import { type CheckoutReader, checkoutList } from './checkout-list.js';
import { filteredItemList } from './filtered-item-list.js';
import { itemList, itemOnSaleList } from './item-lists.js';
import type { ListQuery } from './list-query.js';
import { movementList } from './movement-list.js';
import { orderList } from './order-list.js';
import { deliveriesAbout, deliveryList, dueLanes, dueReceivers, outboxFigures } from './outbox-lists.js';
import { receiptList } from './receipt-list.js';
import { changedOrderList, shopOrderList } from './shop-order-list.js';
import { activeKeyList, retiredKeyList } from './signing-key-lists.js';

/** Each is prepared when it is first read: a process that answers one question needs few of them. */
export type ListQueries = { readonly [N in ListName]: () => ListQuery<N> };

/** The query of each list. `rows`: those that are kept need not be read again. */
export function makeLists(
  database: Database,
  db: BetterSQLite3Database,
  rows: Pick<Rows, 'many'>,
  checkouts: CheckoutReader,
): ListQueries {
  return {
    organizations: once(() => listOfAll(db, 'organization')),
    all_deployments: once(() => listOfAll(db, 'deployment')),
    shops: once(() => listOfOwner(db, 'shop', 'organization_id')),
    deployments: once(() => listOfOwner(db, 'deployment', 'shop_id')),
    consumers: once(() => listOfOwner(db, 'consumer', 'organization_id')),
    agents: once(() => listOfOwner(db, 'agent', 'organization_id')),
    api_keys: once(() => listOfOwner(db, 'api_key', 'organization_id')),
    signing_keys: once(() => listOfOwner(db, 'signing_key', 'organization_id')),
    active_signing_keys: once(() => activeKeyList(db)),
    retired_signing_keys: once(() => retiredKeyList(db)),
    receipts: once(() => receiptList(database)),
    items: once(() => itemList(db)),
    items_on_sale: once(() => itemOnSaleList(db)),
    items_filtered: once(() => filteredItemList(database)),
    stock_movements: once(() => movementList(database)),
    discounts: once(() => listOfOwner(db, 'discount', 'shop_id')),
    orders: once(() => orderList(db, rows)),
    checkouts: once(() => checkoutList(database, checkouts)),
    platform_carts: once(() => listOfOwner(db, 'platform_cart', 'shop_id')),
    shop_orders: once(() => shopOrderList(database)),
    changed_orders: once(() => changedOrderList(database)),
    answers: once(() => listOfAll(db, 'idempotency')),
    audit_events: once(() => auditList(db)),
    audit_trail: once(() => auditTrailList(database)),
    webhooks: once(() => listOfOwner(db, 'webhook', 'organization_id')),
    deliveries: once(() => deliveryList(database)),
    deliveries_about: once(() => deliveriesAbout(database)),
    due_receivers: once(() => dueReceivers(database)),
    due_lanes: once(() => dueLanes(database)),
    outbox_figures: once(() => outboxFigures(database)),
  };
}
