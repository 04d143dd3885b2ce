import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readConfig } from '../../src/config.js';
import { NO_LOAD_LIMITS } from '../support/no-load-limits.js';
import { newPostgres, releasePostgres } from '../support/postgres.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { checkFile, SOUND } from './database-file.js';

/** A database for the processes of a test: a file, or one on PostgreSQL if `PORTAL_TEST_ENGINE` is `postgres`. */
export interface ServedDatabase {
  /** Value of `PORTAL_DB`. */
  readonly name: string;
  /** Environment for every process that uses the database. */
  readonly env: Readonly<Record<string, string>>;
  /** Path prefix of the portal's files. */
  readonly files: string;
  assertSound(): void;
  /** Call only when no process has the database open. */
  drop(): Promise<void>;
}

export async function servedDatabase(engine = process.env.PORTAL_TEST_ENGINE): Promise<ServedDatabase> {
  const folder = temporaryFolder();
  const isOnServer = engine === 'postgres';
  const name = isOnServer ? await newPostgres() : join(folder, 'portal.db');
  const env = { PORTAL_DB: name, ...NO_LOAD_LIMITS, XDG_DATA_HOME: folder };
  return {
    name,
    env,
    files: readConfig(env, {}).files,
    // PostgreSQL enforces the constraints itself.
    assertSound: () => isOnServer || expect(checkFile(name)).toEqual(SOUND),
    async drop() {
      if (isOnServer) await releasePostgres(name);
      rmSync(folder, { recursive: true });
    },
  };
}
