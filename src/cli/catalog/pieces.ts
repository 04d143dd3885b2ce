import type { ImportedRow } from '../../operations/shop/check-items.js';
import { grouped } from './rows.js';

/** Rows written in one transaction: with their terms some 10 ms, so that nobody waits long for the lock. */
const ROWS = 40;

/** An import in pieces; the rows of a product stay together, because their options are held against each other. */
export function piecesOf(rows: readonly ImportedRow[]): ImportedRow[][] {
  const groups = grouped(rows, ({ item: { product_id, id } }) => (product_id ? `product ${product_id}` : `item ${id}`));
  const pieces: ImportedRow[][] = [];
  let piece: ImportedRow[] = [];
  for (const group of groups.values()) {
    if (piece.length > 0 && piece.length + group.length > ROWS) {
      pieces.push(piece);
      piece = [];
    }
    piece.push(...group);
  }
  return piece.length > 0 ? [...pieces, piece] : pieces;
}
