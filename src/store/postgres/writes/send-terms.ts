import { itemKey } from '../../../domain/shop/item.js';
import { reverseWord } from '../../search/reverse.js';
import type { Session } from '../connection/session.js';
import { rowsOf } from '../connection/tables.js';
import { toArrayText } from '../connection/texts.js';
import type { Changes, WordChange } from './changes.js';

const NOW = rowsOf('now', [
  ['key', 'text'],
  ['terms', 'text'],
]);
/** Joins orders with their numbers and the numbers of their shops, to which the rows of `order_term` refer. */
const NUMBERED = `${NOW} JOIN "order" ON "order".key = now.key JOIN shop ON shop.key = "order".shop_id`;
const WORD_OF = (terms: string) => `CROSS JOIN LATERAL unnest(string_to_array(${terms}, E'\\n')) AS word (term)`;
/** Deletes the terms that an order has lost. Must run while the stored row still has the order's earlier terms. */
const OLD_TERMS = `
  DELETE FROM order_term USING (
    SELECT shop.seq AS shop_seq, word.term, "order".seq AS order_seq FROM ${NUMBERED} ${WORD_OF('"order".terms')}
    WHERE word.term <> '' AND position(E'\\n' || word.term || E'\\n' IN now.terms) = 0
  ) AS gone
  WHERE order_term.shop_seq = gone.shop_seq AND order_term.term = gone.term AND order_term.order_seq = gone.order_seq`;
const NEW_TERMS = `
  INSERT INTO order_term (shop_seq, term, order_seq)
  SELECT shop.seq, word.term, "order".seq FROM ${NUMBERED} ${WORD_OF('now.terms')} WHERE word.term <> ''
  ON CONFLICT DO NOTHING`;

const OFF_SALE = 'DELETE FROM item_search USING item WHERE item.seq = item_search.seq AND item.key = ANY($1)';
const ON_SALE = `
  INSERT INTO item_search (seq, shop_id, id, price, product_id, form, facts, words, tokens)
  SELECT item.seq, found.shop_id, found.id, found.price, found.product_id, found.form, found.facts, found.words, found.tokens::text[]
  FROM ${rowsOf('found', [
    ['key', 'text'],
    ['shop_id', 'text'],
    ['id', 'text'],
    ['price', 'bigint'],
    ['product_id', 'text'],
    ['form', 'text'],
    ['facts', 'text'],
    ['words', 'text'],
    ['tokens', 'text'],
  ])} JOIN item ON item.key = found.key
  ON CONFLICT (seq) DO UPDATE SET price = excluded.price, product_id = excluded.product_id, form = excluded.form,
    facts = excluded.facts, words = excluded.words, tokens = excluded.tokens`;

const WORD_COLUMNS = [
  ['shop_id', 'text'],
  ['word', 'text'],
  ['term', 'text'],
  ['backwards', 'text'],
  ['items', 'bigint'],
] as const;
const MORE_WORDS = `
  INSERT INTO vocabulary (shop_id, word, term, backwards, items) SELECT * FROM ${rowsOf('counted', WORD_COLUMNS)}
  ON CONFLICT (shop_id, word, term) DO UPDATE SET items = vocabulary.items + excluded.items`;
const ONE_WORD =
  'vocabulary.shop_id = counted.shop_id AND vocabulary.word = counted.word AND vocabulary.term = counted.term';
const FEWER_WORDS = `
  UPDATE vocabulary SET items = vocabulary.items + counted.items FROM ${rowsOf('counted', WORD_COLUMNS)} WHERE ${ONE_WORD}`;
const NO_WORDS = `
  DELETE FROM vocabulary USING ${rowsOf('counted', WORD_COLUMNS)} WHERE ${ONE_WORD} AND vocabulary.items = 0`;

/** Deletes lost terms of orders, before the rows of the orders are sent. */
export function sendOldOrderTerms(session: Session, changes: Changes): Promise<unknown>[] {
  const changed = writtenOrders(changes).filter(({ isNew }) => !isNew);
  return changed.length > 0 ? [session.query(OLD_TERMS, termsOf(changed))] : [];
}

/** Inserts the terms of orders, after the rows of the orders. */
export function sendOrderTerms(session: Session, changes: Changes): Promise<unknown>[] {
  const written = writtenOrders(changes);
  return written.length > 0 ? [session.query(NEW_TERMS, termsOf(written))] : [];
}

interface WrittenOrder {
  readonly key: string;
  readonly terms: string;
  readonly isNew: boolean;
}

function writtenOrders({ rows }: Changes): WrittenOrder[] {
  return [...rows.values()].flatMap(({ table, key, put }) =>
    table === 'order' && put ? [{ key, terms: String(put.values.terms), isNew: put.isNew }] : [],
  );
}

function termsOf(orders: readonly WrittenOrder[]) {
  return [orders.map(({ key }) => key), orders.map(({ terms }) => terms)];
}

/** Writes the search entries of items; sent after the items. */
export function sendItemTerms(session: Session, changes: Changes): Promise<unknown>[] {
  const off: string[] = [];
  const on: (readonly (string | number | null)[])[] = [];
  for (const { shop_id, id, indexed } of changes.items.values()) {
    const key = itemKey(shop_id, id);
    if (!indexed) off.push(key);
    else {
      const { price, product_id, form, facts, words, tokens } = indexed;
      on.push([key, shop_id, id, price, product_id, form, facts, words, toArrayText(tokens)]);
    }
  }
  return [
    ...(off.length > 0 ? [session.query(OFF_SALE, [off])] : []),
    ...(on.length > 0 ? [session.query(ON_SALE, columnsOf(on))] : []),
    ...sendWords(session, changes.words),
  ];
}

function sendWords(session: Session, words: readonly WordChange[]): Promise<unknown>[] {
  const sums = new Map<string, WordChange>();
  for (const change of words) {
    const name = `${change.shop_id} ${change.word} ${change.term}`;
    sums.set(name, { ...change, by: change.by + (sums.get(name)?.by ?? 0) });
  }
  const rows = [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, change]) => change);
  const valuesOf = (some: readonly WordChange[]) =>
    columnsOf(some.map(({ shop_id, word, term, by }) => [shop_id, word, term, reverseWord(word), by]));
  const [more, fewer] = [rows.filter(({ by }) => by > 0), rows.filter(({ by }) => by < 0)];
  return [
    ...(more.length > 0 ? [session.query(MORE_WORDS, valuesOf(more))] : []),
    ...(fewer.length > 0
      ? [session.query(FEWER_WORDS, valuesOf(fewer)), session.query(NO_WORDS, valuesOf(fewer))]
      : []),
  ];
}

function columnsOf(rows: readonly (readonly (string | number | null)[])[]) {
  return (rows[0] ?? []).map((_first, column) => rows.map((row) => row[column] ?? null));
}
