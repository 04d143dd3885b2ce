import type { TableName, Tables } from '../../ports.js';
import type { FoundRow, ListsSoon } from '../lists/list-query.js';
import { QueryReader } from './connection/query-reader.js';
import type { Session } from './connection/session.js';
import { LIST_NAMES } from './connection/statement-names.js';
import { cacheRow } from './rows/cached-rows.js';
import { readCheckouts } from './rows/shared-parts.js';

type RowsReader<T extends TableName> = (session: Session, found: readonly FoundRow[]) => Promise<readonly Tables[T][]>;

/** Readers of those tables whose rows need an additional round trip. */
const READERS: { readonly [T in TableName]?: RowsReader<T> } = { checkout: readCheckouts };

/** Reads lists on a connection. */
export class ListReader extends QueryReader implements ListsSoon {
  constructor(session: Session) {
    super(session, LIST_NAMES);
  }

  async rows<T extends TableName>(table: T, found: readonly FoundRow[]): Promise<readonly Tables[T][]> {
    const read: RowsReader<T> | undefined = READERS[table];
    return read ? read(this.session, found) : found.map((row) => cacheRow(table, row.key, row));
  }
}
