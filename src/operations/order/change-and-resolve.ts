import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import type { Order } from '../../domain/order/order.js';
import { required } from '../../domain/values/required.js';
import { findNewMoney, queryHandler, readOrderOfShop, writeResolution } from '../../payments/resolve-money.js';
import { makeResolver } from '../../payments/resolve-payment.js';
import type { Rows } from '../../ports.js';
import { leaveUnchanged, type OrderWrites } from '../../records/order-writes.js';
import type { OrderAnswer } from '../../schema/order.js';
import { buildOrderHints, changeOrder, prepareOrderAnswer } from './change-order.js';

type Change = Parameters<typeof changeOrder>[2];

/**
 * Records a change that may move money, then calls the payment handler. The response shows the handler's outcomes that
 * arrive before the deadline. A call resolves only what it opened itself; maintenance resolves the rest.
 */
export async function changeAndResolve(
  context: Context<'view' | 'payments'>,
  orderName: string,
  change: Omit<Change, 'continues'>,
): Promise<Answer<{ data: OrderAnswer }>> {
  const deadline = context.services.payments.transfers.deadline();
  let opened: ReturnType<typeof findNewMoney> = [];
  const recorded = await changeOrder(context, orderName, {
    ...change,
    continues: (before, after) => {
      opened = findNewMoney(before, after);
      return opened.length > 0;
    },
  });
  const last = opened.at(-1);
  if (!last) return recorded;
  const orderId = recorded.body.data.id;
  const hints = buildOrderHints(context.caller, orderId);
  const answer = (decide: (rows: Rows, current: Order) => OrderWrites) =>
    context.update(
      (rows) => {
        const { order, writes } = decide(rows, required(rows.get('order', orderId), 'order'));
        return { writes, answer: prepareOrderAnswer(context, rows, order) };
      },
      ...hints,
    );
  const by = makeResolver(context);
  const read = () => context.read((rows) => required(readOrderOfShop(rows, orderId), 'order'), ...hints);
  for (const open of opened.slice(0, -1))
    await queryHandler(by, await read(), open, deadline, (decide) => writeResolution(by, orderId, decide));
  const resolved = await queryHandler(by, await read(), last, deadline, async (decide, late) => {
    if (!late) return answer(decide);
    // The call has already responded without this outcome. Repeats must get the same response, so the stored one is not
    // replaced.
    await writeResolution(by, orderId, decide);
    return undefined;
  });
  return resolved ?? answer((_rows, order) => leaveUnchanged(order));
}
