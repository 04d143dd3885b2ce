import type { Discount } from '../domain/shop/discount.js';
import type { DiscountAnswer } from '../schema/discount.js';
import { isoTime } from './format.js';

/** A discount in responses to its merchant; `usesLeft` is null if unlimited. */
export function discountView(row: Discount, usesLeft: number | null): DiscountAnswer {
  const { shop_id, version, starts_at, ends_at, item_ids, option_ids, created_at, updated_at, ...terms } = row;
  return {
    ...terms,
    ...(item_ids && { item_ids: [...item_ids] }),
    ...(option_ids && { option_ids: [...option_ids] }),
    ...(starts_at !== undefined && { starts_at: isoTime(starts_at) }),
    ...(ends_at !== undefined && { ends_at: isoTime(ends_at) }),
    uses_left: usesLeft,
    created_at: isoTime(created_at),
    updated_at: isoTime(updated_at),
  };
}
