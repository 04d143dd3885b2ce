import type { Database } from 'better-sqlite3';
import type { Candidate } from '../../../domain/search/search-reads.js';

/** Characters of what is kept at most, about: some 5,000 items with a few sentences. Then it starts afresh. */
const MAX_CHARACTERS = 2 * 2 ** 20;
/** What an item takes beside its facts, counted as characters. */
const EACH = 100;

/**
 * What items are ranked by, read once while it is the same: a search needs hundreds of items, and those that many search for
 * are the same ones.
 */
export class KeptCandidates {
  private readonly read;
  private readonly shops = new Map<string, Map<number, Candidate>>();
  private characters = 0;

  constructor(database: Database) {
    this.read = database.prepare<[string, string], Candidate>(READ);
  }

  /** These items of a shop, in the order in which they are named. */
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

  /** What an item is ranked by was written, or is written now. */
  wrote(shopId: string, seq: number): void {
    const kept = this.shops.get(shopId);
    const candidate = kept?.get(seq);
    if (!candidate) return;
    kept?.delete(seq);
    this.characters -= sizeOf(candidate);
  }

  /** Others may have written. */
  forget(): void {
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

/** The cross join keeps SQLite from walking along all items of the shop. */
const READ = `
  SELECT found.seq, found.id, found.product_id, found.facts
  FROM json_each(?) CROSS JOIN item_search AS found ON found.seq = value
  WHERE found.shop_id = ?`;

function sizeOf({ facts }: Candidate): number {
  return facts.length + EACH;
}
