import { sql } from 'drizzle-orm';
import type { LookupName } from '../../../ports.js';
import { LOOKUP_NAMES, LOOKUPS } from '../../lookups/lookups.js';
import { POSTGRES } from '../../sql/postgres-dialect.js';
import { quote } from '../connection/tables.js';

interface LookupStatement {
  /**
   * Serves several calls: $1 has the numbers of the calls, and $2 and the following parameters have the values of
   * `names`. Each row has the number of its call as `n`. The rows of each call are read along an index, call by call.
   */
  readonly text: string;
  readonly names: readonly string[];
  /** Tables that the statement reads. */
  readonly tables: ReadonlySet<string>;
}

/** A table, but no function that returns rows. */
const SOURCE = /\b(?:FROM|JOIN)\s+"?(\w+)\b(?!\()/g;

export const LOOKUP_STATEMENTS: ReadonlyMap<LookupName, LookupStatement> = new Map(
  LOOKUP_NAMES.map((name) => [name, buildStatement(name)]),
);

function buildStatement(name: LookupName): LookupStatement {
  const names: string[] = [];
  const query = LOOKUPS[name].query(POSTGRES.words, (value) => {
    if (!names.includes(value)) names.push(value);
    return sql.raw(`call.${quote(value)}`);
  });
  const { text } = POSTGRES.render(query);
  const arrays = names.map((_name, index) => `$${index + 2}::text[]`);
  const call = `unnest($1::bigint[], ${arrays.join(', ')}) AS call (n, ${names.map(quote).join(', ')})`;
  return {
    text: `SELECT call.n, found.* FROM ${call} CROSS JOIN LATERAL (${text}) AS found`,
    names,
    tables: new Set([...text.matchAll(SOURCE)].map(([, table = '']) => table)),
  };
}
