import type { Database } from 'better-sqlite3';
import type { Session, Value } from '../../src/store/postgres/connection/session.js';
import { ListReader as PostgresReader } from '../../src/store/postgres/list-reader.js';
import { POSTGRES } from '../../src/store/sql/postgres-dialect.js';
import type { Query } from '../../src/store/sql/query.js';
import { SQLITE } from '../../src/store/sql/sqlite-dialect.js';
import type { Values } from '../../src/store/sql/values.js';
import { ListReader as SqliteReader } from '../../src/store/sqlite/list-reader.js';

/** Reads lists of an empty file and collects the query plans. */
export class SqlitePlans extends SqliteReader {
  private readonly connection: Database;
  private lines: string[] = [];

  constructor(database: Database) {
    super(database, { many: () => new Map() });
    this.connection = database;
  }

  override all<Row>(query: Query<Row>, values: Values): Row[] {
    const { text, bind } = SQLITE.render(query.write(SQLITE.words));
    this.explain(text, bind(values));
    return super.all(query, values);
  }

  /** Collects the plan of a statement. */
  explain(text: string, values: readonly unknown[]): void {
    const plan = this.connection.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`);
    this.lines.push(...plan.all(...values).map(({ detail }) => detail));
  }

  /** Returns the plan lines since the last call. */
  take(): string[] {
    return this.lines.splice(0);
  }

  /** Returns the indexes used since the last call, and each plan line that scans a table or sorts. */
  takeIndexes(): string[] {
    return unique(this.take().map((line) => this.nameConstraint(indexOfSqlite(line))));
  }

  /** Names the index of a constraint by its columns, as PostgreSQL does. SQLite only numbers such indexes. */
  private nameConstraint(index: string | undefined): string | undefined {
    const [name, table] = /^sqlite_autoindex_(\w+)_\d+$/.exec(index ?? '') ?? [];
    if (name === undefined) return index;
    const list = this.connection.prepare<[table: string | undefined, name: string], string>(
      'SELECT origin FROM pragma_index_list(?) WHERE name = ?',
    );
    if (list.pluck().get(table, name) === 'pk') return `${table}_pkey`;
    const columns = this.connection
      .prepare<[string], string>('SELECT name FROM pragma_index_info(?)')
      .pluck()
      .all(name);
    return [table, ...columns, 'key'].join('_');
  }
}

/** Plan lines that read no table, or only a list of values. */
const NO_TABLE =
  /^((CORRELATED )?SCALAR|LIST|LEFT-MOST) SUBQUERY|^CO-ROUTINE|^(SETUP|RECURSIVE STEP|COMPOUND QUERY|UNION ALL|CREATE BLOOM FILTER|MERGE \(UNION ALL\)|LEFT|RIGHT)$|^SCAN (step|first|found|some_orders|json_each)\b/;

function indexOfSqlite(line: string): string | undefined {
  if (NO_TABLE.test(line)) return undefined;
  const [, table, index] =
    /^(?:SEARCH|SCAN) (\w+) .*?USING (?:COVERING )?(?:INDEX (\w+)|(?:INTEGER )?PRIMARY KEY)/.exec(line) ?? [];
  if (/^SCAN item_token VIRTUAL TABLE INDEX \d+:M/.test(line)) return 'item_token MATCH';
  if (table === undefined) return line;
  return index ?? `${table}_pkey`;
}

/** Removes the statistics, since with those of empty tables the server would consider all indexes equally good. */
const WITHOUT_STATISTICS = `
  UPDATE pg_class SET relpages = 0, reltuples = -1
  WHERE relkind IN ('r', 'i') AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'organization'::regclass)`;

/** Reads lists of empty tables on PostgreSQL and collects the query plans, in a transaction that is rolled back. */
export class PostgresPlans extends PostgresReader {
  private lines: string[] = [];

  /** Disables plan types, since the planner would otherwise scan empty tables and sort short lists. */
  static async on(session: Session, off: readonly string[]): Promise<PostgresPlans> {
    await session.run(off.map((setting) => `SET LOCAL enable_${setting} = off`).join('; '));
    await session.run(WITHOUT_STATISTICS);
    return new PostgresPlans(session);
  }

  override async all<Row>(query: Query<Row>, values: Values): Promise<Row[]> {
    const { text, bind } = POSTGRES.render(query.write(POSTGRES.words));
    await this.explain(text, bind(values));
    return super.all(query, values);
  }

  async explain(text: string, values: readonly Value[]): Promise<void> {
    const lines = await this.session.query<Record<string, string>>(`EXPLAIN (COSTS OFF) ${text}`, values);
    this.lines.push(...lines.map((line) => String(line['QUERY PLAN']).replace(/^\s*(->)?\s*/, '')));
  }

  takeIndexes(): string[] {
    return unique(this.lines.splice(0).map(indexOfPostgres));
  }
}

function indexOfPostgres(line: string): string | undefined {
  const [, index] = /^(?:Bitmap )?Index (?:Only )?Scan (?:Backward )?(?:using|on) (\w+)/.exec(line) ?? [];
  return index ?? (/^(Seq Scan|Sort$)/.test(line) ? line : undefined);
}

function unique(names: readonly (string | undefined)[]): string[] {
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}
