import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import { SteadyAnswers } from '../../calls/steady-answers.js';
import { assessmentValidUntil } from '../../domain/checkout/assessment-valid-until.js';
import type { Cart, Checkout } from '../../domain/checkout/checkout.js';
import { type Assessment, assess } from '../../domain/checkout/status.js';
import { oncePer } from '../../domain/values/once-per.js';
import type { Rows } from '../../ports.js';
import { cartOf } from '../../records/assessment.js';
import type { Links } from '../../view/links.js';
import { type CheckoutAnswer, checkoutAnswer } from './change-cart.js';

/** One cache per portal, keyed by its links. */
const keptBy = oncePer((_links: Links) => new SteadyAnswers<CheckoutAnswer>());

/**
 * Builds the response with a stored checkout, and reuses it while its rows are unchanged and its time limit has not
 * passed.
 */
export function steadyAnswerOf(
  rows: Rows,
  { services: { view }, now }: Context<'view'>,
  checkout: Checkout,
): CheckoutAnswer {
  const { language = '' } = view;
  const of = { rows, now, checkout, name: language, also: () => [view.links.publicUrl()] };
  return cachedAnswer(keptBy(view.links), of, (assessment) => checkoutAnswer(view, assessment));
}

interface Kept {
  readonly rows: Rows;
  readonly now: number;
  readonly checkout: Checkout;
  /** Name of the response's form. Each form has separate cache entries. */
  readonly name: string;
  /** Returns further values that the response depends on. */
  also(cart: Cart): readonly unknown[];
}

/** Like `steadyAnswerOf`, but `show` builds the response. */
export function cachedAnswer<Shown extends Answer<object>>(
  kept: SteadyAnswers<Shown>,
  { rows, now, checkout, name, also }: Kept,
  show: (assessment: Assessment) => Shown,
): Shown {
  const cart = cartOf(rows, checkout, now);
  // A cart that is not stored is a new object in each call, so its response could never be reused.
  if (checkout.version === 0) return show(assess(cart));
  return kept.get(`${checkout.id} ${name}`, [...also(cart), ...partsOf(cart)], now, () => ({
    answer: show(assess(cart)),
    until: assessmentValidUntil(cart),
  }));
}

/** Lists all values that the assessment of a cart depends on, except the clock. */
function partsOf({ checkout, shop, items, stock, discounts, automatic, uses, used, spending, rules }: Cart): unknown[] {
  return [
    checkout,
    shop,
    rules,
    ...items.values(),
    ...stock.values(),
    ...discounts.values(),
    ...automatic,
    ...uses.values(),
    ...used,
    spending?.limits,
    spending?.spent,
    spending?.oldest,
  ];
}
