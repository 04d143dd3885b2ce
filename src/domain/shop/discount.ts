export const DISCOUNT_KINDS = ['percent', 'fixed', 'free_shipping'] as const;
type DiscountKind = (typeof DISCOUNT_KINDS)[number];

/** A shop's discount. Case is ignored when codes are compared (docs/money.md, Discounts). */
export interface Discount {
  readonly shop_id: string;
  /** The merchant's spelling. */
  readonly code: string;
  readonly title: string;
  readonly kind: DiscountKind;
  /** For `percent`: parts per million, 100000 = 10 %. */
  readonly value_ppm?: number;
  /** For `fixed`: minor units. */
  readonly amount?: number;
  /** Ids of the items that the discount is limited to; absent for the whole order. */
  readonly item_ids?: readonly string[];
  /** For `free_shipping`: ids of the shipping rates and pickup locations that become free; absent for all. */
  readonly option_ids?: readonly string[];
  /** Minimum subtotal before discounts, in minor units. With `item_ids`, only these items count. */
  readonly minimum_subtotal?: number;
  /** First instant at which the discount applies; milliseconds since the epoch. */
  readonly starts_at?: number;
  /** First instant at which the discount no longer applies; milliseconds since the epoch. */
  readonly ends_at?: number;
  /** Absent if unlimited. The store counts uses. */
  readonly max_uses?: number;
  /** True if each buyer, identified by email address, can use the discount only once. */
  readonly once_per_buyer: boolean;
  /** False if the discount applies only without other discounts. */
  readonly combinable: boolean;
  /** True if the discount applies without being entered. Its code is then only a name. */
  readonly automatic: boolean;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** Converts a code to the form in which codes are compared. Checkouts and row keys contain this form. */
export function normalizeCode(code: string): string {
  return code.trim().toUpperCase().normalize('NFC');
}

export function discountKey(shopId: string, code: string): string {
  return `${shopId}/${normalizeCode(code)}`;
}

/** Key of the counter for a discount's uses. A code that is deleted and created again is a different discount. */
export function useKey(discount: Pick<Discount, 'shop_id' | 'code' | 'created_at'>): string {
  return `${discountKey(discount.shop_id, discount.code)}/${discount.created_at}`;
}

/** Number of uses left; null if unlimited, and 0 if the limit was lowered below the number of uses made. */
export function usesLeft({ max_uses }: Pick<Discount, 'max_uses'>, made = 0): number | null {
  return max_uses === undefined ? null : Math.max(0, max_uses - made);
}

/** Key that records a buyer's single use of a `once_per_buyer` discount. */
export function buyerUseKey(discount: Discount, buyerKey: string): string {
  return `${useKey(discount)}/${buyerKey}`;
}
