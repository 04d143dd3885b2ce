import { postgresOf } from './postgres-of-path.js';
import { WatchedFile } from './watched-file.js';
import { WatchedPostgres } from './watched-postgres.js';

/** All rows of a portal's database, looked at through a connection of its own. */
export type WatchedRows = WatchedFile | WatchedPostgres;

/** `database`: the path of a file, or one that a PostgreSQL database stands for. */
export function watchedRows(database: string): WatchedRows {
  const url = postgresOf(database);
  return url === undefined ? new WatchedFile(database) : new WatchedPostgres(url);
}
