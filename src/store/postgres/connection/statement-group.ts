import { type Connection, Query, type QueryResultRow } from 'pg';
import type { Value } from '../../sql/values.js';
import { PostgresFault } from './postgres-fault.js';
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

interface Pending {
  readonly text: string;
  readonly values: (string | Buffer | null)[];
  readonly prepared: Prepared;
  /** True if this group has the server prepare it. */
  isNew: boolean;
  /** Error of a value that could not be parsed. */
  fault?: PostgresFault;
  addRow(row: QueryResultRow): void;
  resolve(): void;
  reject(fault: PostgresFault): void;
}

/** The response of the server to a statement of a later group. */
const NOT_RUN = {
  severity: 'ERROR',
  code: IN_FAILED_TRANSACTION,
  message: 'an earlier statement of the transaction failed',
};

/**
 * Statements that the server runs together. After a failed one it runs none of the others. It sends all results at
 * once: sending and receiving them one by one would cost more than most statements. The driver treats the group as one
 * query.
 */
export class StatementGroup extends Query {
  private readonly prepared: PreparedStatements;
  private readonly onEnd: (fault?: PostgresFault) => void;
  /** Statements without a result, in order. */
  private open: Pending[] = [];
  private isOver = false;
  /** Set by the driver if the URL limits the time of a query; ends that limit. */
  callback?: () => void;

  /** `onEnd` is called once, before the results of a failed group. */
  constructor(prepared: PreparedStatements, onEnd: (fault?: PostgresFault) => void) {
    super('');
    this.prepared = prepared;
    this.onEnd = onEnd;
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

  handleCommandComplete(): void {
    const statement = this.open.shift();
    if (!statement) return;
    statement.prepared.columns ??= [];
    if (statement.fault) statement.reject(statement.fault);
    else statement.resolve();
  }

  handleReadyForQuery(): void {
    this.end();
  }

  handleError(cause: unknown): void {
    const fault = new PostgresFault(cause);
    for (const { isNew, prepared } of this.open) if (isNew) prepared.isParsed = false;
    const [failed, ...others] = this.open;
    this.open = [];
    this.end(fault);
    failed?.reject(fault);
    for (const other of others) other.reject(fault.isLost ? fault : new PostgresFault(NOT_RUN));
  }

  /** The driver reports a second error if it aborts the connection because of the first. */
  private end(fault?: PostgresFault): void {
    this.callback?.();
    if (!this.isOver) this.onEnd(fault);
    this.isOver = true;
  }

  private findPrepared(text: string, names: StatementNames): Prepared {
    const known = this.prepared.get(text);
    if (known) return known;
    const name = names.of(text);
    const made = { name: name ?? '', isParsed: false };
    if (name !== undefined) this.prepared.set(text, made);
    return made;
  }
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
