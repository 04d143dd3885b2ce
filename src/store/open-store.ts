import type { Store } from '../ports.js';
import type { LogAuditor } from './log/log-auditor.js';
import { SqliteStore, type StoreOptions } from './sqlite/sqlite-store.js';

export type { StoreOptions } from './sqlite/sqlite-store.js';

/** The storage port on a database, and what only the program that opened it uses. */
export interface OpenedStore extends Store {
  /** Recomputes the logs. */
  readonly auditor: LogAuditor;
  /** How many flushes carried how many jobs, for the metrics. */
  readonly commitStats: { readonly flushes: number; readonly jobs: number; readonly busy: number };
}

/**
 * Opens a database with the engine that its name asks for: the path of a file is SQLite. Its secrets and the key of its
 * logs are read now.
 * @throws Error when it cannot be opened, with the reason
 * @throws DatabaseFault when it is not a database of this program, or one of a newer version; the file is left unchanged
 */
export async function openStore(database: string, options: StoreOptions): Promise<OpenedStore> {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(database)?.[1];
  if (scheme !== undefined) throw new Error(`there is no engine for ${scheme}: name the path of a SQLite file`);
  return SqliteStore.open(database, options);
}
