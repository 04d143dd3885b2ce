/** Each term length up to this has its own cells. The rare longer terms (tokens.ts) share the last cells. */
const MAX_TERM_LENGTH = 40;
/** Number of cells per length. The last bits of the first character select the cell. */
const STARTS = 32;

const TAB = 9;
const SPACE = 32;

interface Wanted<M> {
  readonly term: string;
  readonly meaning: M;
}

/** Called with the wanted terms found in a field of an item. */
export type OnField<M> = (field: number, length: number, found: readonly M[]) => void;

/**
 * Finds terms in item facts (item-terms.ts) without splitting them. A search scans hundreds of items for a few terms,
 * so splitting would dominate its cost.
 */
export class WantedTerms<M> {
  private readonly cells: (Wanted<M>[] | undefined)[] = new Array((MAX_TERM_LENGTH + 1) * STARTS).fill(undefined);

  constructor(terms: ReadonlyMap<string, M>) {
    for (const [term, meaning] of terms) {
      const cell = cellOf(term, 0, term.length);
      const others = this.cells[cell];
      if (others) others.push({ term, meaning });
      else this.cells[cell] = [{ term, meaning }];
    }
  }

  /**
   * Reports each field with a wanted term: its position, its number of terms, and the meanings of the terms found, in
   * order.
   */
  find(facts: string, onField: OnField<M>): void {
    let found: M[] = [];
    let [field, length, start] = [0, 0, 0];
    while (start <= facts.length) {
      let end = start;
      while (end < facts.length && facts.charCodeAt(end) > SPACE) end += 1;
      if (end > start) {
        length += 1;
        for (const { term, meaning } of this.cells[cellOf(facts, start, end)] ?? [])
          if (term.length === end - start && facts.startsWith(term, start)) found.push(meaning);
      }
      start = end + 1;
      if (end < facts.length && facts.charCodeAt(end) !== TAB) continue;
      if (found.length > 0) {
        onField(field, length, found);
        found = [];
      }
      field += 1;
      length = 0;
    }
  }
}

function cellOf(text: string, start: number, end: number): number {
  return Math.min(end - start, MAX_TERM_LENGTH) * STARTS + (text.charCodeAt(start) % STARTS);
}
