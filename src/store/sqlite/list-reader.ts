import type { Database } from 'better-sqlite3';
import { required } from '../../domain/values/required.js';
import type { Rows, TableName, Tables } from '../../ports.js';
import type { FoundRow, ListsNow } from '../lists/list-query.js';
import { QueryReader } from './file/query-reader.js';

/** Reads lists on a connection. Cached rows are not read again. */
export class ListReader extends QueryReader implements ListsNow {
  private readonly kept: Pick<Rows, 'many'>;

  constructor(database: Database, kept: Pick<Rows, 'many'>) {
    super(database);
    this.kept = kept;
  }

  rows<T extends TableName>(table: T, found: readonly FoundRow[]): readonly Tables[T][] {
    const keys = found.map(({ key }) => key);
    const rows = this.kept.many(table, keys);
    return keys.map((key) => required(rows.get(key), table));
  }
}
