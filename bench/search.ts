import { makeCatalog, NEARLY, percentWords, SHARED } from './catalog.js';
import { Client, type Sent } from './client.js';
import type { Bench } from './measure.js';
import type { TextFigure } from './receipts.js';
import { echoRound, round } from './rounds.js';
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
/** Searches per round. */
const SEARCHES = 60;
const READS = 600;
const SEARCHERS = 16;

export async function measureSearch(bench: Bench, rows: readonly string[]): Promise<TextFigure[]> {
  const wanted = Object.values(SEARCH_ROWS).filter((row) => rows.includes(row));
  if (wanted.length === 0) return [];
  process.stderr.write('making 100,000 items\n');
  const key = await makeCatalog(bench.database);
  const figures: TextFigure[] = [];
  for (const row of wanted) {
    process.stderr.write(`${row}\n`);
    figures.push(await SEARCHES_OF[row](bench, key));
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

async function byWords({ portal }: Bench, key: string): Promise<TextFigure> {
  const costs: [string, number][] = [];
  for (const [name, parameters] of QUERIES) {
    const sent = searchOf(key, parameters);
    const search = (client: Client) => client.run(sent);
    await round(portal, 1, SEARCHES / 10, search);
    costs.push([name, (await round(portal, 1, SEARCHES, search)).cpu / 1000]);
  }
  const value = Math.max(...costs.map(([, cost]) => cost));
  return {
    row: SEARCH_ROWS.words,
    value,
    text: costs.map(([name, cost]) => `${name}: ${cost.toFixed(1)} ms`).join('; '),
    missed: value > MOST_CPU ? [`${value.toFixed(1)} ms > ${MOST_CPU}`] : [],
  };
}

const [first, second] = percentWords(7);

const FEW: readonly (readonly [name: string, query: string])[] = [
  ['1 word', first],
  ['2 words', `${first} ${second}`],
  ['a word that is begun', first.slice(0, -1)],
];

async function few({ portal, echo }: Bench, key: string): Promise<TextFigure> {
  const costs: [string, number][] = [];
  for (const [name, query] of FEW) {
    const sent = searchOf(key, { query });
    await round(portal, 1, SEARCHES / 10, (client) => client.run(sent));
    const bare = await echoRound(echo, 1);
    const searching = await round(portal, 1, SEARCHES * 5, (client) => client.run(sent));
    costs.push([name, searching.cpu / bare.cpu]);
  }
  const value = Math.max(...costs.map(([, cost]) => cost));
  return {
    row: SEARCH_ROWS.few,
    value,
    text: costs.map(([name, cost]) => `${name}: ${cost.toFixed(1)} echoes of cpu`).join('; '),
    missed: value > MOST_ECHOES ? [`${value.toFixed(1)} > ${MOST_ECHOES} echoes`] : [],
  };
}

async function beside({ portal, shop }: Bench, key: string): Promise<TextFigure> {
  const [cart] = shop.carts;
  if (!cart) throw new Error('no cart to read');
  const read: Sent = {
    method: 'GET',
    path: `/api/commerce/checkouts/${cart.id}`,
    headers: headersOf(shop.key, cart.buyer),
  };
  const reads = () => round(portal, 1, READS, (client) => client.run(read));
  await reads();
  const alone = await reads();
  const searchers = new Client(portal.url, SEARCHERS);
  let isOver = false;
  const searching = Array.from({ length: SEARCHERS }, async () => {
    while (!isOver) await searchers.run(searchOf(key, { query: SHARED.join(' ') }));
  });
  const crowded = await reads();
  isOver = true;
  await Promise.all(searching);
  searchers.close();
  const value = crowded.p99 - alone.p99;
  const text = ({ p50, p99 }: typeof alone) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  return {
    row: SEARCH_ROWS.beside,
    value,
    text: `alone ${text(alone)}; beside them ${text(crowded)}`,
    missed: value > MOST_WAIT ? [`${value.toFixed(1)} ms > ${MOST_WAIT}`] : [],
  };
}

const SEARCHES_OF = { [SEARCH_ROWS.few]: few, [SEARCH_ROWS.words]: byWords, [SEARCH_ROWS.beside]: beside };

function searchOf(key: string, parameters: Readonly<Record<string, string>>): Sent {
  return {
    method: 'GET',
    path: `/api/commerce/items?${new URLSearchParams(parameters)}`,
    headers: { 'x-api-key': key },
  };
}
