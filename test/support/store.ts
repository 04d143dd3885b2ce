import './checked-rows.js';
import { type OpenedStore, openStore } from '../../src/store/open-store.js';
import { openOnPostgres, postgresOf } from './postgres-of-path.js';

interface Keys {
  readonly logKey?: string | undefined;
}

/** A store on a file that is made when it is absent. */
export function newStore(database: string, keys: Keys = {}): Promise<OpenedStore> {
  return openStore(database, { create: true, needsLogKey: true, ...keys });
}

/** A store on a file that is there, or on the database that stands for it. */
export function storeOn(database: string, keys: Keys = {}): Promise<OpenedStore> {
  const options = { create: false, needsLogKey: true, ...keys };
  return postgresOf(database) === undefined ? openStore(database, options) : openOnPostgres(database, options);
}
