import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeItem } from '../support/tenants.js';
import type { ShopName } from './queries.js';
import { type Answer, type SearchedShops, searchedShops } from './searched-shops.js';

let shops: SearchedShops;
beforeAll(async () => {
  shops = await searchedShops();
});
afterAll(() => shops.close());

const ids = ({ data }: Answer) => data.map(({ id }) => id);
const codes = ({ messages = [] }: Answer) => messages.map(({ code }) => code);
const found = async (query: string, more: Record<string, string> = {}, shop: ShopName = 'demo') =>
  ids(await shops.search(shop, { query, ...more }));

describe('words', () => {
  test.each([['ENAMEL Mug'], ['mug enamel'], ['enameled mugs'], ['the best mug with enamel, please'], ['énamel mug']])(
    '%s finds the mug first',
    async (query) => {
      expect((await found(query))[0]).toBe('enamel-mug');
    },
  );

  test('rank items with all words before those with some', async () => {
    const all = await found('cherry wood spoon');
    expect(all[0]).toBe('wooden-spoon');
    expect(await found('chocolate honey salt', { limit: '1' })).toEqual(['gift-box']);
  });

  test('match as a prefix if they are last in the query; prefixes rank after whole words', async () => {
    expect((await found('choc'))[0]).toBe('dark-chocolate');
    expect((await found('gooseneck ket'))[0]).toBe('gooseneck-kettle');
    expect(await found('ch', {})).toEqual([]);
    await changeItem(shops.portal, 'pencil-set', { keywords: ['inkless'] });
    expect((await found('ink'))[0]).toBe('ink-bottle');
    expect(await found('ink')).toContain('pencil-set');
  });

  test('match brand, categories, keywords and the values of properties', async () => {
    expect(await found('thermos')).toEqual(['vacuum-flask']);
    expect((await found('quillback')).sort()).toEqual(['gift-box', 'gift-voucher', 'gift-wrap', 'shop-tee']);
    expect(await found('stationery')).toHaveLength(7);
    expect((await found('indigo'))[0]).toBe('shop-tee');
  });

  test('that are stop words match only if the query has no other words', async () => {
    expect(await found('you for')).not.toEqual([]);
    expect(codes(await shops.search('demo', { query: '👍' }))).toEqual(['nothing_found']);
  });

  test('are reduced to their stems in the language of the shop', async () => {
    expect((await found('Tassen', {}, 'laden'))[0]).toMatch(/^tasse-/);
    expect((await found('Lampen', {}, 'laden'))[0]).toMatch(/^schreibtischlampe-/);
    expect(await found('Tassen')).not.toContain('enamel-mug');
  });
});

describe('messages', () => {
  test('are absent if everything matched as requested', async () => {
    expect(await shops.search('demo', { query: 'mug' })).not.toHaveProperty('messages');
    expect(await shops.search('demo', {})).not.toHaveProperty('messages');
  });

  test('name the replaced words', async () => {
    const answer = await shops.search('demo', { query: 'enamel muug' });
    expect(ids(answer)[0]).toBe('enamel-mug');
    expect(answer.messages).toEqual([
      { type: 'info', code: 'words_replaced', content: expect.stringContaining('"mug" for "muug"') },
    ]);
  });

  test('replace no word of the language by one that the shop has', async () => {
    const answer = await shops.search('demo', { query: 'patch' });
    expect([ids(answer), codes(answer)]).toEqual([[], ['nothing_found']]);
  });

  test('report a price that was read from the query', async () => {
    const answer = await shops.search('demo', { query: 'mug under 20 dollars' });
    expect([ids(answer), answer.messages?.[0]]).toEqual([
      ['enamel-mug'],
      { type: 'info', code: 'price_in_words', content: "The query's price was taken as a filter: up to $20.00." },
    ]);
    const listed = await shops.search('demo', { query: 'under 8 dollars' });
    expect([ids(listed), codes(listed)]).toEqual([['dark-chocolate', 'gift-wrap'], ['price_in_words']]);
    expect(await found('mug under 20 dollars', { max_price: '9999' })).toContain('keepsake-mug');
  });

  test('report how a price was read that looks like whole units', async () => {
    const low = await shops.search('demo', { query: 'mug', max_price: '30' });
    expect(low.messages?.[0]).toEqual({
      type: 'info',
      code: 'price_filter',
      content: 'Prices are in minor units: max_price 30 was read as $0.30 (for $30.00 send 3000).',
    });
    expect(codes(await shops.search('demo', { min_price: '999' }))).toEqual(['price_filter']);
    expect(await shops.search('demo', { query: 'mug', max_price: '3000' })).not.toHaveProperty('messages');
  });

  test('report that the items match only partly', async () => {
    const filtered = await shops.search('demo', { query: 'mug', max_price: '100' });
    expect([ids(filtered)[0], codes(filtered)]).toEqual([
      expect.stringMatching(/mug/),
      ['price_filter', 'nearest_items'],
    ]);
    const near = await shops.search('demo', { query: 'notbok' });
    expect([ids(near)[0], codes(near)]).toEqual(['dotted-notebook', ['words_replaced', 'nearest_items']]);
    for (const query of ['zzyzx', 'for a', 'and of a']) {
      const none = await shops.search('demo', { query });
      expect([ids(none), codes(none)]).toEqual([[], ['nothing_found']]);
    }
  });
});

