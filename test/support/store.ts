import './checked-rows.js';
import { type OpenedStore, openStore } from '../../src/store/open-store.js';
import { openOnPostgres, postgresOf } from './postgres-of-path.js';

interface Keys {
  readonly logKey?: string | undefined;
}

/** Opens a store on a file, creating it if absent. */
export function newStore(database: string, keys: Keys = {}): Promise<OpenedStore> {
  return openStore(database, { create: true, needsLogKey: true, ...keys });
}

/** Opens a store on an existing file, or on the PostgreSQL database that replaces it. */
export function storeOn(database: string, keys: Keys = {}): Promise<OpenedStore> {
  const options = { create: false, needsLogKey: true, ...keys };
  return postgresOf(database) === undefined ? openStore(database, options) : openOnPostgres(database, options);
}
