import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeOrder, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { changeCharacter } from '../support/change-character.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { secondTenant } from '../support/tenants.js';
import { COUNT, FIRST_INSTANT, type OldOrder, oldOrders, writeOldOrders } from './many-orders.js';

let portal: TestPortal;
let orders: readonly OldOrder[];
/** Reads the orders of the whole deployment. */
let merchant: Shopper;
beforeAll(async () => {
  portal = await startPortal();
  merchant = shopper(portal);
  const by = shopper(portal, { buyer: 'model' });
  const model = await placeOrder(by, await readyCart(by));
  orders = oldOrders();
  await writeOldOrders(portal.database, model, orders);
});
afterAll(() => portal.close());

const FROM = FIRST_INSTANT + COUNT / 10;
const BEFORE = FROM + 2_000;
const WINDOW = { created_from: new Date(FROM).toISOString(), created_before: new Date(BEFORE).toISOString() };
const LATER = new Date(BEFORE + 1).toISOString();
const inWindow = ({ created_at }: OldOrder) => created_at >= FROM && created_at < BEFORE;

/** Orders placed while the list is read, and the number of pages of 100 between them. */
const PLACED = 20;
const PLACE_EVERY = COUNT / 100 / PLACED;

type Query = Readonly<Record<string, string | number>>;

/** Reads all pages. `between` runs before each page after the first. Returns the ids. */
async function walk(
  by: Shopper,
  query: Query,
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 1; page === 1 || cursor !== undefined; page += 1) {
    if (page > 1) await between(page);
    const { data, pagination } = await by.ok('list_orders', { ...query, ...(cursor !== undefined && { cursor }) });
    if (pagination) expect(data).toHaveLength(Number(query.limit));
    ids.push(...data.map(({ id }: { id: string }) => id));
    cursor = pagination?.cursor;
  }
  return ids;
}

/** Describes the first difference between two long lists. Returns `undefined` if they are equal. */
function difference(found: readonly string[], expected: readonly string[]): object | undefined {
  if (found.length === expected.length && found.every((id, index) => id === expected[index])) return undefined;
  const index = expected.findIndex((id, at) => id !== found[at]);
  return { index, found: found[index], expected: expected[index], lengths: [found.length, expected.length] };
}

async function place(): Promise<string> {
  const by = shopper(portal, { buyer: 'newcomer' });
  return placeOrder(by, await readyCart(by));
}

describe(`a deployment with ${COUNT} orders`, () => {
  test('returns each order once, newest first, while new ones are placed', async () => {
    const before = await merchant.ok('list_orders', { limit: 1 });
    const newest: string = before.data[0].id;
    const placed: string[] = [];
    const ids = await walk(merchant, { limit: 100 }, async (page) => {
      if (page % PLACE_EVERY === 0) placed.unshift(await place());
    });
    expect(placed).toHaveLength(PLACED);
    expect(difference(ids, [newest, ...orders.map(({ id }) => id)])).toBeUndefined();
    const { data } = await merchant.ok('list_orders', { limit: placed.length + 1 });
    expect(data.map(({ id }: { id: string }) => id)).toEqual([...placed, newest]);
  });

  test.each<[name: string, buyer: string | undefined, query: Query, holds: (order: OldOrder) => boolean]>([
    ['of a period', undefined, WINDOW, inWindow],
    [
      'of a buyer and a status',
      'bob',
      { status: 'on_hold' },
      ({ buyer_id, status }) => buyer_id === 'bob' && status === 'on_hold',
    ],
    [
      'of a buyer, a status, a payment status and a period',
      'ada',
      { status: 'canceled', payment_status: 'voided', ...WINDOW },
      (order) =>
        order.buyer_id === 'ada' && order.status === 'canceled' && order.payment_status === 'voided' && inWindow(order),
    ],
  ])('returns each order %s once', async (_name, buyer, query, holds) => {
    const expected = orders.filter(holds).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(100);
    const by = shopper(portal, buyer === undefined ? {} : { buyer });
    expect(difference(await walk(by, { ...query, limit: 100 }), expected)).toBeUndefined();
  });
});

/** The list that one reader gets with some filters. */
interface List {
  readonly buyer?: string;
  readonly key?: 'second';
  readonly query?: Query;
}
const HELD = { status: 'on_hold' };

describe('a cursor', () => {
  const reader = async ({ buyer, key }: List): Promise<Shopper> =>
    shopper(portal, {
      ...(buyer !== undefined && { buyer }),
      ...(key !== undefined && { key: (await secondTenant(portal, 'mug-2')).key }),
    });
  const cursorOf = async (list: List): Promise<string> =>
    (await (await reader(list)).ok('list_orders', { limit: 2, ...list.query })).pagination.cursor;

  test.each<[name: string, made: List, used: List]>([
    ['with an added status', {}, { query: HELD }],
    ['without its status', { query: HELD }, {}],
    ['with another status', { query: HELD }, { query: { status: 'canceled' } }],
    ['with an added payment status', {}, { query: { payment_status: 'paid' } }],
    ['with another payment status', { query: { payment_status: 'paid' } }, { query: { payment_status: 'pending' } }],
    ['with an added start', {}, { query: { created_from: WINDOW.created_from } }],
    ['without its start', { query: { created_from: WINDOW.created_from } }, {}],
    ['with an added end', {}, { query: { created_before: WINDOW.created_before } }],
    ['with another end', { query: { created_before: WINDOW.created_before } }, { query: { created_before: LATER } }],
    ['with its end as a start', { query: { created_before: LATER } }, { query: { created_from: LATER } }],
    ['by another buyer', { buyer: 'ada' }, { buyer: 'bob' }],
    ['by a buyer, but made without a buyer', {}, { buyer: 'ada' }],
    ['without a buyer, but made by one', { buyer: 'ada' }, {}],
    ['by another deployment', {}, { key: 'second' }],
  ])('is rejected if it is used %s', async (_name, made, used) => {
    const cursor = await cursorOf(made);
    const by = await reader(used);
    await by.refused('list_orders', { ...used.query, cursor }, 'invalid_cursor');
  });

  test.each<[name: string, list: List]>([
    ['another page size', {}],
    ['the same filters, and another page size', { buyer: 'ada', query: { ...HELD, ...WINDOW } }],
  ])('continues its list with %s', async (_name, list) => {
    const by = await reader(list);
    const all = await by.ok('list_orders', { ...list.query, limit: 7 });
    const rest = await by.ok('list_orders', { ...list.query, limit: 5, cursor: await cursorOf(list) });
    expect(rest.data).toEqual(all.data.slice(2));
  });

  test('is rejected if one character was changed', async () => {
    const cursor = await cursorOf({});
    await merchant.refused('list_orders', { cursor: changeCharacter(cursor, 0, 'ab') }, 'invalid_cursor');
  });
});
