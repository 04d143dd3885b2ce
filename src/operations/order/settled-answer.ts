import type { Order } from '../../domain/order/order.js';
import type { OrderAnswer } from '../../schema/order.js';
import type { Answer } from '../answer.js';
import { settlerOf } from '../checkout/settle.js';
import type { Context } from '../context.js';
import { required } from '../define.js';
import { changeOrder, orderAnswer } from './own-order.js';
import { type SavedOrder, unchanged } from './saved-order.js';
import { askAbout, openMoney, writeSettled } from './settle-money.js';

type Change = Parameters<typeof changeOrder>[2];

/**
 * A change that may set money going: it is recorded, then settled with the payment handler as far as that answers in
 * time, and the answer is the order as it is then. A call settles nothing but what it recorded itself, the adjustment
 * of this id or the void; the rest is the upkeep's.
 */
export async function changeAndSettle(
  context: Context,
  orderId: string,
  adjustmentId: string,
  change: Omit<Change, 'goesOn'>,
): Promise<Answer<{ data: OrderAnswer }>> {
  const deadline = context.desk.refunds.deadline();
  const own = (order: Order) => openMoney(order).find((open) => open === 'void' || open.id === adjustmentId);
  let goesOn = false;
  const recorded = await changeOrder(context, orderId, {
    ...change,
    goesOn: (order) => {
      goesOn = own(order) !== undefined;
      return goesOn;
    },
  });
  if (!goesOn) return recorded;
  const answer = (decide: (current: Order) => SavedOrder) =>
    context.update((rows) => {
      const { order, writes } = decide(required(rows.get('order', orderId), 'order'));
      return { writes, answer: orderAnswer(context, order) };
    });
  const by = settlerOf(context);
  const order = await context.store.read((rows) => required(rows.get('order', orderId), 'order'));
  const open = own(order);
  const settled =
    open &&
    (await askAbout(by, order, open, deadline, async (decide, late) => {
      if (!late) return answer(decide);
      // The call has answered, and its repeats must get that answer.
      await writeSettled(by, orderId, decide);
      return undefined;
    }));
  return settled ?? answer(unchanged);
}
