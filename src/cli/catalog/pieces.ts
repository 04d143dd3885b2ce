import type { ImportedRow } from '../../operations/shop/check-items.js';

/** Rows written in one transaction: with their terms some 10 ms, so that nobody waits long for the lock. */
const ROWS = 100;

/** An import in pieces; the rows of a product stay together, because their options are held against each other. */
export function piecesOf(rows: readonly ImportedRow[]): ImportedRow[][] {
  const groups = new Map<string, ImportedRow[]>();
  for (const row of rows) {
    const { product_id, id } = row.item;
    const name = product_id ? `product ${product_id}` : `item ${id}`;
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
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
