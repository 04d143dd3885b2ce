import type { Order } from '../../domain/order/order.js';
import type { LogAuditRows } from './log-audit-rows.js';
import { type RowFault, rowFault } from './row-fault.js';

/**
 * Finds orders whose payments do not count toward the limits of their grant as the orders say. `orders`: as the log says,
 * which has the counted amount among the members of the payment.
 */
export async function findSpendingFaults(rows: LogAuditRows, orders: readonly Order[]): Promise<readonly RowFault[]> {
  const counted = orders.flatMap(({ id, grant, payment: { attempt_id, progress } }) =>
    progress?.spent === undefined ? [] : [{ id, payment: attempt_id ?? '', key_id: grant?.id, spent: progress.spent }],
  );
  if (counted.length === 0) return [];
  const stored = await rows.spendings(counted.map(({ payment }) => payment));
  return counted.flatMap(({ id, payment, key_id, spent }) => {
    const found = stored.get(payment);
    const isCounted = found?.spent === spent && found.spender_id !== null;
    // An erased order does not name its grant.
    if (isCounted && (key_id === undefined || found.spender_id === key_id)) return [];
    return [rowFault('order', id, 'its payment counts otherwise toward the limits of its grant')];
  });
}
