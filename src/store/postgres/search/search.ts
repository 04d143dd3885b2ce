import type {
  Candidate,
  CandidateQuery,
  ItemFilter,
  TokenGroups,
  VocabularyQuery,
  VocabularyWord,
} from '../../../domain/search/search-reads.js';
import { Parameters } from '../connection/parameters.js';
import type { Session } from '../connection/session.js';
import { isStorable } from '../connection/texts.js';
import { tokenText } from './indexed-item.js';
import { reversed } from './reversed.js';

const words = (where: string, order: string) =>
  `SELECT word, term, items FROM vocabulary WHERE shop_id = $1 AND ${where} ORDER BY ${order}`;
/** Words that begin, or read backwards begin, with a text. */
const within = (column: 'word' | 'backwards') =>
  `backwards IS NOT NULL AND ${column} >= $2 AND ${column} < $3 AND length(word) <= $4`;
const BY_WORD = words('word = ANY($2)', 'word, term');
const BY_TERM = words('term = ANY($2)', 'term, word');
const BY_START = words(within('word'), 'word, term LIMIT $5');
const BY_END = words(within('backwards'), 'backwards, term LIMIT $5');

type Word = VocabularyWord & { readonly word: string };

/** The words of one wish (src/ports/search.ts). */
export async function readVocabulary(
  session: Session,
  shopId: string,
  wanted: VocabularyQuery,
): Promise<VocabularyWord[]> {
  if ('texts' in wanted) {
    const text = wanted.by === 'word' ? BY_WORD : BY_TERM;
    return session.query<Word>(text, [shopId, wanted.texts.filter(isStorable)]);
  }
  const { longest, limit } = wanted;
  if (!isStorable(wanted.text)) return [];
  const from = wanted.by === 'start' ? wanted.text : reversed(wanted.text);
  const text = wanted.by === 'start' ? BY_START : BY_END;
  return session.query<Word>(text, [shopId, from, `${from}\u{10ffff}`, longest, limit]);
}

/** The candidates of all stages; those of one in the order of `seq`. */
export async function readCandidates(session: Session, shopId: string, wanted: CandidateQuery): Promise<Candidate[]> {
  const { stages, filter, limit, depth, of_product } = wanted;
  const seen = new Set<number>();
  const found: Candidate[] = [];
  for (const stage of stages) {
    const left = Math.min(limit - found.length, depth - seen.size);
    if (left <= 0) break;
    const look = async (most: number) => {
      const matches = await readMatches(session, shopId, stage, most);
      const fresh = matches.filter((seq) => !seen.has(seq));
      const passed = fresh.length > 0 ? await readPassed(session, shopId, fresh, { filter, left, of_product }) : [];
      return { fresh, passed, isFull: matches.length === most };
    };
    let looked = await look(isFiltering(filter) ? depth : limit);
    // Variants that were left out have taken the place of other products.
    if (!isFiltering(filter) && looked.isFull && looked.passed.length < Math.min(looked.fresh.length, left))
      looked = await look(depth);
    for (const seq of looked.fresh) seen.add(seq);
    found.push(...looked.passed);
  }
  return found;
}

/** Items that have a token of each group, the first of them. */
async function readMatches(session: Session, shopId: string, stage: TokenGroups, limit: number): Promise<number[]> {
  if (stage.length === 0 || stage.some((group) => group.length === 0)) return [];
  const given = new Parameters();
  const where = stage.map((group) => `tokens && ${given.add(group.map((token) => tokenText(shopId, token)))}::text[]`);
  const text = `SELECT seq FROM item_search WHERE ${where.join(' AND ')} ORDER BY seq LIMIT ${given.add(limit)}`;
  return (await session.query<{ readonly seq: number }>(text, given.values)).map(({ seq }) => seq);
}

/** An item that is no variant counts as a product of its own. */
const PASSING = `
  WITH passed AS (
    SELECT found.seq, coalesce(found.product_id, ' ' || found.seq) AS product
    FROM item_search AS found
    WHERE found.seq = ANY($1) AND found.shop_id = $2 AND found.price >= $3 AND found.price <= $4
      AND ($5::bigint IS NULL OR $5 = coalesce((
        SELECT CASE WHEN value > 0 THEN 1 ELSE 0 END FROM counter
        WHERE counter.name = 'stock' AND counter.key = found.shop_id || '/' || found.id
      ), 1))
  ),
  placed AS (SELECT seq, row_number() OVER (PARTITION BY product ORDER BY seq) AS place FROM passed)
  SELECT seq, id, product_id, facts FROM item_search
  WHERE seq IN (SELECT seq FROM placed WHERE place <= $6 ORDER BY seq LIMIT $7)
  ORDER BY seq`;

interface Passing {
  readonly filter: ItemFilter;
  readonly left: number;
  readonly of_product: number;
}

function readPassed(session: Session, shopId: string, seqs: readonly number[], { filter, left, of_product }: Passing) {
  const { min_price = 0, max_price = Number.MAX_SAFE_INTEGER, in_stock } = filter;
  const stocked = in_stock === undefined ? null : Number(in_stock);
  return session.query<Candidate & { readonly seq: number }>(PASSING, [
    seqs,
    shopId,
    min_price,
    max_price,
    stocked,
    of_product,
    left,
  ]);
}

function isFiltering({ min_price, max_price, in_stock }: ItemFilter): boolean {
  return min_price !== undefined || max_price !== undefined || in_stock !== undefined;
}
