import type { AcceptedReceipt } from '../../../domain/receipt/receipt.js';
import type { LookupName, TableName, Tables } from '../../../ports.js';
import { type FetchedData, toKey } from '../../fetched-data.js';
import { LOOKUPS } from '../../lookups/lookups.js';
import { readColumns, type Table } from '../../tables/table.js';
import { TABLE_NAMES, TABLES } from '../../tables/tables.js';
import type { KnownRows } from '../rows/known-rows.js';
import { LOOKUP_STATEMENTS } from '../rows/lookup-statements.js';
import type { Changes, ColumnValues, RowWrite } from './changes.js';
import { toWrittenRow } from './row-write.js';

/**
 * Tables that decisions write; any other table may be filled by the database when rows are written. Lookups that read the
 * entries of a row together with the row are forgotten when it is written, others with each entry.
 */
const WRITTEN: ReadonlySet<string> = new Set([...TABLE_NAMES, 'receipt', 'log_entry']);

/** Lookups that read a table which any write may change. */
const CHANGED_BY_ANY = findLookups((tables) => tables.some((table) => !WRITTEN.has(table)));

/** Lookups that read entries of logs and no row. */
const OF_ENTRIES = findLookups((tables) => tables.every((table) => table === 'log_entry'));

/** Lookups, keyed by each table that they read. */
const CHANGED_BY: ReadonlyMap<string, readonly LookupName[]> = new Map(
  [...WRITTEN].map((table) => [table, findLookups((tables) => tables.includes(table))]),
);

function findLookups(isWanted: (tables: readonly string[]) => boolean): LookupName[] {
  return [...LOOKUP_STATEMENTS].filter(([, { tables }]) => isWanted([...tables])).map(([name]) => name);
}

/**
 * Updates the known rows with the changes of an accepted decision, before they are sent to the database. Rows that are
 * forgotten here are read from the database again, after it has received the changes.
 */
export function updateKnownRows(known: KnownRows, changes: Changes): void {
  const { data } = known;
  for (const name of CHANGED_BY_ANY) data.answersOf(name).clear();
  for (const { table, key, put } of changes.rows.values()) {
    forgetLookups(data, table, key, put);
    setRow(data, table, key, put);
  }
  for (const { name, key, value } of changes.counters.values())
    data.countersOf(name).set(key, { answer: value ?? undefined });
  for (const [key, { indexed }] of changes.items) known.indexed.set(key, indexed);
  for (const [id, head] of changes.log.begun) known.trees.set(id, head);
  for (const [id, tree] of changes.log.trees) known.trees.set(id, tree);
  for (const receipt of changes.log.receipts) forgetAnswers(data, receipt);
  if (changes.log.entries.length > 0) for (const name of OF_ENTRIES) data.answersOf(name).clear();
  if (changes.log.pending.length + changes.log.sequenced.length > 0) data.log.pendingEntries.clear();
  for (const id of [...changes.log.begun.keys(), ...changes.log.trees.keys()]) forgetLog(known, id);
}

/**
 * Forgets only the results that depend on the row as it was or as it is now, where that is known: a batch has many carts,
 * and each result forgotten needlessly costs it a round trip.
 */
function forgetLookups(data: FetchedData, table: TableName, key: string, put: RowWrite | undefined): void {
  const names = CHANGED_BY.get(table) ?? [];
  const states = names.some((name) => LOOKUPS[name].changedByRow) ? statesOf(data, table, key, put) : undefined;
  for (const name of names) {
    const { changedByRow } = LOOKUPS[name];
    const answers = data.answersOf(name);
    if (!changedByRow || !states) answers.clear();
    else for (const columns of states) answers.delete(toKey(changedByRow(columns)));
  }
}

/** Returns the columns of a row before and after a write; `undefined` if those before it are not known. */
function statesOf<T extends TableName>(
  data: FetchedData,
  table: T,
  key: string,
  put: RowWrite | undefined,
): readonly ColumnValues[] | undefined {
  const before = data.rowsOf(table).get(key)?.answer;
  if (!before) return put?.isNew ? [put.values] : undefined;
  const { columns }: Table<Tables[T]> = TABLES[table];
  const old = { ...readColumns(columns, 'fixed').of(before), ...readColumns(columns, 'changing').of(before) };
  return [old, { ...old, ...put?.values }];
}

/** Sets a row. Later readers get it as the database would return it, which is after a round trip through JSON. */
function setRow<T extends TableName>(data: FetchedData, table: T, key: string, put: RowWrite | undefined): void {
  data.rowsOf(table).set(key, {
    get answer() {
      return put && toWrittenRow(table, put);
    },
  });
}

/**
 * Forgets only the results that the receipt can change; others may have been fetched for other receipts of the batch.
 */
function forgetAnswers(data: FetchedData, receipt: AcceptedReceipt): void {
  for (const name of CHANGED_BY.get('receipt') ?? []) {
    const { changedBy } = LOOKUPS[name];
    if (changedBy) data.answersOf(name).delete(toKey(changedBy(receipt)));
    else data.answersOf(name).clear();
  }
}

function forgetLog({ data, heads }: KnownRows, organizationId: string): void {
  heads.delete(organizationId);
  data.log.logHead.delete(toKey([organizationId]));
  data.log.logLeaves.clear();
  data.log.closedLogs.clear();
}
