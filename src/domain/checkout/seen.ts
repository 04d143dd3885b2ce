import type { Fee, ShippingPrice } from '../shop/shop.js';

/** What the shop asks beside the prices of its items, as it was when the buyer could see it; to tell what it changed since. */
export interface SeenTerms {
  /** The option that is selected. */
  readonly option?: SeenOption;
  readonly tax_included: boolean;
  /** The rate at each place and category that counts for the cart. */
  readonly taxes: readonly SeenTax[];
  readonly fees: readonly Fee[];
}

export interface SeenOption {
  readonly id: string;
  readonly price: ShippingPrice;
  readonly free_from?: number;
}

export interface SeenTax {
  readonly country: string;
  readonly region?: string;
  readonly category: string;
  /** Absent = not taxed. */
  readonly rate_ppm?: number;
}
