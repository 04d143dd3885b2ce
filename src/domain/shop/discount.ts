export const DISCOUNT_KINDS = ['percent', 'fixed', 'free_shipping'] as const;
type DiscountKind = (typeof DISCOUNT_KINDS)[number];

/** A discount of a shop. Its code is matched case-insensitively (docs/money.md, Discounts). */
export interface Discount {
  readonly shop_id: string;
  /** As the merchant wrote it. */
  readonly code: string;
  readonly title: string;
  readonly kind: DiscountKind;
  /** For `percent`: parts per million, 100000 = 10 %. */
  readonly value_ppm?: number;
  /** For `fixed`: minor units. */
  readonly amount?: number;
  /** Absent = the whole order; else only lines of these items. */
  readonly item_ids?: readonly string[];
  /** For `free_shipping`: the ids of the rates and locations whose price it takes off; absent = all. */
  readonly option_ids?: readonly string[];
  /** Minor units of the subtotal before discounts; with `item_ids`, of these items alone. */
  readonly minimum_subtotal?: number;
  /** Milliseconds since the epoch, inclusive. */
  readonly starts_at?: number;
  /** Milliseconds since the epoch, exclusive. */
  readonly ends_at?: number;
  /** Absent = unlimited; the store counts the uses. */
  readonly max_uses?: number;
  /** True: each buyer (by email address) can use it once. */
  readonly once_per_buyer: boolean;
  /** False: it takes effect only where no other discount does. */
  readonly combinable: boolean;
  /** True: it applies by itself, and its code is only its name. */
  readonly automatic: boolean;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** The form in which codes are compared and stored as keys. */
export function normalizeCode(code: string): string {
  return code.trim().toUpperCase().normalize('NFC');
}

export function discountKey(shopId: string, code: string): string {
  return `${shopId}/${normalizeCode(code)}`;
}

/** Key of the counter of a discount's uses. A code that is deleted and created again is another discount. */
export function useKey(discount: Pick<Discount, 'shop_id' | 'code' | 'created_at'>): string {
  return `${discountKey(discount.shop_id, discount.code)}/${discount.created_at}`;
}

/** Uses left after so many; null where they are not limited. The uses may exceed a limit that was lowered. */
export function usesLeft({ max_uses }: Pick<Discount, 'max_uses'>, made = 0): number | null {
  return max_uses === undefined ? null : Math.max(0, max_uses - made);
}

/** Key of a buyer's one use of a discount `once_per_buyer`. */
export function buyerUseKey(discount: Discount, buyerKey: string): string {
  return `${useKey(discount)}/${buyerKey}`;
}
