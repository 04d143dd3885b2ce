import { once } from '../../../domain/values/once.js';
import type { TableName } from '../../../ports.js';
import { TABLE_NAMES } from '../../tables/tables.js';
import { quote } from '../connection/tables.js';

export interface RowStatement {
  readonly text: string;
  /** Tables in the order of the parameters, each of which has the keys of a table. */
  readonly tables: readonly TableName[];
}

/**
 * Statements that read rows of several tables. Their number is limited, since each connection prepares all of them, and
 * batches combine tables in many ways.
 */
export class RowStatements {
  private readonly max: number;
  private readonly known = new Map<string, RowStatement>();
  private readonly all = once(() => buildStatement(TABLE_NAMES));

  /** `max`: number of sets of tables that have a statement of their own. */
  constructor(max: number) {
    this.max = max;
  }

  /** Returns a statement for a set of tables. Once there are `max` others, it also has parameters for all other tables. */
  find(wanted: Pick<ReadonlySet<TableName>, 'has'>): RowStatement {
    const tables = TABLE_NAMES.filter((table) => wanted.has(table));
    const name = tables.join();
    const known = this.known.get(name);
    if (known) return known;
    if (this.known.size >= this.max) return this.all();
    const made = buildStatement(tables);
    this.known.set(name, made);
    return made;
  }
}

function buildStatement(tables: readonly TableName[]): RowStatement {
  const selects = tables.map(
    (table, n) => `SELECT '${table}' AS name, key, version, body FROM ${quote(table)} WHERE key = ANY($${n + 1})`,
  );
  return { text: selects.join(' UNION ALL '), tables };
}
