import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import type { Assessment } from '../../domain/checkout/status.js';
import { ignoreHandlerDown } from '../../payments/payment-gateway.js';
import { makeResolver, resolveOpenPayment } from '../../payments/resolve-payment.js';
import type { Rows, Wanted } from '../../ports.js';
import { assessmentOf } from '../../records/assessment.js';
import { type CheckoutAnswer, checkoutAnswer } from './change-cart.js';
import { steadyAnswerOf } from './steady-checkouts.js';

/** Builds the response with the current state of a checkout. */
export function answerOf(
  rows: Rows,
  context: Context<'view'>,
  checkout: Checkout,
  assessment: Assessment = assessmentOf(rows, checkout, context.now),
): CheckoutAnswer {
  return checkoutAnswer(context.services.view, assessment);
}

/** Reads a checkout. An open payment is resolved first, if its handler knows the outcome. */
export function readResolved(
  context: Context<'view' | 'payments'>,
  find: (rows: Rows) => Checkout | undefined,
  ...expected: readonly Wanted[]
): Promise<CheckoutAnswer | undefined> {
  return readResolvedAs(context, find, (rows, checkout) => steadyAnswerOf(rows, context, checkout), ...expected);
}

/** Like `readResolved`, but builds the response with another function. */
export async function readResolvedAs<Body>(
  context: Context<'payments'>,
  find: (rows: Rows) => Checkout | undefined,
  show: (rows: Rows, checkout: Checkout) => Answer<Body>,
  ...expected: readonly Wanted[]
): Promise<Answer<Body> | undefined> {
  const look = () =>
    context.read(
      (rows) => {
        const checkout = find(rows);
        return checkout && { checkout, answer: show(rows, checkout) };
      },
      ...expected,
    );
  const found = await look();
  if (found?.checkout.state !== 'paying' || context.call.dryRun) return found?.answer;
  await resolveOpenPayment(makeResolver(context), found.checkout.id).catch(ignoreHandlerDown);
  return (await look())?.answer;
}
