import { afterEach, beforeEach, expect, it } from 'vitest';
import { cartOf, complete, ready } from '../actors/purchase.js';
import { type Door, type Shopper, shopperAt } from '../actors/shopper.js';
import { type Serving, serveAll } from '../support/spawn.js';
import { volume } from '../support/volume.js';
import { demoKey } from './database-file.js';
import { type ServedDatabase, servedDatabase } from './served-database.js';

/** Number of rounds that the checks below need, regardless of the machine's speed. */
const MIN_ROUNDS = 240;
/** After `MIN_ROUNDS`, the load stops at either of these limits. */
const MAX_ROUNDS = volume(MIN_ROUNDS, 6_000);
const MAX_TIME_MS = 20_000;
const CONNECTIONS = 8;

let database: ServedDatabase;
let servers: Serving[];
beforeEach(async () => {
  database = await servedDatabase();
  servers = await serveAll(2, database.name, database.env);
});
afterEach(async () => {
  for (const server of servers) await server.stop('SIGTERM');
  await database.drop();
});

/** Writes acknowledged to one connection. */
interface Told {
  readonly buyer: Shopper;
  readonly cart: string;
  readonly quantity: number;
  /** Units that the connection added to the cart shared by all connections. */
  readonly shared: number;
  readonly orders: readonly string[];
}

async function add(by: Shopper, checkout_id: string, item: string) {
  const line_items = [{ item: { id: item }, quantity: 1 }];
  return (await by.ok('add_line_items', { checkout_id, line_items })).data;
}

const read = async (by: Shopper, checkout_id: string) => (await by.ok('get_checkout', { checkout_id })).data;

/** Writes in a loop. Every call must return 200, since the portal waits for a busy database. */
async function work(door: Door, name: string, sharedCart: string, more: () => boolean): Promise<Told> {
  const buyer = shopperAt(door, name);
  const paying = shopperAt(door, `${name}-paying`);
  const meeting = shopperAt(door, 'meeting');
  const cart = await cartOf(buyer);
  const line_item_id = (await add(buyer, cart, 'sea-salt')).line_items[0].id;
  const orders: string[] = [];
  let quantity = 1;
  for (; more(); quantity += 1) {
    await buyer.ok('update_line_item', { checkout_id: cart, line_item_id, quantity: quantity + 1 });
    await add(meeting, sharedCart, 'enamel-mug');
    if (quantity % 10 !== 1) continue;
    const { status, json, text } = await complete(
      await ready(paying, { lines: ['preserving-ebook'], option: 'digital' }),
    );
    if (status !== 200) throw new Error(text);
    orders.push(json.data.order.id);
  }
  return { buyer, cart, quantity, shared: quantity - 1, orders };
}

it('loses nothing when two processes write one database', async () => {
  const key = demoKey(database.files);
  const doors = servers.map(({ url }) => ({ url, key }));
  const meetings = doors.map((door) => shopperAt(door, 'meeting'));
  const [meeting] = meetings;
  const [sharedCart, sameCart] = await Promise.all(meetings.map(cartOf));
  if (!meeting || !sharedCart) throw new Error('no servers');
  expect(sameCart).toBe(sharedCart);

  const until = performance.now() + MAX_TIME_MS;
  let rounds = 0;
  const more = () => {
    rounds += 1;
    return rounds <= MIN_ROUNDS || (rounds <= MAX_ROUNDS && performance.now() < until);
  };
  const told = await Promise.all(
    Array.from({ length: 2 * CONNECTIONS }, (_, index) => {
      const door = doors[index % 2];
      if (!door) throw new Error('no server');
      return work(door, `b${index}`, sharedCart, more);
    }),
  );

  const lines: readonly { readonly quantity: number }[] = (await read(meeting, sharedCart)).line_items;
  expect(lines.map(({ quantity }) => quantity)).toEqual([told.reduce((sum, { shared }) => sum + shared, 0)]);
  const numbers = new Set<string>();
  for (const { buyer, cart, quantity, orders } of told) {
    expect((await read(buyer, cart)).line_items[0].quantity).toBe(quantity);
    const paying = shopperAt(doors[0] ?? { url: '', key }, `${buyer.buyer}-paying`);
    for (const order of orders) numbers.add((await paying.ok('get_order', { order_id: order })).data.display_id);
  }
  expect(numbers.size).toBe(told.flatMap(({ orders }) => orders).length);
  expect(numbers.size).toBeGreaterThan(CONNECTIONS);

  const codes = await Promise.all(servers.map((server) => server.stop('SIGTERM')));
  servers = [];
  expect(codes).toEqual([0, 0]);
  database.assertSound();
});
