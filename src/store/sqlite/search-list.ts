import type { Database } from 'better-sqlite3';
import type { SearchPosition } from '../../ports.js';
import { stockedItem } from './item-lists.js';
import { type ListQuery, pageOf } from './list-query.js';

/** Title hits weigh ten times a description hit; the shop column only filters. */
const WEIGHTS = '0.0, 10.0, 1.0';

/** SQL text, since Drizzle does not know FTS5. Tier 0 = every word is in the title. */
const SEARCH = `
  SELECT item.version AS version, item.body AS body, counter.value AS stock,
         found.seq AS seq, found.tier AS tier, found.score AS score
  FROM (
    SELECT rowid AS seq,
           rowid NOT IN (SELECT rowid FROM item_text WHERE item_text MATCH $title_query) AS tier,
           bm25(item_text, ${WEIGHTS}) AS score
    FROM item_text WHERE item_text MATCH $query
  ) AS found
  JOIN item ON item.seq = found.seq
  LEFT JOIN counter ON counter.name = 'stock' AND counter.key = item.key
  WHERE (found.tier, found.score, found.seq) > ($tier, $score, $seq)
  ORDER BY found.tier, found.score, found.seq
  LIMIT $limit`;

interface Found {
  readonly version: number;
  readonly body: string;
  readonly stock: number | null;
  readonly seq: number;
  readonly tier: number;
  readonly score: number;
}

const FIRST: SearchPosition = { tier: -1, score: 0, seq: 0 };

/** Full-text search of one shop's items on sale. */
export function searchList(database: Database): ListQuery<'items_found'> {
  const statement = database.prepare<[Record<string, string | number>], Found>(SEARCH);
  return ({ shop_id, words }, after, limit) => {
    if (words.length === 0) return { entries: [], next: undefined };
    const terms = termsOf(words);
    const rows = statement.all({
      query: `shop : ${quote(shop_id)} AND ({title description} : ${terms})`,
      title_query: `shop : ${quote(shop_id)} AND (title : ${terms})`,
      ...(after ?? FIRST),
      limit: limit + 1,
    });
    const page = pageOf(rows, limit, (row) => ({ tier: row.tier, score: row.score, seq: row.seq }));
    return { entries: page.entries.map(stockedItem), next: page.next };
  };
}

/** Every word quoted, so that no character of a query is an operator; the last is a prefix. */
function termsOf(words: readonly string[]): string {
  return `(${words.map(quote).join(' AND ')} *)`;
}

/** FTS5 would end the query at a NUL. */
function quote(text: string): string {
  return `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`;
}
