import type { QueryResultRow } from 'pg';
import type { Rendered } from '../../sql/dialect.js';
import { POSTGRES } from '../../sql/postgres-dialect.js';
import type { QueriesSoon, Query, Reads } from '../../sql/query.js';
import { readSoon } from '../../sql/reads.js';
import type { Value, Values } from '../../sql/values.js';
import type { Session } from './session.js';
import { PROGRAM_NAMES, type StatementNames } from './statement-names.js';

const renderings = new WeakMap<object, Rendered<Value>>();

/** Runs queries on a connection, which prepares each one by its text. */
export class QueryReader implements QueriesSoon {
  protected readonly session: Session;
  private readonly names: StatementNames;

  constructor(session: Session, names = PROGRAM_NAMES) {
    this.session = session;
    this.names = names;
  }

  /** Runs a computation with one round trip per step. */
  read<R>(reads: Reads<R>): Promise<R> {
    return readSoon(reads, this);
  }

  all<Row>(query: Query<Row>, values: Values): Promise<Row[]> {
    const { text, bind } = renderingOf(query);
    return this.session.query<Row & QueryResultRow>(text, bind(values), this.names);
  }
}

function renderingOf<Row>(query: Query<Row>): Rendered<Value> {
  const known = renderings.get(query);
  if (known) return known;
  const made = POSTGRES.render(query.write(POSTGRES.words));
  renderings.set(query, made);
  return made;
}
