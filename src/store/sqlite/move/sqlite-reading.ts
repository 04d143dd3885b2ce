import type { Database } from 'better-sqlite3';
import type { MovedTable } from '../../move/moved-tables.js';
import { type Cell, cellsOf, type MovedRow, type MovedRows } from '../../move/side.js';
import { EVENTS_IN_ORDER } from './event-places.js';

/**
 * PostgreSQL needs numbers for all shops and orders. Those that have none yet get a negative number, which is never
 * assigned otherwise.
 */
const NUMBERED: Readonly<Record<string, string>> = { seq: 'coalesce(row.seq, -row.rowid)' };
const EVENTS: Readonly<Record<string, string>> = { seq: 'place.seq', trail: 'place.trail' };

interface Source {
  readonly from: string;
  /** SQL expressions for columns that are not read unchanged. */
  readonly as: Readonly<Record<string, string>>;
  /** Alias of the source that has the order's columns. */
  readonly ordered: string;
}

/** Reads the rows of a file, in its open transaction if there is one; otherwise each page is a separate snapshot. */
export function rowsOfFile(database: Database): MovedRows {
  const read = async (table: MovedTable, after: MovedRow | undefined, last: MovedRow | undefined) => {
    const { text, values } = pageQuery(table, after, last);
    return database
      .prepare<Cell[], Cell[]>(text)
      .raw()
      .all(...values);
  };
  return { page: (table, after) => read(table, after, undefined), through: read };
}

function sourceOf({ name, order }: MovedTable): Source {
  if (name === 'audit_event') return { from: EVENTS_IN_ORDER[order[0] ?? ''] ?? '', as: EVENTS, ordered: 'placed' };
  const as = name === 'shop' || name === 'order' ? NUMBERED : {};
  return { from: `"${name}" AS row`, as, ordered: 'row' };
}

function pageQuery(table: MovedTable, after: MovedRow | undefined, last: MovedRow | undefined) {
  const { from, as, ordered } = sourceOf(table);
  const columns = table.columns.map((column) => as[column] ?? `row."${column}"`).join(', ');
  const order = table.order.map((column) => `${ordered}."${column}"`).join(', ');
  const holders = table.order.map(() => '?').join(', ');
  const bounds = [
    ...(after ? [{ condition: `(${order}) > (${holders})`, row: after }] : []),
    ...(last ? [{ condition: `(${order}) <= (${holders})`, row: last }] : []),
  ];
  const where = bounds.length > 0 ? `WHERE ${bounds.map(({ condition }) => condition).join(' AND ')}` : '';
  return {
    text: `SELECT ${columns} FROM ${from} ${where} ORDER BY ${order} ${last ? '' : `LIMIT ${table.page}`}`,
    values: bounds.flatMap(({ row }) => cellsOf(table, table.order, row)),
  };
}
