import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { vi } from 'vitest';
import type { OpenedStore } from '../../src/store/open-store.js';
import { newStore } from '../support/store.js';

interface Spied {
  readonly store: OpenedStore;
  readonly connection: Database;
  readonly sql: ReadonlySet<string>;
}

/** A new store, with its own connection and all statements it prepares. The caller restores the mocks. */
export async function spiedStore(file: string): Promise<Spied> {
  const sql = new Set<string>();
  const connections = new Set<Database>();
  const { prepare } = DatabaseConstructor.prototype;
  vi.spyOn(DatabaseConstructor.prototype, 'prepare').mockImplementation(function (this: Database, text: string) {
    sql.add(text);
    connections.add(this);
    return prepare.call(this, text);
  });
  const store = await newStore(file);
  const [connection] = connections;
  if (!connection) throw new Error('the store prepared nothing');
  return { store, connection, sql };
}
