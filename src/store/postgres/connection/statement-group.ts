import { type Connection, Query, type QueryResultRow, type TransactionStatus } from 'pg';
import type { Value } from '../../sql/values.js';
import { PostgresFault } from './postgres-fault.js';
import { isRolledBack, ROLLED_BACK } from './rolled-back.js';
import { IN_FAILED_TRANSACTION } from './sqlstates.js';
import type { StatementNames } from './statement-names.js';
import { toParameter } from './texts.js';
import { TYPES } from './types.js';

/** A statement with its parameters ($1, …). */
export interface Statement {
  readonly text: string;
  readonly values?: readonly Value[];
}

/** Statements that a connection has prepared, by text. */
export type PreparedStatements = Map<string, Prepared>;

interface Prepared {
  /** Empty for a statement that is parsed on each use. */
  readonly name: string;
  /** False before it is sent, and after a failure that may have kept the server from preparing it. */
  isParsed: boolean;
  /** Columns of its result, known after its first use. */
  columns?: readonly Column[];
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

const NO_RESULT = 'the server gave no result for a statement';

/** Error of a statement that was not run, or was undone, because of another one. It did not fail itself. */
const NO_EFFECT = {
  severity: 'ERROR',
  code: IN_FAILED_TRANSACTION,
  message: 'this statement has no effect, because another one that was sent with it failed',
};

interface Pending {
  readonly text: string;
  readonly values: (string | Buffer | null)[];
  readonly prepared: Prepared;
  /** True if this group has the server prepare it. */
  isNew: boolean;
  /** Error of a statement that ran, but whose result is of no use. */
  fault?: PostgresFault;
  addRow(row: QueryResultRow): void;
  resolve(): void;
  reject(fault: PostgresFault): void;
}

/** The connection of a group. */
export interface GroupClient {
  readonly prepared: PreparedStatements;
  /** State before the group: `I` if the connection was in no transaction. */
  getTransactionStatus(): TransactionStatus;
}

/** Listener for the responses to a group. */
export interface GroupListener {
  /** Called for each result as it arrives. */
  onResult(): void;
  /** Called once, before the statements are settled. */
  onEnd(fault?: PostgresFault): void;
}

/**
 * Statements that the server runs together. After a failed one it runs none of the others. By default it sends all
 * results at once: sending and receiving them one by one would cost more than most statements. The driver treats the
 * group as one query.
 *
 * No statement counts before the server is ready for the next group: only then has it committed those outside of a
 * transaction.
 */
export class StatementGroup extends Query {
  private readonly client: GroupClient;
  private readonly listener: GroupListener;
  private readonly isFlushed: boolean;
  /** Statements without a result, in order. */
  private open: Pending[] = [];
  /** Statements with a result. */
  private readonly done: Pending[] = [];
  private hasBegun = false;
  private isOver = false;
  /** Time limit for the driver, in milliseconds; 0 for that of the URL, if it has one. */
  query_timeout = 0;
  /** Set by the driver if the time of a query is limited; ends that limit. */
  callback?: () => void;

  /** `isFlushed`: true to have the server send each result at once. */
  constructor(client: GroupClient, listener: GroupListener, isFlushed: boolean) {
    super('');
    this.client = client;
    this.listener = listener;
    this.isFlushed = isFlushed;
  }

  /** Number of statements without a result. */
  get size(): number {
    return this.open.length;
  }

  /**
   * Adds a statement, whose rows have the columns of `Row`.
   * @throws PostgresFault
   */
  add<Row extends QueryResultRow>(text: string, values: readonly Value[], names: StatementNames): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const rows: Row[] = [];
      this.open.push({
        text,
        values: values.map(toParameter),
        prepared: this.findPrepared(text, names),
        isNew: false,
        addRow: (row: Row) => void rows.push(row),
        resolve: () => resolve(rows),
        reject,
      });
    });
  }

  override readonly submit = (connection: Connection): void => {
    for (const statement of this.open) {
      const { text, values, prepared } = statement;
      const { name } = prepared;
      if (!prepared.isParsed) {
        // The server may have prepared it before a failure; this changes nothing if it has not.
        if (name !== '') connection.close({ type: 'S', name }, false);
        connection.parse({ name, text, types: [] }, false);
        statement.isNew = true;
        prepared.isParsed = name !== '';
      }
      connection.bind({ statement: name, values }, false);
      if (!prepared.columns) connection.describe({ type: 'P' }, false);
      connection.execute(null, false);
      if (this.isFlushed) connection.flush();
    }
    connection.sync();
  };

  handleRowDescription({ fields }: { readonly fields: readonly { name: string; dataTypeID: number }[] }): void {
    const prepared = this.open[0]?.prepared;
    if (prepared)
      prepared.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: TYPES.getTypeParser(dataTypeID) }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const [statement] = this.open;
    if (!statement) return;
    try {
      statement.addRow(toRow(statement.prepared.columns ?? [], fields));
    } catch (cause) {
      statement.fault = new PostgresFault(cause);
    }
  }

  /** `text`: the command tag. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    const statement = this.open.shift();
    if (!statement) return;
    statement.prepared.columns ??= [];
    if (isRolledBack(statement.text, text)) statement.fault = new PostgresFault(ROLLED_BACK);
    this.hasBegun ||= text === 'BEGIN';
    this.done.push(statement);
    this.listener.onResult();
  }

  handleReadyForQuery(): void {
    // The results may belong to other statements.
    if (this.open.length > 0) this.handleError(new Error(NO_RESULT));
    if (this.isOver) return;
    this.end();
    for (const statement of this.done) settle(statement);
  }

  /** Called a second time by the driver if it aborts the connection because of the first error. */
  handleError(cause: unknown): void {
    if (this.isOver) return;
    const fault = new PostgresFault(cause);
    for (const { isNew, prepared } of this.open) if (isNew) prepared.isParsed = false;
    this.end(fault);
    if (fault.isLost) for (const statement of [...this.done, ...this.open]) statement.reject(fault);
    else this.fail(fault);
  }

  /** Settles the statements after an error of one of them. */
  private fail(fault: PostgresFault): void {
    // An error after the last result is that of the commit, if the statements are in no transaction.
    const failed = this.open.shift() ?? this.done.pop();
    failed?.reject(fault);
    for (const other of this.open) other.reject(new PostgresFault(NO_EFFECT));
    const isKept = this.hasBegun || this.client.getTransactionStatus() !== 'I';
    for (const other of this.done) {
      if (isKept) settle(other);
      else other.reject(new PostgresFault(NO_EFFECT));
    }
  }

  private end(fault?: PostgresFault): void {
    this.isOver = true;
    this.callback?.();
    this.listener.onEnd(fault);
  }

  private findPrepared(text: string, names: StatementNames): Prepared {
    const known = this.client.prepared.get(text);
    if (known) return known;
    const name = names.of(text);
    const made = { name: name ?? '', isParsed: false };
    if (name !== undefined) this.client.prepared.set(text, made);
    return made;
  }
}

function settle({ fault, resolve, reject }: Pending): void {
  if (fault) reject(fault);
  else resolve();
}

function toRow(columns: readonly Column[], fields: readonly (string | null)[]): QueryResultRow {
  const row: QueryResultRow = {};
  let index = 0;
  for (const { name, parse } of columns) {
    const text = fields[index] ?? null;
    row[name] = text === null ? null : parse(text);
    index += 1;
  }
  return row;
}
