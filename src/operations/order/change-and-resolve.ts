import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import type { Order } from '../../domain/order/order.js';
import { required } from '../../domain/values/required.js';
import { findOpenMoney, queryHandler, writeResolution } from '../../payments/resolve-money.js';
import { makeResolver } from '../../payments/resolve-payment.js';
import { leaveUnchanged, type OrderWrites } from '../../records/order-writes.js';
import type { OrderAnswer } from '../../schema/order.js';
import { changeOrder, prepareOrderAnswer } from './change-order.js';

type Change = Parameters<typeof changeOrder>[2];

/**
 * Records a change that may move money, then calls the payment handler. The response shows the handler's outcome if it
 * arrives before the deadline. A call resolves only its own adjustment or void; maintenance resolves the rest.
 */
export async function changeAndResolve(
  context: Context<'view' | 'payments'>,
  orderName: string,
  adjustmentId: string,
  change: Omit<Change, 'continues'>,
): Promise<Answer<{ data: OrderAnswer }>> {
  const deadline = context.services.payments.refunds.deadline();
  const own = (order: Order) => findOpenMoney(order).find((open) => open === 'void' || open.id === adjustmentId);
  let continues = false;
  const recorded = await changeOrder(context, orderName, {
    ...change,
    continues: (order) => {
      continues = own(order) !== undefined;
      return continues;
    },
  });
  if (!continues) return recorded;
  const orderId = recorded.body.data.id;
  const answer = (decide: (current: Order) => OrderWrites) =>
    context.update((rows) => {
      const { order, writes } = decide(required(rows.get('order', orderId), 'order'));
      return { writes, answer: prepareOrderAnswer(context, rows, order) };
    });
  const by = makeResolver(context);
  const order = await context.read((rows) => required(rows.get('order', orderId), 'order'));
  const open = own(order);
  const resolved =
    open &&
    (await queryHandler(by, order, open, deadline, async (decide, late) => {
      if (!late) return answer(decide);
      // The call has already responded without this outcome. Repeats must get the same response, so the stored one
      // is not replaced.
      await writeResolution(by, orderId, decide);
      return undefined;
    }));
  return resolved ?? answer(leaveUnchanged);
}
