import type { Fee, ShippingPrice } from '../shop/shop.js';

/** Shop terms other than item prices, as the buyer saw them. Later changes are detected by comparison with these. */
export interface SeenTerms {
  /** The selected option. */
  readonly option?: SeenOption;
  readonly tax_included: boolean;
  /** Tax rate for each place and category that affects the cart. */
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
  /** Absent if untaxed. */
  readonly rate_ppm?: number;
}
