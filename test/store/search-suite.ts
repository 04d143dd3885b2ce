import { expect, it } from 'vitest';
import { itemTerms } from '../../src/domain/search/item-terms.js';
import type { CandidateQuery, VocabularyQuery } from '../../src/domain/search/search-reads.js';
import type { Item } from '../../src/domain/shop/item.js';
import { replaceWrite } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { itemRow, NOW, OTHER_SHOP, put, SHOP, setStock, write } from './sample-rows.js';

const ODD = [
  '"',
  '""',
  "'",
  '*',
  '^',
  '(',
  ')',
  '{',
  ':',
  '-',
  '+',
  'AND',
  'OR',
  'NOT',
  'NEAR(',
  'tokens:',
  'a\u0000b',
];
const STRANGE = [
  '\u0000',
  '👍',
  '日本',
  'é',
  '\u0301',
  '\ud800',
  '\\',
  '%',
  '_',
  ';--',
  ' ',
  '',
  '\n',
  'x'.repeat(50_000),
];

const ANY = { min_price: undefined, max_price: undefined, in_stock: undefined };

/** Requests one item with the word mug. */
const oneMug: CandidateQuery = { stages: [[['mug']]], filter: ANY, limit: 1, depth: 1, of_product: 1 };

type Row = Partial<Item> & { readonly id: string };

