import type { Checkout } from '../../../domain/checkout/checkout.js';
import { groupBy } from '../../../domain/values/group-by.js';
import type { CounterName, TableName } from '../../../ports.js';
import type { FetchedData, NeededRead } from '../../fetched-data.js';
import type { Session } from '../connection/session.js';
import { isStorable } from '../connection/texts.js';
import type { Indexed } from '../search/indexed-item.js';
import { cacheRow } from './cached-rows.js';
import type { KnownRows } from './known-rows.js';
import { RowStatements } from './row-statements.js';
import { type KeyedRow, readCheckouts } from './shared-parts.js';

const STATEMENTS = new RowStatements(200);

const COUNTERS = `
  SELECT found.name, found.key, found.value FROM unnest($1::text[], $2::text[]) AS wanted (name, key)
  CROSS JOIN LATERAL (SELECT * FROM counter WHERE counter.name = wanted.name AND counter.key = wanted.key) AS found`;
const INDEXED = `
  SELECT item.key, item_search.form, item_search.facts, item_search.words, item_search.price, item_search.product_id, item_search.tokens
  FROM item JOIN item_search ON item_search.seq = item.seq WHERE item.key = ANY($1)`;

type Keys = ReadonlyMap<TableName, ReadonlySet<string>>;

/** Fetches rows of any tables with one statement, since a statement costs more than most rows. */
export function fetchRows(session: Session, needed: readonly NeededRead[], data: FetchedData): Promise<void>[] {
  const keys = new Map<TableName, Set<string>>();
  for (const read of needed) {
    if ('lookup' in read) continue;
    if (read[0] === 'get') addKeys(keys, read[1], [read[2]]);
    else if (read[0] === 'many') addKeys(keys, read[1], read[2]);
  }
  return keys.size > 0 ? [fetchTables(session, keys, data)] : [];
}

async function fetchTables(session: Session, keys: Keys, data: FetchedData): Promise<void> {
  const { text, tables } = STATEMENTS.find(keys);
  const values = tables.map((table) => [...(keys.get(table) ?? [])].filter(isStorable));
  const rows = await session.query<KeyedRow & { readonly name: string }>(text, values);
  const found = groupBy(rows, ({ name }) => name);
  await Promise.all([...keys].map(([table, ofTable]) => keepTable(session, table, [...ofTable], found, data)));
}

async function keepTable<T extends TableName>(
  session: Session,
  table: T,
  keys: readonly string[],
  found: ReadonlyMap<string, readonly KeyedRow[]>,
  data: FetchedData,
): Promise<void> {
  const stored = found.get(table) ?? [];
  if (table === 'checkout') return keepCheckouts(await readCheckouts(session, stored), keys, data);
  const rows = new Map(stored.map((row) => [row.key, cacheRow(table, row.key, row)]));
  for (const key of keys) data.rowsOf(table).set(key, { answer: rows.get(key) });
}

function keepCheckouts(checkouts: readonly Checkout[], keys: readonly string[], data: FetchedData): void {
  const rows = new Map(checkouts.map((checkout) => [checkout.id, checkout]));
  for (const key of keys) data.rowsOf('checkout').set(key, { answer: rows.get(key) });
}

interface NamedCounter {
  readonly name: string;
  readonly key: string;
  readonly value: number;
}

export function fetchCounters(session: Session, needed: readonly NeededRead[], data: FetchedData): Promise<void>[] {
  const keys = new Map<CounterName, Set<string>>();
  for (const read of needed) if (!('lookup' in read) && read[0] === 'counters') addKeys(keys, read[1], read[2]);
  const wanted = [...keys].flatMap(([name, ofName]) => [...ofName].map((key) => ({ name, key })));
  return wanted.length > 0 ? [readCounters(session, wanted, data)] : [];
}

async function readCounters(
  session: Session,
  wanted: readonly { readonly name: CounterName; readonly key: string }[],
  data: FetchedData,
): Promise<void> {
  const storable = wanted.filter(({ key }) => isStorable(key));
  const values = [storable.map(({ name }) => name), storable.map(({ key }) => key)];
  const rows = await session.query<NamedCounter>(COUNTERS, values);
  const found = new Map(rows.map(({ name, key, value }) => [`${name} ${key}`, value]));
  for (const { name, key } of wanted) data.countersOf(name).set(key, { answer: found.get(`${name} ${key}`) });
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
