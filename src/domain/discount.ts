/** A discount of a shop. Its code is matched case-insensitively (docs/api.md, Discounts). */
export interface Discount {
  readonly shop_id: string;
  /** As the merchant wrote it. */
  readonly code: string;
  readonly title: string;
  readonly kind: 'percent' | 'fixed' | 'free_shipping';
  /** For `percent`: parts per million, 100000 = 10 %. */
  readonly value_ppm?: number;
  /** For `fixed`: minor units. */
  readonly amount?: number;
  /** Absent = the whole order; else only lines of these items. */
  readonly item_ids?: readonly string[];
  /** Minor units of the subtotal before discounts. */
  readonly minimum_subtotal?: number;
  /** Milliseconds since the epoch, inclusive. */
  readonly starts_at?: number;
  /** Milliseconds since the epoch, exclusive. */
  readonly ends_at?: number;
  /** Absent = unlimited; the uses left are counted by the store. */
  readonly max_uses?: number;
  readonly combinable: boolean;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** The form in which codes are compared and stored as keys. */
export function normalizeCode(code: string): string {
  return code.normalize('NFC').trim().toUpperCase();
}

export function discountKey(shopId: string, code: string): string {
  return `${shopId}/${normalizeCode(code)}`;
}
