import { readdirSync } from 'node:fs';

/** Returns the names of the migration files in a folder, in the order in which they run. */
export function migrationsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}
