import { createHash } from 'node:crypto';
import Sqlite from 'better-sqlite3';

/** Tables that authentication changes: it records the last use of a key, and triggers count the changed rows. */
const NOTED = new Set(['api_key', 'table_change']);

/** Watches a portal's file through a separate connection, and rereads it only after a commit. */
export class WatchedFile {
  private readonly file: Sqlite.Database;
  private version: unknown;
  private hash = '';

  constructor(database: string) {
    this.file = new Sqlite(database, { readonly: true, fileMustExist: true });
  }

  /** Hash of all rows; for keys, only of their number. */
  async state(): Promise<string> {
    const version = this.file.pragma('data_version', { simple: true });
    if (version !== this.version) {
      this.hash = this.read();
      this.version = version;
    }
    return this.hash;
  }

  async close(): Promise<void> {
    this.file.close();
  }

  private read(): string {
    const hash = createHash('sha256');
    const tables = this.file
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .pluck()
      .all()
      .map(String);
    for (const table of tables) {
      hash.update(`${table}\n`);
      const what = NOTED.has(table) ? 'count(*)' : '*';
      for (const row of this.file.prepare(`SELECT ${what} FROM "${table}" ORDER BY 1`).raw().iterate())
        hash.update(`${JSON.stringify(row)}\n`);
    }
    return hash.digest('hex');
  }
}
