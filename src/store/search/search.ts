import { type SQL, sql } from 'drizzle-orm';
import type {
  Candidate,
  CandidateQuery,
  ItemFilter,
  TokenGroups,
  VocabularyQuery,
  VocabularyWord,
} from '../../domain/search/search-reads.js';
import { memo } from '../../domain/values/memo.js';
import type { Words } from '../sql/dialect.js';
import { Query, type Reads } from '../sql/query.js';
import { TokenGroup, type Value, type Values } from '../sql/values.js';
import { reverse } from './reverse.js';

const p = sql.placeholder;

function vocabularyQuery(write: (words: Words) => SQL): Query<VocabularyWord> {
  return new Query(
    (words) => sql`SELECT word, term, items FROM vocabulary WHERE shop_id = ${p('shop_id')} AND ${write(words)}`,
  );
}

/** Builds a query for words with a prefix in `column`. A prefix of `backwards` is a reversed suffix of the word. */
function wordsWithin(column: 'word' | 'backwards'): Query<VocabularyWord> {
  const text = sql.raw(column);
  return vocabularyQuery(
    () => sql`
      backwards IS NOT NULL AND ${text} >= ${p('from')} AND ${text} < ${p('to')} AND length(word) <= ${p('longest')}
      ORDER BY ${text}, term LIMIT ${p('limit')}`,
  );
}

const VOCABULARY = {
  word: vocabularyQuery(({ anyOf }) => sql`${anyOf(sql`word`, p('texts'))} ORDER BY word, term`),
  term: vocabularyQuery(({ anyOf }) => sql`${anyOf(sql`term`, p('texts'))} ORDER BY term, word`),
  start: wordsWithin('word'),
  end: wordsWithin('backwards'),
};

/** Reads the words that one query of a search matches (src/ports/search.ts). */
export function* readVocabulary(shop_id: string, wanted: VocabularyQuery): Reads<readonly VocabularyWord[]> {
  const query = VOCABULARY[wanted.by];
  if ('texts' in wanted) return yield* query.all({ shop_id, texts: wanted.texts.filter(isStorable) });
  const { text, longest, limit } = wanted;
  if (!isStorable(text)) return [];
  const from = wanted.by === 'start' ? text : reverse(text);
  return yield* query.all({ shop_id, from, to: `${from}\u{10ffff}`, longest, limit });
}

/** False for a text with NUL, which PostgreSQL rejects and which no word contains. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000');
}

/** Numbers of items to filter, and the number of candidates that a stage may still add. */
export interface PassingQuery extends Pick<CandidateQuery, 'filter' | 'of_product'> {
  readonly shopId: string;
  readonly seqs: readonly number[];
  readonly limit: number;
}

/** Reads the first candidates among the items with these numbers, at most `of_product` per product. */
type FirstOf = (wanted: PassingQuery) => Reads<readonly Candidate[]>;

/** Reads the candidates of all stages, ordered by `seq` within a stage. */
export function* readCandidates(
  shopId: string,
  { stages, filter, limit, depth, of_product }: CandidateQuery,
  firstOf: FirstOf,
): Reads<readonly Candidate[]> {
  const seen = new Set<number>();
  const found: Candidate[] = [];
  for (const stage of stages) {
    const left = Math.min(limit - found.length, depth - seen.size);
    if (left <= 0) break;
    const wanted = { stage, seen, passing: { shopId, filter, limit: left, of_product }, firstOf };
    let step = yield* readStage(wanted, isFiltering(filter) ? depth : limit);
    // Variants beyond `of_product` may have taken the place of other products, so this reads more items.
    if (!isFiltering(filter) && step.isFull && step.passed.length < Math.min(step.fresh.length, left))
      step = yield* readStage(wanted, depth);
    for (const seq of step.fresh) seen.add(seq);
    found.push(...step.passed);
  }
  return found;
}

interface StageQuery {
  readonly stage: TokenGroups;
  /** Numbers of the items that match an earlier stage. */
  readonly seen: ReadonlySet<number>;
  readonly passing: Omit<PassingQuery, 'seqs'>;
  readonly firstOf: FirstOf;
}

interface ReadStage {
  readonly fresh: readonly number[];
  readonly passed: readonly Candidate[];
  readonly isFull: boolean;
}

/** Reads at most `most` items that match a stage, and the candidates among those that match no earlier one. */
function* readStage({ stage, seen, passing, firstOf }: StageQuery, most: number): Reads<ReadStage> {
  const matches = yield* readMatches(passing.shopId, stage, most);
  const fresh = seen.size === 0 ? matches : matches.filter((seq) => !seen.has(seq));
  const passed = fresh.length === 0 ? [] : yield* firstOf({ ...passing, seqs: fresh });
  return { fresh, passed, isFull: matches.length === most };
}

/** Maximum number of cached queries, one per number of token groups. */
const MAX_QUERIES = 64;

const MATCHES = memo(MAX_QUERIES, (groups: number) => {
  const names = Array.from({ length: groups }, (_, at) => `group${at}`);
  const query = new Query<{ readonly seq: number }>(
    ({ itemsWithTokens }) => sql`${itemsWithTokens(names.map((name) => p(name)))} ORDER BY seq LIMIT ${p('limit')}`,
  );
  return { names, query };
});

/** Reads the first items that have a token of each group. */
function* readMatches(shopId: string, stage: TokenGroups, limit: number): Reads<number[]> {
  if (stage.length === 0 || stage.some((group) => group.length === 0)) return [];
  const { names, query } = MATCHES(stage.length);
  const values: Record<string, Value | TokenGroup> = { limit };
  for (const [at, name] of names.entries()) values[name] = new TokenGroup(shopId, stage[at] ?? []);
  return (yield* query.all(values)).map(({ seq }) => seq);
}

/** Builds the conditions of a filter on items; `found` is the index entry of an item. */
export function passes({ anyOf, unindexed }: Words, in_stock: ItemFilter['in_stock']): SQL {
  const isInStock = sql`coalesce((
    SELECT value > 0 FROM counter WHERE counter.name = 'stock' AND counter.key = found.shop_id || '/' || found.id
  ), true)`;
  const stock = in_stock === undefined ? sql.empty() : in_stock ? sql` AND ${isInStock}` : sql` AND NOT ${isInStock}`;
  return sql`
    ${anyOf(sql`found.seq`, p('seqs'))} AND ${unindexed(sql`found.shop_id`)} = ${p('shop_id')}
    AND ${unindexed(sql`found.price`)} >= ${p('min_price')} AND ${unindexed(sql`found.price`)} <= ${p('max_price')}${stock}`;
}

/** Builds one query for each value of the filter by stock. */
export function queryByStock<Row>(write: (words: Words, in_stock: ItemFilter['in_stock']) => SQL) {
  const of = (in_stock: ItemFilter['in_stock']) => new Query<Row>((words) => write(words, in_stock));
  const [any, inStock, outOfStock] = [of(undefined), of(true), of(false)];
  return ({ in_stock }: ItemFilter) => (in_stock === undefined ? any : in_stock ? inStock : outOfStock);
}

export function passingValues({ shopId, seqs, filter }: PassingQuery): Values {
  const { min_price = 0, max_price = Number.MAX_SAFE_INTEGER } = filter;
  return { shop_id: shopId, seqs, min_price, max_price };
}

export function isFiltering({ min_price, max_price, in_stock }: ItemFilter): boolean {
  return min_price !== undefined || max_price !== undefined || in_stock !== undefined;
}
