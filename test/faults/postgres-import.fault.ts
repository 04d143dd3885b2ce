import { randomUUID } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { readConfig } from '../../src/config.js';
import { complete, ready } from '../actors/purchase.js';
import { type Door, shopperAt } from '../actors/shopper.js';
import { demoKey, organizationKey } from '../e2e/database-file.js';
import { type Answered, request } from '../support/portal.js';
import { postgresBinaries } from '../support/postgres-binaries.js';
import { PostgresProgram } from '../support/postgres-program.js';
import { run } from '../support/program.js';
import { ordersIn } from '../support/stored-rows.js';
import { volume } from '../support/volume.js';
import type { Fault, Figures } from './fault.js';
import { ADA } from './secrets.js';
import { type WatchedPortal, watchedPortal } from './watched-portal.js';

const ROWS = volume(1_000, 10_000);
const BUYERS = 16;
/** Number of imports. The first one creates the items, and later ones change them. */
const IMPORTS = volume(1, 3);
const MOST_TRIES = 40;
const STOCK = 1_000_000;
/** Retry interval in milliseconds. */
const MOMENT = 100;
const HOT = 'hot-item';

export const fault: Fault = {
  title:
    'Catalogs of 10,000 rows imported into PostgreSQL while 16 buyers buy one item that is among them through two portals: no error but 503, nothing lost',
  async run(folder) {
    // PostgreSQL may run as another user, which needs access to its data below this folder.
    chmodSync(folder, 0o755);
    const server = await PostgresProgram.created({
      binaries: postgresBinaries(),
      folder: join(folder, 'server'),
      settings: [],
    });
    await server.start();
    const portals: WatchedPortal[] = [];
    try {
      const env = { PORTAL_DB: server.url, XDG_DATA_HOME: folder, PORTAL_LOG_KEY: `${folder}/log-key` };
      expect(await run(['init', '--demo'], env)).toMatchObject({ code: 0, stderr: '' });
      for (const _of of ['one', 'other']) portals.push(await watchedPortal(server.url, env));
      const figures = await imported(portals, server.url, readConfig(env, {}).files);
      // Metrics are searched for secrets only on a regular stop.
      for (const portal of portals) expect(await portal.stop('SIGTERM')).toBe(0);
      return figures;
    } finally {
      await Promise.all(portals.map((portal) => portal.stop('SIGKILL')));
      await server.stop('SIGQUIT');
    }
  },
};

/** Rejections and durations of calls. */
class Seen {
  refused = 0;
  /** Duration of the longest request, in milliseconds. */
  slowest = 0;

  /** Repeats a call while it returns 503 with `Retry-After`; the caller checks any other response. */
  readonly ask: typeof request = async (url, key, method, path, sent) => {
    const own = method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
    for (let tries = 1; ; tries += 1) {
      const began = performance.now();
      const answer = await request(url, key, method, path, { ...sent, headers: { ...own, ...sent.headers } });
      this.slowest = Math.max(this.slowest, performance.now() - began);
      if (answer.status !== 503) return answer;
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      this.refused += 1;
      if (tries === MOST_TRIES) throw new Error(`refused ${tries} times: ${method} ${path}: ${answer.text}`);
      await sleep(MOMENT);
    }
  };
}

async function imported(portals: readonly WatchedPortal[], database: string, files: string): Promise<Figures> {
  const [importing, buying] = [new Seen(), new Seen()];
  const doorOf = (nth: number, key: string, seen: Seen): Door => ({
    url: portals[nth % portals.length]?.url ?? '',
    key,
    ask: seen.ask,
  });
  const owner = shopperAt(doorOf(0, organizationKey(files), importing));
  const shop_id: string = (await owner.ok('list_shops', {})).data[0].id;
  const importAll = (turn: number): Promise<Answered> => owner.send('import_items', { shop_id, items: rowsOf(turn) });
  expect((await owner.send('import_items', { shop_id, items: [{ ...rowOf(HOT, 0), stock: STOCK }] })).status).toBe(200);
  let isOver = false;
  const orders: string[] = [];
  const buyers = Array.from({ length: BUYERS }, async (_, nth) => {
    for (let cart = 0; !isOver; cart += 1)
      orders.push(await bought(doorOf(nth, demoKey(files), buying), `buyer-${nth}-${cart}`));
  });
  const times: number[] = [];
  try {
    for (let turn = 1; turn <= IMPORTS; turn += 1) {
      const began = performance.now();
      const { status, text } = await importAll(turn);
      expect(status, text).toBe(200);
      times.push(performance.now() - began);
    }
  } finally {
    isOver = true;
    await Promise.allSettled(buyers);
  }
  await Promise.all(buyers);
  const { ids, numbers } = await ordersIn(database);
  expect(ids.sort()).toEqual([...orders].sort());
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  const item = (await owner.ok('get_shop_item', { shop_id, item_id: HOT })).data;
  expect(item).toMatchObject({ title: `Item ${HOT} ${IMPORTS}`, stock: STOCK - orders.length });
  return {
    rows: ROWS,
    'orders of the item': orders.length,
    'seconds of each import': times.map((time) => (time / 1000).toFixed(1)).join(', '),
    'imports refused with 503': importing.refused,
    'other calls refused with 503': buying.refused,
    'slowest answer of other calls, seconds': (buying.slowest / 1000).toFixed(1),
    'lost, done twice': '0, 0',
  };
}

async function bought(door: Door, buyer: string): Promise<string> {
  const purchase = await ready(shopperAt(door, buyer), { lines: [HOT], email: ADA.email });
  const { status, json } = await complete(purchase);
  if (status !== 200) expect.fail(JSON.stringify(json));
  let cart = json.data;
  // The payment succeeded, but the order is not stored yet.
  while (cart.status === 'complete_in_progress') {
    await sleep(MOMENT);
    cart = (await purchase.by.ok('get_checkout', { checkout_id: purchase.checkout_id })).data;
  }
  expect(cart.status).toBe('completed');
  return cart.order.id;
}

function rowsOf(turn: number) {
  return Array.from({ length: ROWS }, (_, nth) => rowOf(nth === ROWS / 2 ? HOT : `row-${nth}`, turn));
}

function rowOf(id: string, turn: number) {
  return { id, title: `Item ${id} ${turn}`, price: 1000, fulfillment_types: ['pickup'] };
}
