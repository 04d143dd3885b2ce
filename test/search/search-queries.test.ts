import { afterAll, beforeAll, expect, test } from 'vitest';
import { LATER_QUERIES, QUERIES, type Query } from './queries.js';
import { type FoundItem, type SearchedShops, searchedShops } from './searched-shops.js';

let shops: SearchedShops;
beforeAll(async () => {
  shops = await searchedShops();
});
afterAll(() => shops.close());

test.each([
  ['written before', QUERIES],
  ['written later', LATER_QUERIES],
] as const)('most searches list first what a person would pick, with queries %s', async (when, queries) => {
  const places: (readonly [Query, number, readonly FoundItem[]])[] = [];
  for (const query of queries) {
    const { data } = await shops.search(query.shop, { query: query.query, limit: '20' });
    places.push([query, data.findIndex((item) => isPick(query, item)), data]);
  }
  const first = places.filter(([, place]) => place === 0).length;
  const inFive = places.filter(([, place]) => place >= 0 && place < 5).length;
  const table = places
    .filter(([, place]) => place !== 0)
    .map(([{ shop, query }, place, data]) => [
      shop,
      query,
      place === -1 ? 'not found' : place + 1,
      data
        .slice(0, 3)
        .map(({ title }) => title)
        .join(' | '),
    ]);
  const count = queries.length;
  const share = (found: number) => `${found} (${((100 * found) / count).toFixed(0)} %)`;
  process.stdout.write(`${count} queries ${when}: first ${share(first)}, in the first five ${share(inFive)}\n`);
  for (const row of table) process.stdout.write(`  ${row.join('; ')}\n`);
  expect(count).toBeGreaterThanOrEqual(80);
  expect(inFive / count).toBeGreaterThanOrEqual(0.8);
  expect(first / count).toBeGreaterThanOrEqual(0.65);
});

function isPick({ pick, atMost }: Query, { id, title, price }: FoundItem): boolean {
  return pick.test(`${id} ${title}`) && (atMost === undefined || price <= atMost);
}