describe('filters', () => {
  test('match by price, stock and category', async () => {
    expect((await found('mug', { min_price: '2000' }))[0]).toBe('keepsake-mug');
    expect(await found('mug', { min_price: '2000' })).not.toContain('enamel-mug');
    expect(await found('warm blanket', { in_stock: 'true' })).not.toContain('wool-throw');
    expect(await found('throw', { in_stock: 'false' })).toEqual(['wool-throw']);
    expect(await found('mug', { category: 'outdoor' })).toContain('enamel-mug');
    expect(await found('mug', { category: 'outdoor' })).not.toContain('keepsake-mug');
  });

  test('list items oldest first if there is no query', async () => {
    const wines = ids(await shops.search('demo', { category: 'WINE' }));
    expect(wines).toEqual(['oregon-pinot-noir']);
    expect(ids(await shops.search('demo', { in_stock: 'false' }))).toEqual(['wool-throw']);
    const cheap = await shops.search('demo', { max_price: '1000', limit: '3' });
    expect(ids(cheap)).toEqual(['apron-pattern', 'dark-chocolate', 'gift-wrap']);
    const rest = await shops.search('demo', { max_price: '1000', limit: '3', cursor: cheap.pagination?.cursor ?? '' });
    expect(ids(rest)).toEqual(['sea-salt']);
  });

  test.each([
    ['min_price', 'cheap'],
    ['max_price', '-1'],
    ['in_stock', 'yes'],
  ])('are rejected if invalid: %s=%s', async (name, value) => {
    const { status, json } = await shops.portal.request('GET', `/api/commerce/items?${name}=${value}`);
    expect([status, json.error]).toEqual([400, 'invalid_request']);
    expect(json.detail).toContain(name);
  });
});

test('pages return each item once, in a stable order, even if another item begins to match', async () => {
  const whole = await found('coffee', { limit: '100' }, 'store');
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await shops.search('store', { query: 'coffee', limit: '7', ...(cursor && { cursor }) });
    paged.push(...ids(page));
    cursor = page.pagination?.cursor;
  } while (cursor !== undefined && paged.length < 100);
  expect(paged.slice(0, 100)).toEqual(whole);
  const first = await shops.search('demo', { query: 'coffee', limit: '2' });
  const before = await found('coffee');
  await changeItem(shops.portal, 'sea-salt', { title: 'Coffee salt' });
  const second = await shops.search('demo', { query: 'coffee', limit: '2', cursor: first.pagination?.cursor ?? '' });
  expect([...ids(first), ...ids(second)].filter((id) => id !== 'sea-salt')).toEqual(
    before.slice(0, 4).slice(0, ids(second).includes('sea-salt') ? 3 : 4),
  );
});

test('a cursor is bound to its query and filters', async () => {
  const { pagination } = await shops.search('demo', { query: 'coffee', limit: '1' });
  for (const other of ['query=tea', 'query=coffee&max_price=1', 'category=Coffee', '']) {
    const path = `/api/commerce/items?${other}&cursor=${pagination?.cursor}`;
    expect((await shops.portal.request('GET', path)).json.error).toBe('invalid_cursor');
  }
});
