import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Write } from '../../src/ports.js';
import { storedColumns } from '../../src/store/tables/stored-columns.js';
import type { Referred } from '../../src/store/tables/table.js';
import { TABLE_NAMES, TABLES } from '../../src/store/tables/tables.js';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const TYPES = { text: 'TEXT', integer: 'INTEGER', bytes: 'BLOB', texts: 'TEXT' } as const;

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

function inFile<R>(look: (database: DatabaseConstructor.Database) => R): R {
  const database = new DatabaseConstructor(file, { readonly: true });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

describe('a migrated file', () => {
  const declared = storedColumns('sqlite');

  it('contains the declared tables, and the text index', () => {
    const names = inFile((database) =>
      database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all(),
    );
    const ours = names.filter((name) => !/^(sqlite_|item_token)/.test(name));
    expect(ours.sort()).toEqual([...declared.keys()].sort());
  });

  it.each([...declared])('contains the declared columns of %s', (name, columns) => {
    const found = inFile((database) =>
      database.prepare<[string], Column>('SELECT * FROM pragma_table_info(?)').all(name),
    );
    const stored = found.map((column) => [column.name, column.type, column.notnull + column.pk > 0]);
    const expected = Object.entries(columns).map(([column, { type, nullable }]) => [column, TYPES[type], !nullable]);
    expect(stored.sort()).toEqual(expected.sort());
  });

  it('counts updates and deletes of each cached table that has a count of its changes', () => {
    const { id: _id, item_search: _search, ...counted } = declared.get('table_change') ?? {};
    const triggers = inFile((database) =>
      database.prepare<[], string>("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").pluck().all(),
    );
    for (const table of Object.keys(counted)) {
      expect(TABLE_NAMES.filter((name) => TABLES[name].cached)).toContain(table);
      for (const event of ['UPDATE', 'DELETE'])
        expect(
          triggers.filter((sql) =>
            sql.includes(`AFTER ${event} ON ${table} BEGIN\n  UPDATE table_change SET ${table} = ${table} + 1`),
          ),
        ).toHaveLength(1);
    }
  });

  it.each(TABLE_NAMES)('has the declared references of %s to other tables', (name) => {
    const found = inFile((database) =>
      database.prepare<[string], string>('SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)').pluck().all(name),
    );
    const { after }: Referred = TABLES[name];
    const declaredAfter = TABLE_NAMES.filter((other) => after.includes(TABLES[other]));
    expect(found.sort()).toEqual(declaredAfter.sort());
  });
});

it('tables come after the tables that they refer to, so that rows are sent in this sequence', () => {
  for (const [place, name] of TABLE_NAMES.entries()) {
    const { after }: Referred = TABLES[name];
    for (const referred of after)
      expect(TABLE_NAMES.findIndex((other) => TABLES[other] === referred)).toBeLessThan(place);
  }
});

it('code that removes permanent rows does not compile', () => {
  const key = 'x';
  const removals: readonly Write[] = [
    { type: 'remove', table: 'discount', key },
    // @ts-expect-error orders are kept
    { type: 'remove', table: 'order', key },
    // @ts-expect-error receipts are kept, too
    { type: 'remove', table: 'receipt', key },
  ];
  expect(removals).toHaveLength(3);
});
