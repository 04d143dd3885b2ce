import { type DataMove, isClosed } from '../../data-move.js';
import { MOVED_TABLES, type MovedTable } from '../../move/moved-tables.js';
import { type Cell, cellsOf, type MovedRow, type MovedRows, type MoveSide } from '../../move/side.js';
import { Connections } from '../connection/connections.js';
import { migrate, missingMigrations } from '../connection/migrate.js';
import { Parameters } from '../connection/parameters.js';
import { runInTransaction } from '../connection/run-in-transaction.js';
import type { Session } from '../connection/session.js';
import { quote } from '../connection/tables.js';
import { writeAlone } from '../connection/write-alone.js';
import { putRows, removeRows } from './postgres-put.js';

/** One connection for the snapshot, one to read, one to write. */
const CONNECTIONS = 3;

/** Makes the server read rows along indexes, in index order. */
const ALONG_INDEXES = 'SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off';
const MOVE = 'SELECT move, role, state, other FROM data_move WHERE id = 1';
const SET_MOVE = `
  INSERT INTO data_move (id, move, role, state, other, closed) VALUES (1, $1, $2, $3, $4, $5)
  ON CONFLICT (id) DO UPDATE SET move = excluded.move, role = excluded.role, state = excluded.state, other = excluded.other,
    closed = excluded.closed`;
/** Tables with rows that the server numbers. */
const NUMBERED = ['shop', 'item', 'order', 'log_pending'];

/** A database on a server, as one side of a move. */
export class PostgresSide implements MoveSide {
  readonly shown: string;
  private readonly connections: Connections;

  /**
   * Opens a database. With `create`, creates the tables of an empty database, or migrates an older one.
   * @throws Error if `create` is false and the database is empty or has an older schema
   */
  static async open(url: string, shown: string, create: boolean): Promise<PostgresSide> {
    const connections = new Connections(url, CONNECTIONS);
    try {
      if (create) await migrate(connections, true);
      else if ((await missingMigrations(connections)).length > 0)
        throw new Error(`${shown} is of an earlier program, or has no tables: run \`portal migrate\` on it first`);
      return new PostgresSide(connections, shown);
    } catch (error) {
      await connections.close();
      throw error;
    }
  }

  private constructor(connections: Connections, shown: string) {
    this.connections = connections;
    this.shown = shown;
  }

  async move(): Promise<DataMove | undefined> {
    const [row] = await this.connections.use((session) => session.query<DataMove & Row>(MOVE));
    return row;
  }

  /** Excludes all writers, so that every write transaction precedes a closing, or sees it. */
  async setMove(move: DataMove | undefined): Promise<void> {
    await this.connections.use(async (session) => {
      await session.run('SET synchronous_commit = on');
      await writeAlone(session, async () => {
        if (!move) return session.run('DELETE FROM data_move');
        const { move: id, role, state, other } = move;
        return session.query(SET_MOVE, [id, role, state, other, Number(isClosed(move))]);
      });
    });
  }

  async isEmpty(): Promise<boolean> {
    const any = MOVED_TABLES.map(({ name }) => `EXISTS (SELECT 1 FROM ${quote(name)})`).join(' OR ');
    const [row] = await this.connections.use((session) => session.query(`SELECT ${any} AS any`));
    return row?.any !== true;
  }

  async snapshot<R>(read: (rows: MovedRows) => Promise<R>): Promise<R> {
    return this.connections.use((session) =>
      inOne(session, 'REPEATABLE READ', () => read(rowsBy((query) => query(session)))),
    );
  }

  async present(): Promise<MovedRows> {
    return rowsBy((query) => this.connections.use((session) => inOne(session, 'READ COMMITTED', () => query(session))));
  }

  put(table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
    return this.writing((session) => putRows(session, table, rows));
  }

  remove(table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
    return this.writing((session) => removeRows(session, table, rows));
  }

  async finish(): Promise<void> {
    await this.connections.use(async (session) => {
      for (const table of NUMBERED) {
        const [row] = await session.query(`SELECT coalesce(max(seq), 0) + 1 AS next FROM ${quote(table)}`);
        const next = Math.max(1, Number(row?.next));
        await session.run(`ALTER TABLE ${quote(table)} ALTER COLUMN seq RESTART WITH ${next}`);
      }
      for (const { name } of MOVED_TABLES) await session.run(`ANALYZE ${quote(name)}`);
    });
  }

  close(): Promise<void> {
    return this.connections.close();
  }

  /** Does not wait for the disk: after a crash of the server, lost rows are copied again. Only `setMove` waits. */
  private writing(work: (session: Session) => Promise<void>): Promise<void> {
    return this.connections.use(async (session) => {
      session.run('SET synchronous_commit = off').catch(() => undefined);
      await work(session);
    });
  }
}

interface Row {
  readonly [column: string]: unknown;
}

type Ask = (query: (session: Session) => Promise<MovedRow[]>) => Promise<MovedRow[]>;

/** Reads in one transaction. */
function inOne<R>(session: Session, level: string, read: () => Promise<R>): Promise<R> {
  const begin = () => session.run(`BEGIN ISOLATION LEVEL ${level} READ ONLY; ${ALONG_INDEXES}`);
  return runInTransaction(session, begin, read);
}

function rowsBy(ask: Ask): MovedRows {
  const read = (table: MovedTable, after: MovedRow | undefined, last: MovedRow | undefined) =>
    ask(async (session) => {
      const { text, values } = pageQuery(table, after, last);
      const found = await session.query<Record<string, Cell>>(text, values);
      return found.map((row) => table.columns.map((column) => row[column] ?? null));
    });
  return { page: (table, after) => read(table, after, undefined), through: read };
}

/** Selects the rows between two rows, or the next page. */
function pageQuery(table: MovedTable, after: MovedRow | undefined, last: MovedRow | undefined) {
  const parameters = new Parameters();
  const order = table.order.map(quote).join(', ');
  const bound = (row: MovedRow) =>
    cellsOf(table, table.order, row)
      .map((cell) => parameters.add(cell))
      .join(', ');
  const conditions = [
    ...(table.only === undefined ? [] : [table.only]),
    ...(after ? [`(${order}) > (${bound(after)})`] : []),
    ...(last ? [`(${order}) <= (${bound(last)})`] : []),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const limit = last ? '' : `LIMIT ${table.page}`;
  const columns = table.columns.map(quote).join(', ');
  const text = `SELECT ${columns} FROM ${quote(table.name)} ${where} ORDER BY ${order} ${limit}`;
  return { text, values: parameters.values };
}
