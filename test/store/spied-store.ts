import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { vi } from 'vitest';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';

interface Spied {
  readonly store: SqliteStore;
  readonly connection: Database;
  readonly sql: ReadonlySet<string>;
}

/** A new store, with its own connection and all statements it prepares. The caller restores the mocks. */
export function spiedStore(file: string): Spied {
  const sql = new Set<string>();
  const connections = new Set<Database>();
  const { prepare } = DatabaseConstructor.prototype;
  vi.spyOn(DatabaseConstructor.prototype, 'prepare').mockImplementation(function (this: Database, text: string) {
    sql.add(text);
    connections.add(this);
    return prepare.call(this, text);
  });
  const store = new SqliteStore(file, { create: true });
  const [connection] = connections;
  if (!connection) throw new Error('the store prepared nothing');
  return { store, connection, sql };
}
