import { StoreConflict } from '../../../ports.js';
import { isUniqueViolation } from '../file/driver-errors.js';

/**
 * Runs a write of a row.
 * @throws StoreConflict `exists` if a unique column of the row has the value of another row
 */
export function orConflict<R>(name: StoreConflict['table'], key: string, run: () => R): R {
  try {
    return run();
  } catch (error) {
    if (isUniqueViolation(error)) throw new StoreConflict('exists', name, key);
    throw error;
  }
}
