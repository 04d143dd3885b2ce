import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cartOf, complete, ready } from '../actors/purchase.js';
import { type Shopper, shopperAt, shoppers } from '../actors/shopper.js';
import { type Serving, serve } from '../support/spawn.js';
import { diskFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { checkFile, demoKey, SOUND } from './database-file.js';

const BOOK = { lines: ['preserving-ebook'], option: 'digital' };
const CONNECTIONS = 16;
const KILLS = volume(3, 10);

let folder: string;
let database: string;
let server: Serving;
let running = false;
const start = async () => {
  server = await serve(database, { PORTAL_RATE_LIMIT: '0' });
  running = true;
};
const stop = (signal: 'SIGTERM' | 'SIGKILL') => {
  running = false;
  return server.stop(signal);
};
const door = () => ({ url: server.url, key: demoKey(database) });
beforeEach(async () => {
  folder = diskFolder();
  database = join(folder, 'portal.db');
  await start();
});
afterEach(async () => {
  // A failed test leaves its server behind.
  if (running) await stop('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** One connection's cart line: the last quantity that was acknowledged, and the last that was sent. */
interface Writer {
  readonly buyer: Shopper;
  readonly cart: string;
  readonly line: string;
  acknowledged: number;
  sent: number;
}

async function makeWriter(buyer: Shopper): Promise<Writer> {
  const cart = await cartOf(buyer);
  const line_items = [{ id: 'salt', item: { id: 'sea-salt' }, quantity: 1 }];
  const line = (await buyer.ok('add_line_items', { checkout_id: cart, line_items })).data.line_items[0].id;
  return { buyer, cart, line, acknowledged: 1, sent: 1 };
}

async function quantityIn({ buyer, cart }: Writer): Promise<number> {
  return (await buyer.ok('get_checkout', { checkout_id: cart })).data.line_items[0].quantity;
}

/** Writes until the server is gone. */
async function writeOn(writer: Writer, acknowledged: () => void): Promise<void> {
  for (;;) {
    writer.sent += 1;
    const answer = await writer.buyer
      .send('update_line_item', { checkout_id: writer.cart, line_item_id: writer.line, quantity: writer.sent })
      .catch(() => undefined);
    if (!answer) return;
    if (answer.status !== 200) throw new Error(answer.text);
    writer.acknowledged = writer.sent;
    acknowledged();
  }
}

/** Places orders until the server is gone. */
async function buyOn(buyer: Shopper, orders: string[]): Promise<void> {
  try {
    for (;;) {
      const { json } = await complete(await ready(buyer, BOOK));
      orders.push(json.data.order.id);
    }
  } catch {
    // The kill cut a call off; whether it was done is not known.
  }
}

it(`loses no acknowledged write in ${KILLS} kills`, async () => {
  const writers = await Promise.all(shoppers(CONNECTIONS, door).map(makeWriter));
  const orders: string[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // Killed after another number of writes each time, so that it falls on other moments of a batch.
    let left = 100 + 37 * kill;
    let killed: Promise<number | null> | undefined;
    const acknowledged = () => {
      left -= 1;
      if (left === 0) killed = stop('SIGKILL');
    };
    await Promise.all([
      ...writers.map((writer) => writeOn(writer, acknowledged)),
      // A new buyer each time: what the kill interrupted stays as it was.
      buyOn(shopperAt(door, `buys${kill}`), orders),
    ]);
    expect(await killed).toBeNull();
    await start();
    for (const writer of writers) {
      const quantity = await quantityIn(writer);
      expect(quantity).toBeGreaterThanOrEqual(writer.acknowledged);
      expect(quantity).toBeLessThanOrEqual(writer.sent);
      writer.acknowledged = quantity;
      writer.sent = quantity;
    }
    expect(checkFile(database)).toEqual(SOUND);
  }
  expect(orders.length).toBeGreaterThan(0);
  expect(await Promise.all(orders.map(statusOf))).toEqual(orders.map(() => 200));
  expect(await stop('SIGTERM')).toBe(0);
});

/** Without a buyer: the deployment itself sees the orders of all its buyers. */
async function statusOf(order: string): Promise<number> {
  return (await shopperAt(door).send('get_order', { order_id: order })).status;
}

it('finishes what is in flight on SIGTERM, and exits with 0', async () => {
  const writers = await Promise.all(shoppers(CONNECTIONS, door).map(makeWriter));
  const pending = await Promise.all(writers.map((writer) => begin(writer, 7)));
  const stopped = stop('SIGTERM');
  while (await isListening(server.url)) {
    // It has not seen the signal yet.
  }
  const answers = await Promise.all(pending.map(finish));
  expect(answers).toEqual(answers.map(() => 200));
  expect(await stopped).toBe(0);
  expect(checkFile(database)).toEqual(SOUND);
  await start();
  for (const writer of writers) expect(await quantityIn(writer)).toBe(7);
  expect(await stop('SIGTERM')).toBe(0);
});

interface Pending {
  readonly sending: ClientRequest;
  readonly body: string;
}

/** Sends the head of a write and waits until the server has taken it up. */
async function begin({ buyer, cart, line }: Writer, quantity: number): Promise<Pending> {
  const { url, key } = door();
  const body = JSON.stringify({ quantity });
  const sending = send(`${url}/api/commerce/checkouts/${cart}/line-items/${line}`, {
    method: 'PATCH',
    headers: {
      'x-api-key': key,
      'x-buyer-id': buyer.buyer ?? '',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  sending.flushHeaders();
  await once(sending, 'continue');
  return { sending, body };
}

async function finish({ sending, body }: Pending): Promise<number | undefined> {
  const answered = once(sending, 'response');
  sending.end(body);
  const [response]: IncomingMessage[] = await answered;
  response?.resume();
  return response?.statusCode;
}

async function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
