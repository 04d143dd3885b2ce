import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/domain/shop/shop.js';
import { demoCommands } from '../support/demo-commands.js';

const demo = demoCommands();
const { done, refused } = demo;

/** Writes a value as JSON, or a text unchanged, to a file in the test's folder. Returns the path. */
function file(content: unknown): string {
  const path = join(demo.folder, 'in.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const settings = async () => JSON.parse(await done(['shop', 'get']));
const discounts = async () => JSON.parse(await done(['discounts', 'list', '--json']));
const TEN = { code: 'ten', title: 'Ten off', kind: 'percent', value_ppm: 100_000, max_uses: 3 };

describe('portal shop', () => {
  test('prints settings that can be written back', async () => {
    const before = await settings();
    expect(before.pickup[0].id).toBe('pickup-portland');
    expect(await done(['shop', 'put', file(before)])).toMatch(/^settings of shop_\S+ replaced\n$/);
    expect(await settings()).toEqual(before);
  });

  test('replaces all settings, with defaults for members the file omits', async () => {
    await done(['shop', 'put', file({ payment_handlers: ['sandbox_card'], review_limit: 5 })]);
    expect(await settings()).toEqual({ ...DEFAULT_SETTINGS, payment_handlers: ['sandbox_card'], review_limit: 5 });
  });

  test.each([
    ['an unknown member', { colour: 'red' }, /colour/],
    ['a limit below zero', { review_limit: -1 }, /review_limit/],
    ['a handler that does not exist', { payment_handlers: ['gold'] }, /payment_handlers\[0\]: .*"invoice"/],
    ['another currency for items that have prices', { currency: 'EUR' }, /currency: .*USD/],
    ['text that is not JSON', '{', /not a JSON file/],
  ])('rejects %s, and changes nothing', async (_name, content, text) => {
    const before = await settings();
    expect(await refused(['shop', 'put', file(content)])).toMatch(text);
    expect(await settings()).toEqual(before);
  });

  test('reports an unknown shop, a missing file, and a missing --shop if there are several shops', async () => {
    expect(await refused(['shop', 'get', '--shop', 'shop_0'])).toContain('there is no shop shop_0');
    expect(await refused(['shop', 'put', join(demo.folder, 'absent.json')])).toContain('cannot read');
    await done(['orgs', 'create', 'Second', '--shop', 'Second']);
    expect(await refused(['shop', 'get'])).toMatch(/several shops: name one with --shop\n( {2}shop_\S+ {2}\S.*\n){2}$/);
  });
});

describe('portal discounts', () => {
  test('creates, lists, replaces and ends discounts', async () => {
    expect(await done(['discounts', 'put', file([TEN])])).toBe('1 discount written\n');
    const made = (await discounts()).find(({ code }: { code: string }) => code === 'ten');
    expect(made).toMatchObject({ ...TEN, uses_left: 3, combinable: true, automatic: false, once_per_buyer: false });
    await done(['discounts', 'put', file([{ ...TEN, code: 'TEN', max_uses: 8 }])]);
    expect(await done(['discounts', 'list'])).toContain('TEN  percent  8 left  by code  Ten off\n');
    expect(await done(['discounts', 'delete', ' Ten '])).toContain('deleted');
    expect(await done(['discounts', 'list'])).not.toMatch(/\bten\b/i);
    expect(await refused(['discounts', 'delete', 'ten'])).toContain('no discount ten');
  });

  test.each([
    ['an invalid discount among valid ones', [TEN, { ...TEN, code: 'two', value_ppm: 0 }], /\[1\]\.value_ppm/],
    ['a duplicate code', [TEN, { ...TEN, code: 'TEN ' }], /appears twice/],
    ['an item that the shop does not have', [TEN, { ...TEN, code: 'x', item_ids: ['none'] }], /item_ids\[0\]/],
    ['a value that is not a list', TEN, /must be an array, not an object/],
  ])('rejects a file with %s as a whole', async (_name, content, text) => {
    const before = await discounts();
    expect(await refused(['discounts', 'put', file(content)])).toMatch(text);
    expect(await discounts()).toEqual(before);
  });
});

test.each([['shop'], ['shop', 'get'], ['shop', 'put'], ['discounts'], ['discounts', 'put'], ['discounts', 'delete']])(
  'prints the help of portal %s',
  async (...command) => {
    expect(await done([...command, '--help'])).toContain('Usage: portal');
  },
);
