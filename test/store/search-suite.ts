import { expect, it } from 'vitest';
import type { Item } from '../../src/domain/shop/item.js';
import type { SearchPosition } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { itemRow, OTHER_SHOP, put, SHOP, write } from './sample-rows.js';

const ODD = [
  '"',
  '""',
  "'",
  '*',
  '^',
  '(',
  ')',
  '{',
  '}',
  ':',
  '-',
  '+',
  'AND',
  'OR',
  'NOT',
  'NEAR',
  'NEAR(',
  'title:',
  'shop',
  'a\u0000b',
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

export function searchSuite(bench: () => Bench): void {
  const ids = async (...words: readonly string[]) => {
    const { entries } = await bench().store.list('items_found', { shop_id: SHOP.id, words }, undefined, 100);
    return entries.map(({ item }) => item.id);
  };
  const items = (...rows: readonly (Partial<Item> & { readonly id: string })[]) =>
    write(bench().store, ...rows.map((row) => put('item', itemRow(row.id, row))));

  it('finds items that have every word, the last one as a prefix', async () => {
    await items(
      { id: 'kettle', title: 'Gooseneck kettle', description: 'for slow coffee' },
      { id: 'mill', title: 'Coffee grinder', description: 'ceramic' },
    );
    expect((await ids('coffee')).sort()).toEqual(['kettle', 'mill']);
    expect(await ids('coffee', 'ket')).toEqual(['kettle']);
    expect(await ids('KETTLE', 'Coff')).toEqual(['kettle']);
    expect(await ids('coff', 'kettle')).toEqual([]);
    expect(await ids('coffee', 'teapot')).toEqual([]);
    expect(await ids('ettle')).toEqual([]);
    expect(await ids()).toEqual([]);
  });

  it('shows items with all words in the title first', async () => {
    await items(
      { id: 'described', title: 'Apron', description: 'mug mug mug mug mug mug' },
      { id: 'titled', title: 'A mug with quite a long title around it', description: 'none of the kind' },
      { id: 'both', title: 'Blue', description: 'a mug, blue, blue' },
    );
    expect((await ids('mug'))[0]).toBe('titled');
    expect((await ids('mug')).sort()).toEqual(['both', 'described', 'titled']);
    expect(await ids('blue', 'mug')).toEqual(['both']);
  });

  it('finds only what is on sale in the shop, and follows changes', async () => {
    await items(
      { id: 'mug', title: 'Mug' },
      { id: 'old', title: 'Mug', status: 'withdrawn' },
      { id: 'theirs', title: 'Mug', shop_id: OTHER_SHOP.id },
    );
    expect(await ids('mug')).toEqual(['mug']);
    await items({ id: 'mug', title: 'Bowl', version: 1 }, { id: 'old', title: 'Mug', version: 1 });
    expect(await ids('mug')).toEqual(['old']);
    expect(await ids('bowl')).toEqual(['mug']);
  });

  it('tells what is left', async () => {
    await items({ id: 'mug' }, { id: 'mugs' });
    await write(bench().store, { type: 'set', counter: 'stock', key: `${SHOP.id}/mug`, to: 2 });
    const { entries } = await bench().store.list('items_found', { shop_id: SHOP.id, words: ['mug'] }, undefined, 10);
    expect(entries.map(({ item, stock }) => [item.id, stock]).sort()).toEqual([
      ['mug', 2],
      ['mugs', null],
    ]);
  });

  it('pages through all matches, each once', async () => {
    await items(
      ...Array.from({ length: 25 }, (_, index) => ({
        id: `i${index}`,
        title: index % 3 === 0 ? 'mug' : 'x',
        description: 'mug '.repeat(1 + (index % 5)),
      })),
    );
    const found: string[] = [];
    let after: SearchPosition | undefined;
    do {
      const page = await bench().store.list('items_found', { shop_id: SHOP.id, words: ['mug'] }, after, 4);
      found.push(...page.entries.map(({ item }) => item.id));
      after = page.next;
    } while (after !== undefined);
    expect(new Set(found).size).toBe(25);
    expect(found).toHaveLength(25);
    expect(found).toEqual(await ids('mug'));
  });

  it.each(ODD.map((word) => [JSON.stringify(word.slice(0, 20)), word] as const))(
    'takes %s as a word',
    async (_name, word) => {
      await items({ id: 'mug', title: 'Mug' }, { id: 'theirs', title: 'Mug', shop_id: OTHER_SHOP.id });
      for (const words of [[word], [word, 'mug'], ['mug', word]]) {
        const found = await ids(...words);
        expect(found).not.toContain('theirs');
        if (words.length === 1) expect(found).toEqual([]);
      }
    },
  );
}
