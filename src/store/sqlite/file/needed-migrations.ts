import { assertOurs } from './file-check.js';
import { readIdentity } from './file-identity.js';
import { missingMigrations } from './migrate.js';

/**
 * The names of the migrations that a file needs, in their order; the file stays unchanged.
 * @throws Error when it cannot be opened
 * @throws DatabaseFault when it is not a database of this program, or one of a newer version
 */
export function migrationsFor(path: string): readonly string[] {
  assertOurs(path, false);
  return missingMigrations(readIdentity(path).userVersion);
}
