import type { Checkout } from '../../domain/checkout/checkout.js';
import type { Rows } from '../../ports.js';
import type { Context } from '../context.js';
import { onlyHandlerDown } from '../payment-desk.js';
import { assessmentOf, type CheckoutAnswer, checkoutAnswer } from './cart.js';
import { settleOpenPayment, settlerOf } from './settle.js';

/** A checkout as it is answered now. */
export function answerOf(rows: Rows, context: Context, checkout: Checkout): CheckoutAnswer {
  return checkoutAnswer(context, assessmentOf(rows, checkout, context.now));
}

/** Reads a checkout; a payment that was left open is settled first, where its handler knows the outcome. */
export async function readSettled(
  context: Context,
  find: (rows: Rows) => Checkout | undefined,
): Promise<CheckoutAnswer | undefined> {
  const look = () =>
    context.store.read((rows) => {
      const checkout = find(rows);
      return checkout && { checkout, answer: answerOf(rows, context, checkout) };
    });
  const found = await look();
  if (found?.checkout.state !== 'paying' || context.looksOnly) return found?.answer;
  await settleOpenPayment(settlerOf(context), found.checkout.id).catch(onlyHandlerDown);
  return (await look())?.answer;
}
