import type { Attempts } from './attempts.js';
import { makeCatalog, NEARLY, percentWords, SHARED } from './catalog.js';
import { Client, type Sent } from './client.js';
import { echoRound } from './echo-rounds.js';
import type { Loaded } from './idle.js';
import type { Bench } from './measure.js';
import { briefText, type TextFigure } from './receipts.js';
import { spreadText } from './report.js';
import { type Round, round, type Spread, spread } from './rounds.js';
import { headersOf } from './shop.js';

export const SEARCH_ROWS = {
  few: 'search of 100,000 items, words of 1 % of them',
  words: 'search of 100,000 items, cpu by number of words',
  beside: 'read of another tenant beside 16 searchers',
} as const;

/** Maximum CPU milliseconds of one search, for the most expensive of QUERIES. */
const MOST_CPU = 20;
/** Maximum CPU time of one search for words in 1 of 100 items, relative to an echo request. */
const MOST_ECHOES = 20;
/** Maximum increase of the 99th percentile latency of reads while searches run, in milliseconds. */
const MOST_WAIT = 40;
/** Searches per round, and before the rounds. */
const SEARCHES = 60;
const WARM = 6;
const READS = 600;
const SEARCHERS = 16;

export async function measureSearch(
  bench: Bench,
  rows: readonly string[],
  attempts: Attempts,
): Promise<Loaded<TextFigure>[]> {
  const wanted = Object.values(SEARCH_ROWS).filter((row) => rows.includes(row));
  if (wanted.length === 0) return [];
  process.stderr.write('making 100,000 items\n');
  const key = await makeCatalog(bench.database);
  const figures: Loaded<TextFigure>[] = [];
  for (const row of wanted) {
    figures.push(...(await attempts.run(row, () => SEARCHES_OF[row](bench, key), briefText)));
  }
  return figures;
}

/** The most expensive query of each kind. */
const QUERIES: readonly (readonly [name: string, parameters: Readonly<Record<string, string>>])[] = [
  ...[1, 2, 4, 8, 12].map((count) => [`${count}`, { query: SHARED.slice(0, count).join(' ') }] as const),
  ['12 of which each item has 11', { query: NEARLY.join(' ') }],
  ['12 unknown', { query: SHARED.map((word) => `${word.slice(0, 2)}xq${word.slice(3)}`).join(' ') }],
  ['12 misspelled', { query: SHARED.map((word) => word.replace(/.$/, 'q')).join(' ') }],
  ['12, last one begun', { query: `${SHARED.slice(0, 11).join(' ')} bab` }],
  ['12, no price passes', { query: SHARED.join(' '), max_price: '1' }],
  ['none, no price passes', { max_price: '1' }],
  ['12, 100 answered', { query: SHARED.join(' '), limit: '100' }],
];

async function byWords({ portal, pairs }: Bench, key: string): Promise<TextFigure> {
  const costs: [string, Spread][] = [];
  for (const [name, parameters] of QUERIES) {
    const sent = searchOf(key, parameters);
    const search = (count: number) => round(portal, 1, count, (client) => client.run(sent));
    await search(WARM);
    const rounds = await repeat(pairs, async () => (await search(SEARCHES)).cpu / 1000);
    costs.push([name, spread(rounds)]);
  }
  const value = costliest(costs);
  return {
    row: SEARCH_ROWS.words,
    value,
    text: costs.map(([name, cost]) => `${name}: ${spreadText(cost, 1)} ms`).join('; '),
    missed: value.median > MOST_CPU ? [`${value.median.toFixed(1)} ms > ${MOST_CPU}`] : [],
  };
}

async function repeat<R>(times: number, once: () => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let time = 0; time < times; time += 1) results.push(await once());
  return results;
}

function costliest(costs: readonly (readonly [string, Spread])[]): Spread {
  return costs.map(([, cost]) => cost).reduce((most, cost) => (cost.median > most.median ? cost : most));
}

const [first, second] = percentWords(7);

const FEW: readonly (readonly [name: string, query: string])[] = [
  ['1 word', first],
  ['2 words', `${first} ${second}`],
  ['a word that is begun', first.slice(0, -1)],
];

async function few({ portal, echo, pairs }: Bench, key: string): Promise<TextFigure> {
  const costs: [string, Spread][] = [];
  const texts: string[] = [];
  for (const [name, query] of FEW) {
    const sent = searchOf(key, { query });
    const search = (count: number) => round(portal, 1, count, (client) => client.run(sent));
    await search(WARM);
    const rounds = await repeat(pairs, async () => ({ bare: await echoRound(echo, 1), ours: await search(SEARCHES) }));
    const cost = spread(rounds.map(({ bare, ours }) => ours.cpu / bare.cpu));
    const microseconds = (of: (pair: (typeof rounds)[number]) => Round) =>
      spreadText(spread(rounds.map((pair) => of(pair).cpu)), 0);
    costs.push([name, cost]);
    const [ours, bare] = [microseconds((pair) => pair.ours), microseconds((pair) => pair.bare)];
    texts.push(`${name}: ${ours} µs, echo ${bare} µs, ${spreadText(cost, 1)} echoes of cpu`);
  }
  const value = costliest(costs);
  return {
    row: SEARCH_ROWS.few,
    value,
    text: texts.join('; '),
    missed: value.median > MOST_ECHOES ? [`${value.median.toFixed(1)} > ${MOST_ECHOES} echoes`] : [],
  };
}

async function beside({ portal, shop, pairs }: Bench, key: string): Promise<TextFigure> {
  const [cart] = shop.carts;
  if (!cart) throw new Error('no cart to read');
  const headers = headersOf(shop.key, cart.buyer);
  const read: Sent = { method: 'GET', path: `/api/commerce/checkouts/${cart.id}`, headers };
  const reads = () => round(portal, 1, READS, (client) => client.run(read));
  await reads();
  const rounds = await repeat(pairs, async () => ({
    alone: await reads(),
    crowded: await besideSearchers(portal.url, searchOf(key, { query: SHARED.join(' ') }), reads),
  }));
  const value = spread(rounds.map(({ alone, crowded }) => crowded.p99 - alone.p99));
  const text = (of: (pair: (typeof rounds)[number]) => Round) =>
    `p50 ${spreadText(spread(rounds.map((pair) => of(pair).p50)), 1)} ms, p99 ${spreadText(spread(rounds.map((pair) => of(pair).p99)), 1)} ms`;
  return {
    row: SEARCH_ROWS.beside,
    value,
    text: `alone ${text(({ alone }) => alone)}; beside them ${text(({ crowded }) => crowded)}`,
    missed: value.median > MOST_WAIT ? [`${value.median.toFixed(1)} ms > ${MOST_WAIT}`] : [],
  };
}

/** Does work while searchers search without a pause. */
async function besideSearchers<R>(url: string, search: Sent, work: () => Promise<R>): Promise<R> {
  const searchers = new Client(url, SEARCHERS);
  let isOver = false;
  const searching = Array.from({ length: SEARCHERS }, async () => {
    while (!isOver) await searchers.run(search);
  });
  const working = work().finally(() => {
    isOver = true;
  });
  const [result] = await Promise.all([working, ...searching]);
  searchers.close();
  return result;
}

const SEARCHES_OF = { [SEARCH_ROWS.few]: few, [SEARCH_ROWS.words]: byWords, [SEARCH_ROWS.beside]: beside };

function searchOf(key: string, parameters: Readonly<Record<string, string>>): Sent {
  return {
    method: 'GET',
    path: `/api/commerce/items?${new URLSearchParams(parameters)}`,
    headers: { 'x-api-key': key },
  };
}
