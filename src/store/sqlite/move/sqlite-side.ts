import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { type DataMove, isClosed } from '../../data-move.js';
import { MOVED_TABLES, type MovedTable } from '../../move/moved-tables.js';
import type { MovedRow, MovedRows, MoveSide } from '../../move/side.js';
import { openDatabase, syncEachCommit, writeWithoutSync } from '../file/connection.js';
import { listNeededMigrations } from '../file/needed-migrations.js';
import { OrderTerms } from '../search/order-terms.js';
import { COUNT_ADDED } from './count-added.js';
import { numberEvents } from './event-places.js';
import { putRows, removeRows } from './sqlite-put.js';
import { rowsOfFile } from './sqlite-reading.js';

const MOVE = 'SELECT move, role, state, other FROM data_move WHERE id = 1';
const SET_MOVE = 'INSERT OR REPLACE INTO data_move (id, move, role, state, other, closed) VALUES (1, ?, ?, ?, ?, ?)';

/** A file, as one side of a move. */
export class SqliteSide implements MoveSide {
  readonly shown: string;
  private readonly database: Database;

  /**
   * Opens a file. With `create`, creates it if it is absent.
   * @throws Error if it is absent and `create` is false, or has an older schema
   */
  static open(path: string, create: boolean): SqliteSide {
    if ((existsSync(path) || !create) && listNeededMigrations(path).length > 0)
      throw new Error(`${path} is of an earlier program: run \`portal migrate\` on it first`);
    return new SqliteSide(path, openDatabase(path, { create }).database);
  }

  private constructor(path: string, database: Database) {
    this.shown = path;
    this.database = database;
    database.exec(COUNT_ADDED);
  }

  async move(): Promise<DataMove | undefined> {
    return this.database.prepare<[], DataMove>(MOVE).get();
  }

  async setMove(move: DataMove | undefined): Promise<void> {
    syncEachCommit(this.database);
    if (move) {
      const { move: id, role, state, other } = move;
      this.database.prepare(SET_MOVE).run(id, role, state, other, Number(isClosed(move)));
    } else this.database.exec('DELETE FROM data_move');
  }

  async isEmpty(): Promise<boolean> {
    const any = MOVED_TABLES.map(({ name }) => `EXISTS (SELECT 1 FROM "${name}")`).join(' OR ');
    return this.database.prepare<[], number>(`SELECT ${any}`).pluck().get() === 0;
  }

  async snapshot<R>(read: (rows: MovedRows) => Promise<R>): Promise<R> {
    // PostgreSQL indexes each order when it is written, and the entries of both are compared.
    const terms = new OrderTerms(this.database);
    this.database.transaction(() => terms.indexNew()).immediate();
    this.database.exec('BEGIN');
    try {
      numberEvents(this.database);
      return await read(rowsOfFile(this.database));
    } finally {
      this.database.exec('COMMIT');
    }
  }

  async present(): Promise<MovedRows> {
    numberEvents(this.database);
    return rowsOfFile(this.database);
  }

  async put(table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
    this.bulk();
    putRows(this.database, table, rows);
  }

  async remove(table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
    this.bulk();
    removeRows(this.database, table, rows);
  }

  /** Nothing to do: a file numbers new rows based on the existing ones. */
  async finish(): Promise<void> {}

  async close(): Promise<void> {
    this.database.close();
  }

  /** Does not wait for the disk: after a crash of the machine, lost rows are copied again. Only `setMove` waits. */
  private bulk(): void {
    if (this.database.pragma('synchronous', { simple: true }) !== 1) writeWithoutSync(this.database);
  }
}
