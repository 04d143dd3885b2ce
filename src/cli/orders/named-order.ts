import type { Order } from '../../domain/order/order.js';
import type { Rows, StoreReader } from '../../ports.js';
import { chooseShop, shopIn } from '../choose-shop.js';
import { CommandError } from '../output.js';

/**
 * Finds the order with this id, or with this number in the shop.
 * @throws CommandError when there is none, or when the shop must be named
 */
export function namedOrder(store: StoreReader, name: string, options: { readonly shop?: string }): Promise<Order> {
  return name.startsWith('ord_') ? store.read((rows) => orderIn(rows, name)) : orderByNumber(store, name, options);
}

/** @throws CommandError when there is no such order */
export function orderIn(rows: Rows, id: string): Order {
  const found = rows.get('order', id);
  if (!found) throw new CommandError(`there is no order ${id}`);
  return found;
}

async function orderByNumber(store: StoreReader, number: string, options: { readonly shop?: string }): Promise<Order> {
  const shopId = await chooseShop(store, options.shop);
  const found = await store.read((rows) => {
    shopIn(rows, shopId);
    return rows.find('orderByNumber', shopId, number);
  });
  if (found) return found;
  throw new CommandError(`the shop has no order ${number}; \`portal orders search\` finds orders by other words`);
}
