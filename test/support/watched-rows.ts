import { postgresOf } from './postgres-of-path.js';
import { WatchedFile } from './watched-file.js';
import { WatchedPostgres } from './watched-postgres.js';

/** Watches all rows of a portal's database through a separate connection. */
export type WatchedRows = WatchedFile | WatchedPostgres;

/** `database`: path of a file, or the path that a PostgreSQL database replaces. */
export function watchedRows(database: string): WatchedRows {
  const url = postgresOf(database);
  return url === undefined ? new WatchedFile(database) : new WatchedPostgres(url);
}