export function searchSuite(bench: () => Bench): void {
  const items = (...rows: readonly Row[]) =>
    write(bench().store, ...rows.map((row) => put('item', itemRow(row.id, row))));
  const found = async (stages: CandidateQuery['stages'], more: Partial<CandidateQuery> = {}, shop = SHOP.id) => {
    const wanted = { stages, filter: ANY, limit: 100, depth: 1_000, of_product: 100, ...more };
    return (await bench().store.candidates(shop, wanted)).map(({ id }) => id);
  };
  const words = async (...wanted: VocabularyQuery[]) => {
    const answers = await bench().store.vocabulary(SHOP.id, wanted);
    return answers.map((answer) => answer.map(({ word, term, items }) => `${word} ${term} ${items}`));
  };
  const stock = (id: string, to: number) => write(bench().store, setStock(`${SHOP.id}/${id}`, to));

  it('finds the items that have a token of each group, in the order of their writes', async () => {
    await items(
      { id: 'z', title: 'Blue mugs' },
      { id: 'b', title: 'Mug' },
      { id: 'a', title: 'Cup', description: 'blue' },
    );
    expect(await found([[['mug']]])).toEqual(['z', 'b']);
    expect(await found([[['mug', 'cup']]])).toEqual(['z', 'b', 'a']);
    expect(await found([[['mug', 'cup'], ['blue']]])).toEqual(['z', 'a']);
    expect(await found([[['=blue']]])).toEqual(['z']);
    expect(await found([[['mu']]])).toEqual([]);
    expect(await found([[[]]])).toEqual([]);
    expect(await found([[]])).toEqual([]);
    expect(await found([])).toEqual([]);
  });

  it('returns the items of one stage after another, each item once, until there are enough', async () => {
    await items({ id: 'c', title: 'Blue' }, { id: 'b', title: 'Mug' }, { id: 'a', title: 'Blue mug' });
    const stages = [[['blue'], ['mug']], [['mug']], [['blue']]];
    expect(await found(stages)).toEqual(['a', 'b', 'c']);
    expect(await found(stages, { limit: 2 })).toEqual(['a', 'b']);
    expect(await found(stages, { depth: 1 })).toEqual(['a']);
  });

  it('returns the values that the domain derives from an item', async () => {
    const row = itemRow('mug', { title: 'Blue mugs', keywords: ['cups'], categories: ['Kitchen'] });
    await write(bench().store, put('item', row));
    const [candidate] = await bench().store.candidates(SHOP.id, {
      stages: [[['@kitchen']]],
      filter: ANY,
      limit: 1,
      depth: 1,
      of_product: 1,
    });
    expect(candidate).toEqual({
      seq: expect.any(Number),
      id: 'mug',
      product_id: null,
      facts: itemTerms(row, 'en').facts,
    });
  });

  it('filters by price and stock', async () => {
    await items(
      { id: 'a', title: 'Mug', price: 10 },
      { id: 'b', title: 'Mug', price: 20 },
      { id: 'c', title: 'Mug', price: 30 },
    );
    await stock('a', 0);
    await stock('b', 3);
    const mugs = (filter: Partial<typeof ANY> | object) => found([[['mug']]], { filter: { ...ANY, ...filter } });
    expect(await mugs({ min_price: 20 })).toEqual(['b', 'c']);
    expect(await mugs({ max_price: 20 })).toEqual(['a', 'b']);
    expect(await mugs({ in_stock: true })).toEqual(['b', 'c']);
    expect(await mugs({ in_stock: false })).toEqual(['a']);
    expect(await found([[['mug']]], { filter: { ...ANY, min_price: 30 }, depth: 2 })).toEqual([]);
    await items({ id: 'c', title: 'Mug', price: 5, version: 1 });
    expect(await mugs({ min_price: 20 })).toEqual(['b']);
  });

  it("returns a limited number of a product's variants, and leaves the other places to other items", async () => {
    const mug = (id: string, product_id: string | null, more: Partial<Row> = {}) => ({
      id,
      title: 'Mug',
      product_id,
      ...more,
    });
    await items(
      ...['a', 'b', 'c'].map((id) => mug(id, 'red', { price: 5 })),
      mug('d', null),
      ...['e', 'f', 'g'].map((id) => mug(id, 'green')),
      mug('h', null, { price: 5 }),
    );
    const mugs = (more: Partial<CandidateQuery>) => found([[['mug']]], more);
    expect(await mugs({ of_product: 1 })).toEqual(['a', 'd', 'e', 'h']);
    expect(await mugs({ of_product: 2 })).toEqual(['a', 'b', 'd', 'e', 'f', 'h']);
    expect(await mugs({ of_product: 1, limit: 3 })).toEqual(['a', 'd', 'e']);
    expect(await mugs({ of_product: 1, limit: 3, depth: 4 })).toEqual(['a', 'd']);
    expect(await mugs({ of_product: 1, filter: { ...ANY, max_price: 5 } })).toEqual(['a', 'h']);
  });

  it('finds the items that match a filter among many, regardless of their position', async () => {
    const many = Array.from({ length: 1_203 }, (_, index) => ({ id: `mug-${index}`, title: 'Mug', price: index }));
    await items(...many);
    const last = { ...ANY, min_price: 1_201 };
    expect(await found([[['mug']]], { filter: last, depth: 2_000 })).toEqual(['mug-1201', 'mug-1202']);
    expect(await found([[['mug']]], { filter: last, depth: 1_202 })).toEqual(['mug-1201']);
    const all = await found([[['mug']]], { filter: { ...ANY, min_price: 1 }, limit: 700, depth: 2_000 });
    expect(all).toEqual(many.slice(1, 701).map(({ id }) => id));
    const variants = many.map((row) => ({ ...row, product_id: 'mug', version: 1 }));
    await items(...variants);
    expect(await found([[['mug']]], { of_product: 2, limit: 700, depth: 2_000 })).toEqual(['mug-0', 'mug-1']);
  });

  it('returns the current ranking values of an item', async () => {
    const now = async () => (await bench().store.candidates(SHOP.id, oneMug)).map(({ facts }) => facts);
    const row = itemRow('mug', { title: 'Mug' });
    await items(row);
    expect(await now()).toEqual([itemTerms(row, 'en').facts]);
    const blue = itemRow('mug', { title: 'Mug', description: 'Blue' });
    await items({ ...blue, version: 1 });
    expect(await now()).toEqual([itemTerms(blue, 'en').facts]);
    await items({ ...blue, product_id: 'mugs', version: 2 }, { id: 'cup', title: 'Mug', product_id: 'mugs' });
    expect(await found([[['mug']]], { of_product: 1 })).toEqual(['mug']);
    await items({ ...blue, product_id: 'mugs', status: 'withdrawn', version: 3 });
    expect(await found([[['mug']]], { of_product: 1 })).toEqual(['cup']);
  });

  it('counts the words of items on sale', async () => {
    await items(
      { id: 'a', title: 'Mugs' },
      { id: 'b', title: 'Mug' },
      { id: 'c', title: 'Mug and mugs', description: 'Pen' },
    );
    expect(await words({ by: 'word', texts: ['mug', 'mugs', 'and', ''] })).toEqual([
      ['  3', 'mug mug 2', 'mugs mug 2'],
    ]);
    expect(await words({ by: 'term', texts: ['mug', 'pen'] })).toEqual([['mug mug 2', 'mugs mug 2', 'pen pen 1']]);
    await items({ id: 'c', title: 'Mug', version: 1 }, { id: 'a', title: 'Mugs', status: 'withdrawn', version: 1 });
    expect(await words({ by: 'word', texts: ['mug', 'mugs', 'pen', ''] })).toEqual([['  2', 'mug mug 2']]);
  });

  it('returns words by their start and their end, in order', async () => {
    await items({ id: 'a', title: 'Teapot, teacup, teapots, tea, kettle, coffeepot, tea2' });
    const wish = { longest: 20, limit: 10 };
    const [start, end, short, few] = await words(
      { by: 'start', text: 'tea', ...wish },
      { by: 'end', text: 'pot', ...wish },
      { by: 'start', text: 'tea', ...wish, longest: 6 },
      { by: 'start', text: 'tea', ...wish, limit: 1 },
    );
    expect(start?.map((line) => line.split(' ')[0])).toEqual(['tea', 'teacup', 'teapot', 'teapots']);
    expect(end?.map((line) => line.split(' ')[0])).toEqual(['teapot', 'coffeepot']);
    expect(short?.map((line) => line.split(' ')[0])).toEqual(['tea', 'teacup', 'teapot']);
    expect(few).toHaveLength(1);
  });

  it('finds only items on sale in the shop, and follows changes', async () => {
    await items(
      { id: 'mug', title: 'Mug' },
      { id: 'old', title: 'Mug', status: 'withdrawn' },
      { id: 'theirs', title: 'Mug', shop_id: OTHER_SHOP.id },
    );
    expect(await found([[['mug']]])).toEqual(['mug']);
    expect(await found([[['mug']]], {}, OTHER_SHOP.id)).toEqual(['theirs']);
    await items({ id: 'mug', title: 'Bowl', version: 1 }, { id: 'old', title: 'Mug', version: 1 });
    expect(await found([[['mug']]])).toEqual(['old']);
    expect(await found([[['bowl']]])).toEqual(['mug']);
  });

  it('finds the items of a shop that the same decision creates', async () => {
    const id = 'shop_new';
    const row = itemRow('mug', { title: 'Tassen', shop_id: id });
    const settings = { ...SHOP.settings, language: 'de-AT' };
    await write(bench().store, put('shop', { ...SHOP, id, settings }), put('item', row));
    expect(await found([[['tass']]], {}, id)).toEqual(['mug']);
  });

  it('discards the terms of a decision that fails', async () => {
    await items({ id: 'mug', title: 'Mug' });
    const row = itemRow('mug', { title: 'Mug' });
    const failing = bench().store.update(() => ({
      writes: [put('item', itemRow('pen', { title: 'Pen' })), put('item', row)],
      result: undefined,
    }));
    await expect(failing).rejects.toThrow();
    expect(await found([[['pen']]])).toEqual([]);
    expect(await words({ by: 'word', texts: ['pen', 'mug', ''] })).toEqual([['  1', 'mug mug 1']]);
  });

  it('rebuilds the terms when the language of the shop changes', async () => {
    await items({ id: 'a', title: 'Tassen' }, { id: 'b', title: 'Pfannen' });
    expect(await bench().store.due('misindexed_items', NOW, 10)).toEqual([]);
    await bench().store.update((rows) => {
      const shop = rows.get('shop', SHOP.id);
      if (!shop) throw new Error('the shop is gone');
      const settings = { ...shop.settings, language: 'de-AT' };
      return { writes: [replaceWrite('shop', shop, { ...shop, settings })], result: undefined };
    });
    const due = await bench().store.due('misindexed_items', NOW, 10);
    expect([...due].sort()).toEqual([`${SHOP.id}/a`, `${SHOP.id}/b`]);
    expect(await bench().store.due('misindexed_items', NOW, 1)).toHaveLength(1);
    await write(bench().store, ...due.map((item) => ({ type: 'index', item }) as const));
    expect(await bench().store.due('misindexed_items', NOW, 10)).toEqual([]);
    expect(await found([[['tass']]])).toEqual(['a']);
    expect(await words({ by: 'word', texts: ['tassen', 'pfannen'] })).toEqual([['pfannen pfann 1', 'tassen tass 1']]);
  });

  it.each([...ODD, ...STRANGE].map((text) => [JSON.stringify(text.slice(0, 20)), text] as const))(
    'treats %s as plain text in tokens and words',
    async (_name, text) => {
      await items({ id: 'mug', title: 'Mug' }, { id: 'theirs', title: 'Mug', shop_id: OTHER_SHOP.id });
      for (const stage of [[[text]], [[text], ['mug']], [['mug'], [text]]]) expect(await found([stage])).toEqual([]);
      expect(await found([[[text, 'mug']]])).toEqual(['mug']);
      const [byTerm] = await words({ by: 'term', texts: [text] });
      expect(byTerm).toEqual(text === '' ? ['  1'] : []);
      await words({ by: 'start', text, longest: 9, limit: 9 }, { by: 'end', text, longest: 9, limit: 9 });
    },
  );
}
