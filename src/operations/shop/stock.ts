import { PortalError } from '../../domain/errors/portal-error.js';
import { itemKey } from '../../domain/shop/item.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { Write } from '../../ports.js';
import type { Author } from '../../records/audit.js';
import { causeOf } from '../../records/stock-moves.js';
import { buildItemWrites, type StoredItem } from './items.js';
import { assertStock } from './own-item.js';

/** A correction of stock: either `by`, or `to` together with `expected`. */
export interface StockCorrection {
  readonly by?: number | undefined;
  readonly reason?: string | undefined;
  /** New number of units; null stops counting. */
  readonly to?: number | null | undefined;
  /** Number of units that the caller expects now; null if not counted. */
  readonly expected?: number | null | undefined;
}

/**
 * Corrects an item's stock; returns the item, its new stock and the writes.
 * @throws PortalError `stock_moved`, `stock_not_counted`, `stock_below_zero`
 */
export function correctStock(
  by: Author,
  shop: Shop,
  before: StoredItem,
  correction: StockCorrection,
): StoredItem & { readonly writes: readonly Write[] } {
  const { item, stock } = before;
  const cause = causeOf(by, 'correction', { reason: correction.reason ?? null });
  if (correction.by === undefined) {
    assertStock(stock, correction.expected ?? null, 'expected');
    const to = correction.to ?? null;
    assertNotBelow(before, to);
    // The item's row records only whether its units are counted. Their number is a counter, which does not change the
    // item's version.
    if ((to === null) !== (stock === null))
      return buildItemWrites(shop.id, { members: item, stock: to }, before, cause);
    return { item, stock: to, writes: [{ type: 'set_stock', key: itemKey(shop.id, item.id), to, cause }] };
  }
  if (stock === null) {
    const text = 'by: the units of this item are not counted; begin with { "to": …, "expected": null }';
    throw new PortalError('stock_not_counted', text);
  }
  assertNotBelow(before, stock + correction.by);
  const move = { type: 'move_stock', key: itemKey(shop.id, item.id), by: correction.by } as const;
  return {
    item,
    stock: stock + correction.by,
    writes: [{ ...move, below_zero: item.backorder !== null, cause }],
  };
}

/** @throws PortalError `stock_below_zero` */
function assertNotBelow({ item, stock }: StoredItem, after: number | null): void {
  // If a backorder ended while units were owed, stock is negative, and may still be negative after units have come in.
  if (after === null || after >= Math.min(0, stock ?? 0) || item.backorder !== null) return;
  throw new PortalError('stock_below_zero', `Only ${stock ?? 0} are left, and the item has no backorder.`);
}
