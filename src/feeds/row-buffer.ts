import type { ImportedRow } from '../operations/shop/check-items.js';

/**
 * Rows of an import, each stored as text: many objects would make garbage collections long while a transaction holds
 * the lock.
 */
export class RowBuffer {
  /** Prices of the rows that have one, in minor units. */
  readonly prices: number[] = [];
  private readonly texts: string[] = [];

  keep(row: ImportedRow): void {
    this.texts.push(JSON.stringify(row));
    if (row.item.price != null) this.prices.push(row.item.price);
  }

  get count(): number {
    return this.texts.length;
  }

  /** Indices of all rows. */
  places(): number[] {
    return this.texts.map((_text, place) => place);
  }

  /** Returns the rows at these indices, which start at 0. */
  at(places: readonly number[]): ImportedRow[] {
    return places.flatMap((place) => JSON.parse(this.texts[place] ?? '[]'));
  }
}
