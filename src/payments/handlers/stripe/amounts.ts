import { decimalsOf } from '../../../domain/values/currency.js';
import { mulDiv } from '../../../domain/values/money.js';

/** Currencies whose amounts Stripe expects without decimals (docs.stripe.com/currencies). */
const WITHOUT_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));

/** Currencies with three decimals, of which Stripe requires the last to be 0. */
const WITH_THREE = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** Stripe's page has two contradictory rules for it, which differ by a factor of 100. */
const UNCLEAR = new Set(['UGX']);

function stripeDecimals(currency: string): number {
  if (WITH_THREE.has(currency)) return 3;
  return WITHOUT_DECIMALS.has(currency) ? 0 : 2;
}

interface Money {
  /** Minor units of ISO 4217. */
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency: string;
}

/** Converts minor units to the integer that Stripe expects; `undefined` if Stripe cannot move this amount exactly. */
export function toStripeAmount({ amount, currency }: Money): number | undefined {
  if (UNCLEAR.has(currency)) return undefined;
  const converted = (amount * 10 ** stripeDecimals(currency)) / 10 ** decimalsOf(currency);
  const isExact = Number.isSafeInteger(converted) && (!WITH_THREE.has(currency) || converted % 10 === 0);
  return isExact ? converted : undefined;
}

/** Converts an amount of Stripe to minor units. */
export function fromStripeAmount({ amount, currency }: Money): number {
  return mulDiv(amount, 10 ** decimalsOf(currency), 10 ** stripeDecimals(currency));
}
