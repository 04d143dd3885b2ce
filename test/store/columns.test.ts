import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as schema from '../../db/sqlite/schema.js';
import type { Write } from '../../src/ports.js';
import { COLUMNS } from '../../src/store/columns.js';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** What every aggregate has, and what SQLite needs beside the columns of the rows: the numbers that its indexes of words use, the words of orders, and the numbers of changes. */
const EVERY = ['key', 'created_at', 'version', 'body'];
const OWN: Readonly<Record<string, readonly string[]>> = {
  item: ['seq'],
  shop: ['seq'],
  order: ['changed', 'seq', 'terms'],
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

let folder: string;
let file: string;
beforeAll(async () => {
  folder = temporaryFolder();
  file = join(folder, 'portal.db');
  await (await newStore(file)).close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const TABLES = Object.values(schema)
  .filter((table) => is(table, SQLiteTable))
  .map((table) => getTableConfig(table));

function inFile<R>(look: (database: DatabaseConstructor.Database) => R): R {
  const database = new DatabaseConstructor(file, { readonly: true });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

describe('the columns of a migrated file', () => {
  it('are of the tables of the schema, and of the text index', () => {
    const names = inFile((database) =>
      database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all(),
    );
    const ours = names.filter((name) => !/^(sqlite_|item_token)/.test(name));
    expect(ours.sort()).toEqual(TABLES.map(({ name }) => name).sort());
  });

  it.each(TABLES)('are those of the schema: $name', ({ name, columns }) => {
    const found = inFile((database) =>
      database.prepare<[string], Column>('SELECT * FROM pragma_table_info(?)').all(name),
    );
    const stored = found.map((column) => [column.name, column.type.toLowerCase(), column.notnull + column.pk > 0]);
    const declared = columns.map((column) => [column.name, column.getSQLType(), column.notNull || column.primary]);
    expect(stored.sort()).toEqual(declared.sort());
  });

  it.each(Object.entries(COLUMNS))('are those that follow from the rows: %s', (name, { fixed, changing }) => {
    const declared = TABLES.find((table) => table.name === name)?.columns.map((column) => column.name);
    const following = [...EVERY, ...Object.keys(fixed), ...Object.keys(changing), ...(OWN[name] ?? [])];
    expect(declared?.sort()).toEqual(following.sort());
  });
});

it('rows that are kept for good cannot be removed: it does not compile', () => {
  const key = 'x';
  const removals: readonly Write[] = [
    { type: 'remove', table: 'discount', key },
    // @ts-expect-error orders are kept
    { type: 'remove', table: 'order', key },
    // @ts-expect-error so are receipts
    { type: 'remove', table: 'receipt', key },
  ];
  expect(removals).toHaveLength(3);
});
