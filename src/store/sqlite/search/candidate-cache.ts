import type { Database } from 'better-sqlite3';
import type { Candidate } from '../../../domain/search/search-reads.js';

/**
 * Approximate maximum of cached characters: about 5,000 items with a few sentences each. Above it, the cache is
 * cleared.
 */
const MAX_CHARACTERS = 2 * 2 ** 20;
/** Overhead per item, counted as characters. */
const EACH = 100;

/**
 * Caches ranking data of items. A search reads the data of hundreds of items, and many searches read the same. After a
 * write of another process, the cache is emptied only if such data has changed, which triggers count.
 */
export class CandidateCache {
  private readonly read;
  private changes: number | undefined;
  private readonly shops = new Map<string, Map<number, Candidate>>();
  private characters = 0;

  constructor(database: Database) {
    this.read = database.prepare<[string, string], Candidate>(READ);
  }

  /** Returns the data of these items of a shop, in the given order. */
  of(shopId: string, seqs: readonly number[]): Candidate[] {
    if (this.characters > MAX_CHARACTERS) this.forget();
    const kept = this.keptOf(shopId);
    const missing = seqs.filter((seq) => !kept.has(seq));
    if (missing.length > 0) {
      for (const candidate of this.read.all(JSON.stringify(missing), shopId)) {
        kept.set(candidate.seq, candidate);
        this.characters += sizeOf(candidate);
      }
    }
    return seqs.flatMap((seq) => kept.get(seq) ?? []);
  }

  /** Removes an item from the cache; called when its ranking data is written. */
  drop(shopId: string, seq: number): void {
    const kept = this.shops.get(shopId);
    const candidate = kept?.get(seq);
    if (!candidate) return;
    kept?.delete(seq);
    this.characters -= sizeOf(candidate);
  }

  /** Called when another process has written to the file. `changes`: number of changes of such data so far. */
  onOtherWrite(changes: number | undefined): void {
    if (changes === undefined || changes !== this.changes) this.forget();
    this.changes = changes;
  }

  private forget(): void {
    this.shops.clear();
    this.characters = 0;
  }

  private keptOf(shopId: string): Map<number, Candidate> {
    const known = this.shops.get(shopId);
    if (known) return known;
    const kept = new Map<number, Candidate>();
    this.shops.set(shopId, kept);
    return kept;
  }
}

/** The cross join keeps SQLite from scanning all items of the shop. */
const READ = `
  SELECT found.seq, found.id, found.product_id, found.facts
  FROM json_each(?) CROSS JOIN item_search AS found ON found.seq = value
  WHERE found.shop_id = ?`;

function sizeOf({ facts }: Candidate): number {
  return facts.length + EACH;
}
