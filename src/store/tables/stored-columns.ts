import { PLAIN_TABLES, type PlainColumn } from './plain-tables.js';
import { TABLE_NAMES, TABLES } from './tables.js';

export type Engine = 'sqlite' | 'postgres';

const POSTGRES_TYPES = { text: 'text', integer: 'bigint', bytes: 'bytea', texts: 'text[]' } as const;

interface StoredColumn {
  readonly type: PlainColumn['type'];
  readonly nullable: boolean;
}

type StoredColumns = Readonly<Record<string, StoredColumn>>;

/** Returns the columns of each table of an engine. A test compares them with the migrations. */
export function storedColumns(engine: Engine): ReadonlyMap<string, StoredColumns> {
  const declared = TABLE_NAMES.map((name) => [name, columnsOfTable(name, engine)] as const);
  const plain = Object.entries(PLAIN_TABLES)
    .filter(([, { only = engine }]) => only === engine)
    .map(([name, { columns }]) => [name, columnsOfPlainTable(columns, engine)] as const);
  return new Map([...declared, ...plain]);
}

const EVERY: StoredColumns = {
  key: { type: 'text', nullable: false },
  created_at: { type: 'integer', nullable: false },
  version: { type: 'integer', nullable: false },
  body: { type: 'text', nullable: false },
};

function columnsOfTable(name: (typeof TABLE_NAMES)[number], engine: Engine): StoredColumns {
  const { columns, filled = {} } = TABLES[name];
  const computed = Object.entries(columns).map(
    ([column, { type, nullable = false }]) => [column, { type, nullable }] as const,
  );
  const others = Object.entries(filled).map(
    ([column, { type, nullable }]) => [column, { type, nullable: nullable === engine }] as const,
  );
  return { ...EVERY, ...Object.fromEntries([...computed, ...others]) };
}

function columnsOfPlainTable(columns: Readonly<Record<string, PlainColumn>>, engine: Engine): StoredColumns {
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([, { only = engine }]) => only === engine)
      .map(([name, { type, nullable = false }]) => [name, { type, nullable }]),
  );
}

const ON_SERVER = storedColumns('postgres');

/**
 * Returns the PostgreSQL type of each column of a table.
 * @throws Error if there is no such table
 */
export function columnTypes(table: string): Readonly<Record<string, string>> {
  const columns = ON_SERVER.get(table);
  if (!columns) throw new Error(`there is no table ${table}`);
  return Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, POSTGRES_TYPES[type]]));
}
