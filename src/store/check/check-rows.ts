import type { Reads } from '../sql/query.js';
import { checkEvents } from './check-events.js';
import { checkOrders } from './check-orders.js';
import type { CheckResult, OnOrders } from './check-result.js';
import { checkStock } from './check-stock.js';
import { checkUsage } from './check-usage.js';

/** Checks that the rows of a database are consistent with each other, part by part. */
export function* checkRows(onOrders: OnOrders): Reads<readonly CheckResult[]> {
  return [yield* checkOrders(onOrders), yield* checkStock(), yield* checkUsage(), yield* checkEvents()];
}
