import type { Wanted } from '../../../ports.js';
import { argumentsOf, type FetchedData } from '../../fetched-data.js';
import type { Session, Value } from '../connection/session.js';
import { isStorable } from '../connection/texts.js';
import { type Found, LOOKUP_ANSWERS } from './lookup-answers.js';
import { LOOKUPS, type LookupName } from './lookups.js';

/** A call of a lookup: how the port knows it, and the arguments of the statement, several times where it asks for several. */
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
  const asked = calls.flatMap((call, n) => call.asked.map((values) => ({ n, values })));
  const findable = asked.filter(({ values }) => values.every(isStorable));
  const rows = findable.length === 0 ? [] : await session.query<Found>(LOOKUPS[name], columnsOf(findable));
  const byCall = calls.map((): Found[] => []);
  for (const row of rows) byCall[Number(row.n)]?.push(row);
  const answers: Map<string, { readonly answer: unknown }> = data.whole[name];
  for (const [
    n,
    {
      known_as,
      asked: [called = []],
    },
  ] of calls.entries())
    answers.set(known_as, { answer: LOOKUP_ANSWERS[name](byCall[n] ?? [], called) });
}

function columnsOf(asked: readonly { readonly n: number; readonly values: readonly string[] }[]): Value[] {
  const width = asked[0]?.values.length ?? 0;
  const columns = Array.from({ length: width }, (_, at) => asked.map(({ values }) => values[at] ?? ''));
  return [asked.map(({ n }) => n), ...columns];
}

function lookupOf([name]: Wanted): LookupName | undefined {
  return isLookup(name) ? name : undefined;
}

function isLookup(name: string): name is LookupName {
  return Object.hasOwn(LOOKUPS, name);
}

function askedBy(wanted: Wanted): readonly (readonly string[])[] {
  if (wanted[0] === 'variants') return wanted[2].map((productId) => [wanted[1], productId]);
  // The organization's own key is that of nobody.
  if (wanted[0] === 'activeSigningKey') return [[wanted[1], wanted[2] ?? '']];
  const [, ...called] = wanted;
  return [called.filter((one): one is string => typeof one === 'string')];
}
