import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderOnAccount, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { changeCharacter } from '../support/change-character.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { anotherKey } from '../support/tenants.js';

/** Cursors and the tokens of order links: clients must return them unchanged. */

let portal: TestPortal;
let by: Shopper;
let order_id: string;
beforeAll(async () => {
  portal = await startPortal();
  const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  by = shopper(portal, { key });
  order_id = await orderOnAccount(by, await readyCart(by));
  await orderOnAccount(by, await readyCart(by));
  await by.ok('hold_order', { order_id });
});
afterAll(() => portal.close());

const LISTS: readonly (readonly [operation: string, args: () => object])[] = [
  ['search_catalog', () => ({})],
  ['search_catalog', () => ({ query: 'e' })],
  ['list_orders', () => ({})],
  ['get_order_history', () => ({ order_id })],
];

/** Changes of a token that a lax decoder might ignore. */
const SPOILED: readonly (readonly [name: string, spoil: (text: string) => string])[] = [
  ['padding', (text) => `${text}=`],
  ['junk appended', (text) => `${text}!!`],
  ['a space appended', (text) => `${text} `],
  ['a character appended', (text) => `${text}A`],
  ['a character removed', (text) => text.slice(0, -1)],
  ['junk inside', (text) => `${text.slice(0, 9)}*${text.slice(9)}`],
  ['an extra part', (text) => `${text}.AAAA`],
];

describe.each(LISTS)('a cursor of %s (%#)', (operation, args) => {
  const page = async (more: object = {}) => by.ok(operation, { ...args(), limit: 1, ...more });

  test('leads to the next page, and is deterministic', async () => {
    const first = await page();
    const { cursor } = first.pagination;
    expect((await page()).pagination.cursor).toBe(cursor);
    expect((await page({ cursor })).data).not.toEqual(first.data);
  });

  test('hides the position where the page ended', async () => {
    const { cursor } = (await page()).pagination;
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/seq|created_at|tier/);
  });

  test.each(SPOILED)('is rejected with %s', async (_name, spoil) => {
    const { cursor } = (await page()).pagination;
    await by.refused(operation, { ...args(), limit: 1, cursor: spoil(cursor) }, 'invalid_cursor');
  });

  test('is rejected if any of its characters is changed', async () => {
    const { cursor } = (await page()).pagination;
    for (let place = 0; place < cursor.length; place += 7) {
      const changed = changeCharacter(cursor, place);
      await by.refused(operation, { ...args(), limit: 1, cursor: changed }, 'invalid_cursor');
    }
  });
});

test.each(SPOILED)("does not open an order's link with %s", async (_name, spoil) => {
  const { permalink_url } = (await by.ok('get_order', { order_id })).data;
  const token = permalink_url.split('/').at(-1);
  const open = async (text: string) => (await portal.request('GET', `/orders/${encodeURIComponent(text)}`)).status;
  expect([await open(token), await open(spoil(token))]).toEqual([200, 404]);
});
