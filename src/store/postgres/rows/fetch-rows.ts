import type { CounterName, TableName } from '../../../ports.js';
import type { FetchedData, NeededRead } from '../../fetched-data.js';
import type { Session } from '../connection/session.js';
import { quote } from '../connection/tables.js';
import { isStorable } from '../connection/texts.js';
import type { Indexed } from '../search/indexed-item.js';
import { cacheRow } from './cached-rows.js';
import type { KnownRows } from './known-rows.js';
import { type KeyedRow, readCheckouts } from './shared-parts.js';

const COUNTERS = 'SELECT key, value FROM counter WHERE name = $1 AND key = ANY($2)';
const INDEXED = `
  SELECT item.key, item_search.form, item_search.facts, item_search.words, item_search.price, item_search.product_id, item_search.tokens
  FROM item JOIN item_search ON item_search.seq = item.seq WHERE item.key = ANY($1)`;

/** Fetches rows, with one statement per table. */
export function fetchRows(session: Session, needed: readonly NeededRead[], data: FetchedData): Promise<void>[] {
  const keys = new Map<TableName, Set<string>>();
  for (const read of needed) {
    if ('lookup' in read) continue;
    if (read[0] === 'get') addKeys(keys, read[1], [read[2]]);
    else if (read[0] === 'many') addKeys(keys, read[1], read[2]);
  }
  return [...keys].map(([table, ofTable]) =>
    table === 'checkout' ? fetchCheckouts(session, [...ofTable], data) : fetchTable(session, table, [...ofTable], data),
  );
}

async function fetchTable<T extends TableName>(
  session: Session,
  table: T,
  keys: readonly string[],
  data: FetchedData,
): Promise<void> {
  const rows = await storedRows(session, table, keys);
  const found = new Map(rows.map((row) => [row.key, cacheRow(table, row.key, row)]));
  for (const key of keys) data.rowsOf(table).set(key, { answer: found.get(key) });
}

async function fetchCheckouts(session: Session, keys: readonly string[], data: FetchedData): Promise<void> {
  const checkouts = await readCheckouts(session, await storedRows(session, 'checkout', keys));
  const found = new Map(checkouts.map((checkout) => [checkout.id, checkout]));
  for (const key of keys) data.rowsOf('checkout').set(key, { answer: found.get(key) });
}

function storedRows(session: Session, table: TableName, keys: readonly string[]): Promise<KeyedRow[]> {
  const text = `SELECT key, version, body FROM ${quote(table)} WHERE key = ANY($1)`;
  return session.query<KeyedRow>(text, [keys.filter(isStorable)]);
}

export function fetchCounters(session: Session, needed: readonly NeededRead[], data: FetchedData): Promise<void>[] {
  const keys = new Map<CounterName, Set<string>>();
  for (const read of needed) if (!('lookup' in read) && read[0] === 'counters') addKeys(keys, read[1], read[2]);
  return [...keys].map(async ([name, ofName]) => {
    const values = [name, [...ofName].filter(isStorable)];
    const rows = await session.query<{ readonly key: string; readonly value: number }>(COUNTERS, values);
    const found = new Map(rows.map(({ key, value }) => [key, value]));
    for (const key of ofName) data.countersOf(name).set(key, { answer: found.get(key) });
  });
}

/** Fetches the search entries of these items. */
export async function fetchIndexed(session: Session, keys: readonly string[], known: KnownRows): Promise<void> {
  if (keys.length === 0) return;
  const rows = await session.query<Indexed & { readonly key: string; readonly form: string }>(INDEXED, [keys]);
  const found = new Map(rows.map(({ key, ...indexed }) => [key, indexed]));
  for (const key of keys) known.indexed.set(key, found.get(key));
}

function addKeys<N>(all: Map<N, Set<string>>, name: N, keys: readonly string[]): void {
  const known = all.get(name) ?? new Set();
  for (const key of keys) known.add(key);
  all.set(name, known);
}
