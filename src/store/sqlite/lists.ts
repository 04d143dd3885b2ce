import type { Database } from 'better-sqlite3';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { ListName } from '../../ports.js';
import { listOfAll, listOfOwner } from './aggregate-lists.js';
import { auditList } from './audit-list.js';
import { filteredItemList } from './filtered-item-list.js';
import { itemList, itemOnSaleList } from './item-lists.js';
import type { ListQuery } from './list-query.js';
import { orderList } from './order-list.js';
import { receiptList } from './receipt-list.js';
import { activeKeyList, retiredKeyList } from './signing-key-lists.js';
import { movementList } from './stock.js';

export type ListQueries = { readonly [N in ListName]: ListQuery<N> };

/** The query of each list. */
export function makeLists(database: Database, db: BetterSQLite3Database): ListQueries {
  return {
    organizations: listOfAll(db, 'organization'),
    all_deployments: listOfAll(db, 'deployment'),
    shops: listOfOwner(db, 'shop', 'organization_id'),
    deployments: listOfOwner(db, 'deployment', 'shop_id'),
    consumers: listOfOwner(db, 'consumer', 'organization_id'),
    agents: listOfOwner(db, 'agent', 'organization_id'),
    api_keys: listOfOwner(db, 'api_key', 'organization_id'),
    signing_keys: listOfOwner(db, 'signing_key', 'organization_id'),
    active_signing_keys: activeKeyList(db),
    retired_signing_keys: retiredKeyList(db),
    receipts: receiptList(db),
    items: itemList(db),
    items_on_sale: itemOnSaleList(db),
    items_filtered: filteredItemList(database),
    stock_movements: movementList(database),
    discounts: listOfOwner(db, 'discount', 'shop_id'),
    orders: orderList(db),
    audit_events: auditList(db),
  };
}
