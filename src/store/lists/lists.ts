import { sql } from 'drizzle-orm';
import type { ListName } from '../../ports.js';
import { abandonedCartList } from './abandoned-cart-list.js';
import { checkoutList } from './checkout-list.js';
import { draftList } from './draft-list.js';
import { auditList, auditTrailList, movementList } from './history-lists.js';
import { filteredItemList, itemList, itemOnSaleList } from './item-lists.js';
import type { ListQuery } from './list-query.js';
import { orderList } from './order-list.js';
import { deliveriesAbout, deliveryList, dueLanes, dueReceivers, outboxFigures } from './outbox-lists.js';
import { receiptList } from './receipt-list.js';
import { requestedOrderList } from './requested-order-list.js';
import { changedOrderList, shopOrderList } from './shop-order-list.js';
import { listOfAll, listOfOwner, personGrantList, signingKeyList } from './table-lists.js';

export const LISTS: { readonly [N in ListName]: ListQuery<N> } = {
  organizations: listOfAll('organization'),
  all_deployments: listOfAll('deployment'),
  shops: listOfOwner('shop', 'organization_id'),
  deployments: listOfOwner('deployment', 'shop_id'),
  consumers: listOfOwner('consumer', 'organization_id'),
  agents: listOfOwner('agent', 'organization_id'),
  api_keys: listOfOwner('api_key', 'organization_id'),
  staff: listOfOwner('staff', 'organization_id'),
  grants: listOfOwner('api_key', 'organization_id', sql`AND grant_client IS NOT NULL`),
  person_grants: personGrantList,
  signing_keys: listOfOwner('signing_key', 'organization_id'),
  active_signing_keys: signingKeyList('active'),
  retired_signing_keys: signingKeyList('retired'),
  receipts: receiptList,
  items: itemList,
  items_on_sale: itemOnSaleList,
  items_filtered: filteredItemList,
  stock_movements: movementList,
  discounts: listOfOwner('discount', 'shop_id'),
  orders: orderList,
  checkouts: checkoutList,
  platform_carts: listOfOwner('platform_cart', 'shop_id'),
  shop_orders: shopOrderList,
  changed_orders: changedOrderList,
  requested_orders: requestedOrderList,
  drafts: draftList,
  abandoned_carts: abandonedCartList,
  answers: listOfAll('idempotency'),
  payment_accounts: listOfAll('payment_account'),
  oauth_clients: listOfAll('oauth_client'),
  audit_events: auditList,
  audit_trail: auditTrailList,
  webhooks: listOfOwner('webhook', 'organization_id'),
  deliveries: deliveryList,
  deliveries_about: deliveriesAbout,
  due_receivers: dueReceivers,
  due_lanes: dueLanes,
  outbox_figures: outboxFigures,
};
