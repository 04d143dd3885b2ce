import type { WorkedCase } from './case.js';
import { CURRENCIES } from './currencies.js';
import { DISCOUNTS } from './discounts.js';
import { DISCOUNTS_WITH_TAX } from './discounts-with-tax.js';
import { FEES } from './fees.js';
import { FREE_SHIPPING } from './free-shipping.js';
import { LARGE_AND_ZERO } from './large-and-zero.js';
import { ORDER_ALLOCATIONS } from './order-allocations.js';
import { PRICES } from './prices.js';
import { ROUNDING } from './rounding.js';
import { SHIPPING } from './shipping.js';
import { SPREADING } from './spreading.js';
import { TAX_INCLUDED } from './tax-included.js';
import { TAX_ON_SHIPPING } from './tax-on-shipping.js';
import { TAX_ON_TOP } from './tax-on-top.js';
import { WHICH_DISCOUNTS } from './which-discounts.js';

export const SUBJECTS: Readonly<Record<string, readonly WorkedCase[]>> = {
  prices: PRICES,
  rounding: ROUNDING,
  spreading: SPREADING,
  'tax on top': TAX_ON_TOP,
  'tax on shipping and pickup': TAX_ON_SHIPPING,
  'tax included': TAX_INCLUDED,
  discounts: DISCOUNTS,
  'which discounts take effect': WHICH_DISCOUNTS,
  'discounts with tax': DISCOUNTS_WITH_TAX,
  shipping: SHIPPING,
  'free shipping': FREE_SHIPPING,
  fees: FEES,
  currencies: CURRENCIES,
  'large and zero': LARGE_AND_ZERO,
  'order allocations': ORDER_ALLOCATIONS,
};

export const ALL_CASES: readonly WorkedCase[] = Object.values(SUBJECTS).flat();
