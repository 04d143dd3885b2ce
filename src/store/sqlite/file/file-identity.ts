import { readOnlyFile } from './read-only-file.js';

/** What identifies a database, with the commits that are not in its main file yet. */
export interface FileIdentity {
  readonly userVersion: number;
  readonly applicationId: number;
  readonly tables: ReadonlySet<string>;
}

/**
 * Reads what identifies a database. Its files stay unchanged, byte for byte, and no file is left beside them.
 * @throws Error of the driver when it cannot be read
 */
export function readIdentity(path: string): FileIdentity {
  const { database, close } = readOnlyFile(path);
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
