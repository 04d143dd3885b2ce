import { assertOurs } from './file-check.js';
import { readIdentity } from './file-identity.js';
import { missingMigrations } from './migrate.js';

/**
 * Returns the names of the migrations that a file needs, in order. The file stays unchanged.
 * @throws Error if it cannot be opened
 * @throws DatabaseFault if it is not a database of this program, or belongs to a newer version
 */
export function listNeededMigrations(path: string): readonly string[] {
  assertOurs(path, false);
  return missingMigrations(readIdentity(path).userVersion);
}
