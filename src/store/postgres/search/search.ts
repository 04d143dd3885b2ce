import { sql } from 'drizzle-orm';
import type { Candidate } from '../../../domain/search/search-reads.js';
import { type PassingQuery, passes, passingValues, queryByStock } from '../../search/search.js';
import type { Reads } from '../../sql/query.js';

/** Limits candidates per product. An item without a product counts as a product of its own. */
const PASSING = queryByStock<Candidate>(
  (words, in_stock) => sql`
    WITH passed AS (
      SELECT found.seq, coalesce(found.product_id, ' ' || found.seq) AS product
      FROM item_search AS found WHERE ${passes(words, in_stock)}
    ),
    placed AS (SELECT seq, row_number() OVER (PARTITION BY product ORDER BY seq) AS place FROM passed)
    SELECT seq, id, product_id, facts FROM item_search
    WHERE seq IN (
      SELECT seq FROM placed WHERE place <= ${sql.placeholder('of_product')} ORDER BY seq LIMIT ${sql.placeholder('limit')}
    )
    ORDER BY seq`,
);

/** Reads the first candidates, with a limit per product. */
export function* firstOf(wanted: PassingQuery): Reads<readonly Candidate[]> {
  const { filter, limit, of_product } = wanted;
  return yield* PASSING(filter).all({ ...passingValues(wanted), limit, of_product });
}
