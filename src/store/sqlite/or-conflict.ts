import { StoreConflict, type TableName } from '../../ports.js';
import { isUniqueViolation } from './driver-errors.js';

/** @throws StoreConflict `exists` when another column than the key must not be there twice */
export function orConflict<R>(name: TableName, key: string, run: () => R): R {
  try {
    return run();
  } catch (error) {
    if (isUniqueViolation(error)) throw new StoreConflict('exists', name, key);
    throw error;
  }
}
