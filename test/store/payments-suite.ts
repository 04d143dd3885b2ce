import { expect, it } from 'vitest';
import { markPaid } from '../../src/domain/order/mark-paid.js';
import type { Order } from '../../src/domain/order/order.js';
import { required } from '../../src/domain/values/required.js';
import { buildOrderWrites } from '../../src/records/order-writes.js';
import { systemIds } from '../../src/system.js';
import type { Bench } from './conformance.js';
import { NOW, orderRows, write } from './sample-rows.js';

/** Payments as rows beside their orders. */
export function paymentsSuite(bench: () => Bench): void {
  it('inserts the payment of an order from an earlier version with the next change of money', async () => {
    const { store } = bench();
    const totals = [{ type: 'total', amount: 1000 }] as const;
    const payment = { handler_id: 'invoice', attempt_id: 'pay_old' };
    await write(store, ...orderRows('ord_old', { totals, payment, payment_status: 'pending' }));
    const change = (after: (order: Order) => Order) =>
      store.update((rows) => {
        const before = required(rows.get('order', 'ord_old'), 'order');
        const by = { ids: systemIds, actor: 'test', now: NOW + 1 };
        return {
          writes: buildOrderWrites(rows, by, before, after(before), 'order.paid').writes,
          result: undefined,
        };
      });
    const stored = () => store.read((rows) => rows.get('payment', 'pay_old'));
    await change((order) => ({ ...order, updated_at: NOW + 1 }));
    expect(await stored()).toBeUndefined();
    await change((order) => markPaid(order, {}, NOW + 1));
    expect(await stored()).toMatchObject({
      ...{ checkout_id: 'chk_ord_old', order_id: 'ord_old', handler_id: 'invoice', amount: 1000, version: 1 },
      progress: { state: 'captured', paid: 1000 },
    });
  });
}
