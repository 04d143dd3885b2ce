import type { Database } from 'better-sqlite3';
import type {
  Candidate,
  CandidateQuery,
  ItemFilter,
  TokenGroups,
  VocabularyQuery,
  VocabularyWord,
} from '../../../domain/search/search-reads.js';
import type { KeptCandidates } from './kept-candidates.js';
import { quotedToken } from './token-text.js';
import { reversed } from './word-counts.js';

/** Items that are looked at at once for those that are answered. */
const PORTION = 500;

/** Reads what a search needs of one shop (src/ports/search.ts). */
export class Search {
  private readonly byWord;
  private readonly byTerm;
  private readonly byStart;
  private readonly byEnd;
  private readonly matching;
  private readonly passing;
  private readonly kept: KeptCandidates;

  constructor(database: Database, kept: KeptCandidates) {
    this.kept = kept;
    const words = (where: string, order: string) =>
      database.prepare<[object], VocabularyWord>(
        `SELECT word, term, items FROM vocabulary WHERE shop_id = $shop_id AND ${where} ORDER BY ${order}`,
      );
    this.byWord = words('word IN (SELECT value FROM json_each($texts))', 'word, term');
    this.byTerm = words('term IN (SELECT value FROM json_each($texts))', 'term, word');
    this.byStart = words(within('word'), 'word, term LIMIT $limit');
    this.byEnd = words(within('backwards'), 'backwards, term LIMIT $limit');
    this.matching = database
      .prepare<[string, number], number>('SELECT rowid FROM item_token WHERE item_token MATCH ? LIMIT ?')
      .pluck();
    this.passing = database.prepare<[object], string>(PASSING).pluck();
  }

  vocabulary(shop_id: string, wanted: VocabularyQuery): VocabularyWord[] {
    if ('texts' in wanted) {
      const query = wanted.by === 'word' ? this.byWord : this.byTerm;
      return query.all({ shop_id, texts: JSON.stringify(wanted.texts) });
    }
    const { text, longest, limit } = wanted;
    const from = wanted.by === 'start' ? text : reversed(text);
    const query = wanted.by === 'start' ? this.byStart : this.byEnd;
    return query.all({ shop_id, from, to: `${from}\u{10ffff}`, longest, limit });
  }

  candidates(shopId: string, { stages, filter, limit, depth, of_product }: CandidateQuery): Candidate[] {
    const seen = new Set<number>();
    const found: Candidate[] = [];
    for (const stage of stages) {
      const left = Math.min(limit - found.length, depth - seen.size);
      if (left <= 0) break;
      const look = (most: number) => {
        const matches = this.matches(shopId, stage, most);
        const fresh = seen.size === 0 ? matches : matches.filter((seq) => !seen.has(seq));
        const passed = this.firstOf(shopId, this.passed(shopId, fresh, filter), left, of_product);
        return { fresh, passed, isFull: matches.length === most };
      };
      let looked = look(isFiltering(filter) ? depth : limit);
      // Variants that were left out have taken the place of other products.
      if (!isFiltering(filter) && looked.isFull && looked.passed.length < Math.min(looked.fresh.length, left))
        looked = look(depth);
      for (const seq of looked.fresh) seen.add(seq);
      found.push(...looked.passed);
    }
    return found;
  }

  private matches(shopId: string, stage: TokenGroups, limit: number): number[] {
    if (stage.length === 0 || stage.some((group) => group.length === 0)) return [];
    const any = (group: readonly string[]) => `(${group.map((token) => quotedToken(shopId, token)).join(' OR ')})`;
    return this.matching.all(stage.map(any).join(' AND '), limit);
  }

  private passed(shop_id: string, seqs: readonly number[], filter: ItemFilter): readonly number[] {
    if (seqs.length === 0 || !isFiltering(filter)) return seqs;
    const passing = this.passing.get({
      shop_id,
      seqs: JSON.stringify(seqs),
      min_price: filter.min_price ?? 0,
      max_price: filter.max_price ?? Number.MAX_SAFE_INTEGER,
      in_stock: filter.in_stock === undefined ? null : Number(filter.in_stock),
    });
    return JSON.parse(passing ?? '[]');
  }

  /** The first items, of each product no more than so many. An item that is no variant counts as a product of its own. */
  private firstOf(shopId: string, seqs: readonly number[], limit: number, of_product: number): Candidate[] {
    const taken: Candidate[] = [];
    const counts = new Map<string, number>();
    for (let from = 0; from < seqs.length && taken.length < limit; from += PORTION) {
      for (const candidate of this.kept.of(shopId, seqs.slice(from, from + PORTION))) {
        const { product_id } = candidate;
        const count = product_id === null ? 1 : (counts.get(product_id) ?? 0) + 1;
        if (product_id !== null) counts.set(product_id, count);
        if (count <= of_product && taken.length < limit) taken.push(candidate);
      }
    }
    return taken;
  }
}

/** The cross join keeps the order, and SQLite from walking along all items of the shop. */
const PASSING = `
  SELECT json_group_array(found.seq)
  FROM json_each($seqs) CROSS JOIN item_search AS found ON found.seq = value
  WHERE found.shop_id = $shop_id AND found.price >= $min_price AND found.price <= $max_price
    AND ($in_stock IS NULL OR $in_stock = ifnull((
      SELECT value > 0 FROM counter WHERE counter.name = 'stock' AND counter.key = found.shop_id || '/' || found.id
    ), 1))`;

/** Words that begin, or read backwards begin, with a text. */
function within(column: 'word' | 'backwards'): string {
  return `backwards IS NOT NULL AND ${column} >= $from AND ${column} < $to AND length(word) <= $longest`;
}

function isFiltering({ min_price, max_price, in_stock }: ItemFilter): boolean {
  return min_price !== undefined || max_price !== undefined || in_stock !== undefined;
}
