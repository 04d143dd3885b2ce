import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { checkFile, demoKey, SOUND } from './database-file.js';
import { type Door, Shopper } from './shopper.js';

/** The load ends with whichever is reached first. */
const MOST_TIME = 20_000;
const MOST_ROUNDS = volume(600, 6_000);
const CONNECTIONS = 8;

let folder: string;
let database: string;
let servers: Serving[];
beforeEach(async () => {
  folder = temporaryFolder();
  database = join(folder, 'portal.db');
  servers = await Promise.all([1, 2].map(() => serve(database, { PORTAL_RATE_LIMIT: '0' })));
});
afterEach(async () => {
  for (const server of servers) await server.stop('SIGTERM');
  rmSync(folder, { recursive: true });
});

/** What one connection was told is done. */
interface Told {
  readonly buyer: Shopper;
  readonly cart: string;
  readonly quantity: number;
  /** Units it added to the cart where all connections of both processes meet. */
  readonly shared: number;
  readonly orders: readonly string[];
}

/** Every call must answer 200: a busy database is waited for, never shown. */
async function work(door: Door, name: string, sharedCart: string, more: () => boolean): Promise<Told> {
  const buyer = new Shopper(name, door);
  const paying = new Shopper(`${name}-paying`, door);
  const meeting = new Shopper('meeting', door);
  const cart = await buyer.cart();
  const line = (await buyer.add(cart, 'sea-salt')).line_items[0].id;
  const orders: string[] = [];
  let quantity = 1;
  for (; more(); quantity += 1) {
    await buyer.setQuantity(cart, line, quantity + 1);
    await meeting.add(sharedCart, 'enamel-mug');
    if (quantity % 10 !== 1) continue;
    const { status, json, text } = await paying.complete(await paying.readyCart('preserving-ebook', 'digital'));
    if (status !== 200) throw new Error(text);
    orders.push(json.data.order.id);
  }
  return { buyer, cart, quantity, shared: quantity - 1, orders };
}

it('loses nothing when two processes write one file', async () => {
  const key = demoKey(database);
  const doors = servers.map(({ url }) => ({ url, key }));
  const meetings = doors.map((door) => new Shopper('meeting', door));
  const [meeting] = meetings;
  const [sharedCart, sameCart] = await Promise.all(meetings.map((shopper) => shopper.cart()));
  if (!meeting || !sharedCart) throw new Error('no servers');
  expect(sameCart).toBe(sharedCart);

  const until = performance.now() + MOST_TIME;
  let rounds = 0;
  const more = () => {
    rounds += 1;
    return rounds <= MOST_ROUNDS && performance.now() < until;
  };
  const told = await Promise.all(
    Array.from({ length: 2 * CONNECTIONS }, (_, index) => {
      const door = doors[index % 2];
      if (!door) throw new Error('no server');
      return work(door, `b${index}`, sharedCart, more);
    }),
  );

  const lines: readonly { readonly quantity: number }[] = (await meeting.read(sharedCart)).line_items;
  expect(lines.map(({ quantity }) => quantity)).toEqual([told.reduce((sum, { shared }) => sum + shared, 0)]);
  const numbers = new Set<string>();
  for (const { buyer, cart, quantity, orders } of told) {
    expect((await buyer.read(cart)).line_items[0].quantity).toBe(quantity);
    const paying = new Shopper(`${buyer.buyer}-paying`, doors[0] ?? { url: '', key });
    for (const order of orders) numbers.add((await paying.done('GET', `/api/commerce/orders/${order}`)).display_id);
  }
  expect(numbers.size).toBe(told.flatMap(({ orders }) => orders).length);
  expect(numbers.size).toBeGreaterThan(CONNECTIONS);

  const codes = await Promise.all(servers.map((server) => server.stop('SIGTERM')));
  servers = [];
  expect(codes).toEqual([0, 0]);
  expect(checkFile(database)).toEqual(SOUND);
});
