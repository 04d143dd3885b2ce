import type { Checkout } from '../../../domain/checkout/checkout.js';
import { required } from '../../../domain/values/required.js';
import type { LookupAnswer, LookupArguments, LookupName, TableName, Tables } from '../../../ports.js';
import { type FetchedData, type NeededRead, toKey } from '../../fetched-data.js';
import type { FoundRow, FoundRows, Lookup } from '../../lookups/lookup.js';
import { LOOKUPS } from '../../lookups/lookups.js';
import type { Session } from '../connection/session.js';
import { isStorable } from '../connection/texts.js';
import { cacheRow } from './cached-rows.js';
import { LOOKUP_STATEMENTS } from './lookup-statements.js';
import { readCheckouts } from './shared-parts.js';

/** Rows that were read already, since they need an additional round trip. */
type ReadRows = { readonly [T in TableName]?: ReadonlyMap<string, Tables[T]> };

function foundRows(alreadyRead: ReadRows): FoundRows {
  return {
    row<T extends TableName>(table: T, { key, body, version }: FoundRow) {
      const known: ReadonlyMap<string, Tables[T]> | undefined = alreadyRead[table];
      return known ? known.get(String(key)) : cacheRow(table, String(key), { body, version });
    },
  };
}

/** Fetches the results of lookups, with one statement for all calls of a lookup. */
export function fetchLookups(session: Session, needed: readonly NeededRead[], data: FetchedData): Promise<void>[] {
  const calls = new Map<LookupName, Map<string, LookupArguments<LookupName>>>();
  for (const read of needed) {
    if (!('lookup' in read)) continue;
    const ofLookup = calls.get(read.lookup) ?? new Map();
    calls.set(read.lookup, ofLookup.set(toKey(read.args), read.args));
  }
  return [...calls].map(([name, ofLookup]) => fetchLookup(session, name, [...ofLookup.values()], data));
}

async function fetchLookup<N extends LookupName>(
  session: Session,
  name: N,
  calls: readonly LookupArguments<N>[],
  data: FetchedData,
): Promise<void> {
  const { values, answer }: Lookup<LookupArguments<N>, LookupAnswer<N>> = LOOKUPS[name];
  const { text, names, tables } = required(LOOKUP_STATEMENTS.get(name), name);
  const runs = calls
    .flatMap((args, n) => values(...args).map((run) => ({ n, texts: names.map((value) => run[value] ?? '') })))
    .filter(({ texts }) => texts.every(isStorable));
  const columns = names.map((_name, index) => runs.map(({ texts }) => texts[index] ?? ''));
  const rows = runs.length === 0 ? [] : await session.query<FoundRow>(text, [runs.map(({ n }) => n), ...columns]);
  const found = foundRows(tables.has('checkout') ? { checkout: await findCheckouts(session, rows) } : {});
  const byCall = calls.map((): FoundRow[] => []);
  for (const { n, ...row } of rows) byCall[Number(n)]?.push(row);
  const answers = data.answersOf(name);
  for (const [n, args] of calls.entries()) answers.set(toKey(args), { answer: answer(byCall[n] ?? [], found, args) });
}

/** Reads those of these rows that are checkouts with a body, keyed by id. */
async function findCheckouts(session: Session, rows: readonly FoundRow[]): Promise<ReadonlyMap<string, Checkout>> {
  const stored = rows.flatMap(({ key, body, version }) =>
    body === undefined ? [] : { key: String(key), body, version },
  );
  const checkouts = await readCheckouts(session, stored);
  return new Map(checkouts.map((checkout) => [checkout.id, checkout]));
}
