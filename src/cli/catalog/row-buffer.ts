import type { ImportedRow } from '../../operations/shop/check-items.js';

/**
 * The rows of an import, each kept as one text: many objects would let the garbage collector take its time while a transaction
 * holds the lock.
 */
export class RowBuffer {
  /** Of the rows that have one. Minor units. */
  readonly prices: number[] = [];
  private readonly texts: string[] = [];

  keep(row: ImportedRow): void {
    this.texts.push(JSON.stringify(row));
    if (row.item.price != null) this.prices.push(row.item.price);
  }

  get count(): number {
    return this.texts.length;
  }

  /** The places of all rows. */
  places(): number[] {
    return this.texts.map((_text, place) => place);
  }

  /** The rows at these places, counted from 0. */
  at(places: readonly number[]): ImportedRow[] {
    return places.flatMap((place) => JSON.parse(this.texts[place] ?? '[]'));
  }
}
