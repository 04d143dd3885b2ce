import { sql } from 'drizzle-orm';
import type { Candidate } from '../../../domain/search/search-reads.js';
import { isFiltering, type PassingQuery, passes, passingValues, queryByStock } from '../../search/search.js';
import type { Reads } from '../../sql/query.js';
import type { CandidateCache } from './candidate-cache.js';

/** Number of items read together when collecting the candidates of a page. */
const ITEMS_PER_READ = 500;

const PASSING = queryByStock<{ readonly seq: number }>(
  (words, in_stock) =>
    sql`SELECT found.seq AS seq FROM item_search AS found WHERE ${passes(words, in_stock)} ORDER BY found.seq`,
);

/** Builds a reader of candidates that uses the cache. */
export function firstFrom(kept: CandidateCache) {
  return function* (wanted: PassingQuery): Reads<readonly Candidate[]> {
    if (!isFiltering(wanted.filter)) return firstOf(kept, wanted, wanted.seqs);
    const rows = yield* PASSING(wanted.filter).all(passingValues(wanted));
    return firstOf(
      kept,
      wanted,
      rows.map(({ seq }) => seq),
    );
  };
}

/** Returns the first items, with a limit per product. An item without a product counts as a product of its own. */
function firstOf(
  kept: CandidateCache,
  { shopId, limit, of_product }: PassingQuery,
  seqs: readonly number[],
): Candidate[] {
  const taken: Candidate[] = [];
  const counts = new Map<string, number>();
  for (let from = 0; from < seqs.length && taken.length < limit; from += ITEMS_PER_READ) {
    for (const candidate of kept.of(shopId, seqs.slice(from, from + ITEMS_PER_READ))) {
      const { product_id } = candidate;
      const count = product_id === null ? 1 : (counts.get(product_id) ?? 0) + 1;
      if (product_id !== null) counts.set(product_id, count);
      if (count <= of_product && taken.length < limit) taken.push(candidate);
    }
  }
  return taken;
}
