import { sql } from 'drizzle-orm';
import type { Wanted } from '../../../ports.js';
import { argumentsOf, type FetchedData } from '../../fetched-data.js';
import {
  type EngineParts,
  type FoundRow,
  type FoundRows,
  isLookup,
  LOOKUP_NAMES,
  LOOKUPS,
  type Lookup,
  type LookupName,
} from '../../lookups/lookups.js';
import { POSTGRES } from '../../sql/postgres-dialect.js';
import type { Session, Value } from '../connection/session.js';
import { isStorable } from '../connection/texts.js';
import { cacheRow } from './cached-rows.js';

const PARTS: EngineParts = {
  row: sql.raw('key, version, body'),
  orEmpty: (column) => sql.raw(`coalesce(${column}, '')`),
};

const ROWS: FoundRows = {
  row: (table, { key, body, version }) => cacheRow(table, String(key), { body, version }),
};

/**
 * Answers several calls at once: $1 has the numbers of the calls, $2 and so on their arguments; each row has the number
 * of its call as `n`. The rows of a call are read along an index, one call after the other.
 */
const TEXTS: ReadonlyMap<LookupName, string> = new Map(LOOKUP_NAMES.map((name) => [name, textOf(name)]));

function textOf(name: LookupName): string {
  const { width, select } = LOOKUPS[name];
  const names = Array.from({ length: width }, (_, place) => `a${place + 1}`);
  const arrays = names.map((_name, place) => `$${place + 2}::text[]`);
  const args = names.map((argument) => sql.raw(argument));
  const { text } = POSTGRES.render(select(args, PARTS));
  return `SELECT call.n, found.* FROM unnest($1::bigint[], ${arrays.join(', ')}) AS call (n, ${names.join(', ')}) CROSS JOIN LATERAL (${text}) AS found`;
}

/**
 * A call of a lookup: its key in the port, and the arguments of the statement, several times if it searches for
 * several.
 */
interface Call {
  readonly known_as: string;
  readonly asked: readonly (readonly string[])[];
}

/** All calls of each lookup in one statement. */
export function fetchLookups(session: Session, wanted: readonly Wanted[], data: FetchedData): Promise<void>[] {
  const calls = new Map<LookupName, Call[]>();
  for (const one of wanted) {
    const name = lookupOf(one);
    if (name !== undefined)
      calls.set(name, [...(calls.get(name) ?? []), { known_as: argumentsOf(one), asked: askedBy(one) }]);
  }
  return [...calls].map(([name, ofName]) => fetchLookup(session, name, ofName, data));
}

async function fetchLookup<N extends LookupName>(session: Session, name: N, calls: readonly Call[], data: FetchedData) {
  const { answer }: Lookup<N> = LOOKUPS[name];
  const asked = calls.flatMap((call, n) => call.asked.map((values) => ({ n, values })));
  const findable = asked.filter(({ values }) => values.every(isStorable));
  const rows = findable.length === 0 ? [] : await session.query<FoundRow>(TEXTS.get(name) ?? '', columnsOf(findable));
  const byCall = calls.map((): FoundRow[] => []);
  for (const row of rows) byCall[Number(row.n)]?.push(row);
  const answers: Map<string, { readonly answer: unknown }> = data.whole[name];
  for (const [
    n,
    {
      known_as,
      asked: [called = []],
    },
  ] of calls.entries())
    answers.set(known_as, { answer: answer(byCall[n] ?? [], ROWS, called) });
}

function columnsOf(asked: readonly { readonly n: number; readonly values: readonly string[] }[]): Value[] {
  const width = asked[0]?.values.length ?? 0;
  const columns = Array.from({ length: width }, (_, at) => asked.map(({ values }) => values[at] ?? ''));
  return [asked.map(({ n }) => n), ...columns];
}

function lookupOf([name]: Wanted): LookupName | undefined {
  return isLookup(name) ? name : undefined;
}

function askedBy(wanted: Wanted): readonly (readonly string[])[] {
  if (wanted[0] === 'variants') return wanted[2].map((productId) => [wanted[1], productId]);
  // The organization's own key has no agent.
  if (wanted[0] === 'activeSigningKey') return [[wanted[1], wanted[2] ?? '']];
  const [, ...called] = wanted;
  return [called.filter((one): one is string => typeof one === 'string')];
}
