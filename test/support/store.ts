import './checked-rows.js';
import { type OpenedStore, openStore } from '../../src/store/open-store.js';

interface Keys {
  readonly logKey?: string | undefined;
}

/** A store on a file that is made when it is absent. */
export function newStore(database: string, keys: Keys = {}): Promise<OpenedStore> {
  return openStore(database, { create: true, needsLogKey: true, ...keys });
}

/** A store on a file that is there. */
export function storeOn(database: string, keys: Keys = {}): Promise<OpenedStore> {
  return openStore(database, { create: false, needsLogKey: true, ...keys });
}
