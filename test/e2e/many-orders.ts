import DatabaseConstructor from 'better-sqlite3';
import { ORDER_STATUSES, type OrderStatus } from '../../src/domain/order/order.js';
import type { PaymentStatus } from '../../src/domain/payment/payment-status.js';
import { COUNT_ADDED } from '../../src/store/sqlite/move/count-added.js';
import { turns } from '../support/turns.js';
import { volume } from '../support/volume.js';

export const COUNT = volume(12_000, 100_000);
export const BUYERS = ['ada', 'bob'] as const;
/** Time of the oldest of these orders. All of them are older than the orders that tests place. */
export const FIRST_INSTANT = Date.UTC(2025, 0, 1);
/** The statuses of orders of earlier versions, which have no payment. */
const OLD_PAYMENT_STATUSES: readonly PaymentStatus[] = ['pending', 'paid', 'partially_refunded', 'refunded', 'voided'];
/** Number of orders placed in the same millisecond. */
const AT_ONCE = 3;

export interface OldOrder {
  readonly id: string;
  readonly buyer_id: string;
  readonly status: OrderStatus;
  readonly payment_status: PaymentStatus;
  readonly created_at: number;
}

/** Returns orders newest first, those of the same time by descending id. Ids are scattered and do not show the age. */
export function oldOrders(): readonly OldOrder[] {
  const orders = Array.from({ length: COUNT }, (_, index): OldOrder => {
    const scattered = Math.imul(index, 2_654_435_761) >>> 0;
    return {
      id: `ord_${scattered.toString(16).padStart(8, '0')}`,
      buyer_id: member(BUYERS, index),
      status: member(ORDER_STATUSES, Math.floor(index / 2)),
      payment_status: member(OLD_PAYMENT_STATUSES, Math.floor(index / 10)),
      created_at: FIRST_INSTANT + Math.floor(index / AT_ONCE),
    };
  });
  return orders.sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
}

function member<T>(of: readonly T[], index: number): T {
  const found = of[index % of.length];
  if (found === undefined) throw new Error('the list is empty');
  return found;
}

/** Orders per transaction; the portal, which is in the same process, can run between transactions. */
const BATCH = 5_000;

/** Inserts copies of a real order into the file of a running portal. `orders` must begin with the newest. */
export async function writeOldOrders(file: string, modelId: string, orders: readonly OldOrder[]): Promise<void> {
  const database = new DatabaseConstructor(file);
  // Durability is not needed, and the indexes fit into memory.
  database.pragma('synchronous = OFF');
  database.pragma('cache_size = -400000');
  database.exec(COUNT_ADDED);
  const checkout = database.prepare(COPY_CHECKOUT);
  const order = database.prepare(COPY_ORDER);
  const write = database.transaction((batch: readonly OldOrder[], from: number) => {
    for (const [index, row] of batch.entries()) {
      const nth = from + index;
      const values = { ...row, checkout_id: `chk_${row.id}`, display_id: `old-${nth}`, model: modelId };
      checkout.run(values);
      order.run({ ...values, changed: FIRST_CHANGE + nth });
    }
  });
  // Oldest first, so that the indexes grow at their ends.
  const placed = orders.toReversed();
  for (let from = 0; from < placed.length; from += BATCH) {
    write(placed.slice(from, from + BATCH), from);
    await turns(1);
  }
  database.close();
}

/** Larger than every change number that the portal assigns in the meantime. */
const FIRST_CHANGE = 1_000_000;

const COPY_CHECKOUT = `
  INSERT INTO checkout (key, shop_id, deployment_id, buyer_id, state, expires_at, created_at, version, body)
  SELECT @checkout_id, shop_id, deployment_id, @buyer_id, state, expires_at, @created_at, version, '{}'
  FROM checkout WHERE key = (SELECT checkout_id FROM "order" WHERE key = @model)`;

const COPY_ORDER = `
  INSERT INTO "order"
    (key, shop_id, deployment_id, buyer_id, checkout_id, display_id, status, payment_status, created_at, changed, version, body)
  SELECT @id, shop_id, deployment_id, @buyer_id, @checkout_id, @display_id, @status, @payment_status, @created_at, @changed, version,
    json_set(json_remove(body, '$.payment.progress'), '$.id', @id, '$.buyer_id', @buyer_id, '$.checkout_id', @checkout_id, '$.display_id', @display_id,
      '$.status', @status, '$.payment_status', @payment_status, '$.created_at', @created_at)
  FROM "order" WHERE key = @model`;
