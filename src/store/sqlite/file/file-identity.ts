import { openReadOnly } from './read-only-file.js';

/** Values that identify a database. Includes transactions that are still in the WAL. */
export interface FileIdentity {
  readonly userVersion: number;
  readonly applicationId: number;
  readonly tables: ReadonlySet<string>;
}

/**
 * Reads the identity of a database without changing a byte or leaving a file beside it.
 * @throws Error of the driver if it cannot be read
 */
export function readIdentity(path: string): FileIdentity {
  const { database, close } = openReadOnly(path);
  try {
    return {
      userVersion: Number(database.pragma('user_version', { simple: true })),
      applicationId: Number(database.pragma('application_id', { simple: true })),
      tables: new Set(
        database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all(),
      ),
    };
  } finally {
    close();
  }
}
