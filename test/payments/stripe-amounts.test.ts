import { expect, it } from 'vitest';
import { fromStripeAmount, toStripeAmount } from '../../src/payments/handlers/stripe/amounts.js';

/** Amounts in the units that Stripe documents (docs.stripe.com/currencies). */

it.each([
  ['USD', 1000, 1000],
  ['JPY', 500, 500],
  ['HUF', 1045, 1045],
  ['ISK', 5, 500],
  ['MGA', 700, 7],
  ['KWD', 5120, 5120],
])('%s %i is %i at Stripe', (currency, amount, atStripe) => {
  expect(toStripeAmount({ amount, currency })).toBe(atStripe);
  expect(fromStripeAmount({ amount: atStripe, currency })).toBe(amount);
});

it.each([
  ['MGA', 750],
  ['KWD', 5124],
  ['UGX', 5],
])('%s %i cannot be moved exactly', (currency, amount) => {
  expect(toStripeAmount({ amount, currency })).toBeUndefined();
});
