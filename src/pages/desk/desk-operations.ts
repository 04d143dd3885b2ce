import type { Operation } from '../../calls/define.js';
import { required } from '../../domain/values/required.js';
import { createDraftOrder } from '../../operations/draft/create-draft-order.js';
import { listDraftOrders } from '../../operations/draft/list-draft-orders.js';
import { listReceipts } from '../../operations/receipt/list-receipts.js';
import { importItems } from '../../operations/shop/import-items.js';
import { listAbandonedCarts } from '../../operations/shop/list-abandoned-carts.js';
import { listDiscounts } from '../../operations/shop/list-discounts.js';
import { listShopItems } from '../../operations/shop/list-shop-items.js';
import { listShopOrders } from '../../operations/shop/list-shop-orders.js';
import { putItem } from '../../operations/shop/put-item.js';
import { SHOP_ORDER_OPERATIONS } from '../../operations/shop/shop-order-operations.js';
import { updateShopSettings } from '../../operations/shop/update-shop-settings.js';

/** Operations that the desk calls, besides those of its actions. */
export const DESK_READS = {
  orders: listShopOrders,
  order: shopOrderOperation('get_shop_order'),
  history: shopOrderOperation('get_shop_order_history'),
  statement: shopOrderOperation('get_shop_order_statement'),
} as const;

/** Operations by whose scopes the other pages can be seen or used. */
export const DESK_PAGES = {
  items: listShopItems,
  new_item: putItem,
  import: importItems,
  discounts: listDiscounts,
  drafts: listDraftOrders,
  new_draft: createDraftOrder,
  abandoned_carts: listAbandonedCarts,
  receipts: listReceipts,
  settings: updateShopSettings,
} as const;

/** Returns the operation on a shop's order with this name. */
export function shopOrderOperation(name: string): Operation {
  return required(
    SHOP_ORDER_OPERATIONS.find((operation) => operation.name === name),
    'operation',
  );
}
