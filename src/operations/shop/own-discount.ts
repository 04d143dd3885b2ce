import type { Answer } from '../../calls/answer.js';
import { notFoundError } from '../../domain/errors/portal-error.js';
import { type Discount, discountKey } from '../../domain/shop/discount.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { Rows } from '../../ports.js';
import type { DiscountAnswer } from '../../schema/discount.js';
import { discountView } from '../../view/discount-view.js';

/** @throws PortalError `discount_not_found` */
export function ownDiscount(rows: Rows, shop: Shop, code: string): Discount {
  const row = rows.get('discount', discountKey(shop.id, code));
  if (!row) throw notFoundError('discount_not_found');
  return row;
}

export function discountAnswer(row: Discount, usesLeft: number | null): Answer<{ data: DiscountAnswer }> {
  return { body: { data: discountView(row, usesLeft) }, version: row.version };
}
