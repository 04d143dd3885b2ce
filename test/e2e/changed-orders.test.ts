import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { complete, ready } from '../actors/purchase.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { type Shopper, shopperAt } from '../actors/shopper.js';
import { NO_LOAD_LIMITS } from '../support/no-load-limits.js';
import { type Serving, serveAll } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { demoKey, organizationKey } from './database-file.js';

/** Total changes, number of orders, and connections to each of two processes. */
const CHANGES = volume(150, 5_000);
const ORDERS = 12;
const CONNECTIONS = 4;

let folder: string;
let servers: Serving[] = [];
beforeEach(async () => {
  folder = temporaryFolder();
  const database = join(folder, 'portal.db');
  servers = await serveAll(2, database, NO_LOAD_LIMITS);
});
afterEach(async () => {
  for (const server of servers) await server.stop('SIGTERM');
  rmSync(folder, { recursive: true });
});

interface Entry {
  readonly id: string;
  readonly status: string;
  readonly changed: number;
}

/** Reads the orders that changed after the largest change number read so far, as a merchant's accounting does. */
class Poller {
  readonly last = new Map<string, Entry>();
  pages = 0;
  private since = 0;
  private readonly by: RegistryCaller;
  private readonly shop_id: string;

  constructor(by: RegistryCaller, shop_id: string) {
    this.by = by;
    this.shop_id = shop_id;
  }

  /** Polls once. Returns true if there were changes. */
  async poll(): Promise<boolean> {
    const page: Entry[] = await this.by.ok('list_shop_orders', {
      shop_id: this.shop_id,
      changed_since: this.since,
      limit: 5,
    });
    this.pages += 1;
    for (const entry of page) {
      expect(entry.changed).toBeGreaterThan(this.since);
      this.since = entry.changed;
      this.last.set(entry.id, entry);
    }
    return page.length > 0;
  }
}

/**
 * Holds and releases orders until `count` calls have succeeded. A call that loses a race gets 409 and changes nothing.
 */
async function work(by: Shopper, orders: readonly string[], count: number, from: number): Promise<number> {
  let done = 0;
  for (let turn = 0; done < count; turn += 1) {
    const order_id = orders[(from + turn) % orders.length] ?? '';
    const { status } = await by.send(turn % 2 === 0 ? 'hold_order' : 'release_order', { order_id });
    if (status === 200) done += 1;
    else expect(status).toBe(409);
  }
  return done;
}

it(`gives a poller the last state of each order after ${CHANGES} changes by two processes`, async () => {
  const database = join(folder, 'portal.db');
  const [organization_key, deployment_key] = [organizationKey(database), demoKey(database)];
  const [first, second] = servers;
  if (!first || !second) throw new Error('a server is missing');
  const owner = registryCaller(() => second.url, organization_key);
  const [shop] = await owner.ok('list_shops', {});
  const buyers = Array.from({ length: ORDERS }, (_, index) =>
    shopperAt({ url: first.url, key: deployment_key }, `b${index}`),
  );
  const orders: string[] = [];
  for (const by of buyers)
    orders.push(
      (await complete(await ready(by, { lines: ['preserving-ebook'], option: 'digital' }))).json.data.order.id,
    );
  const poller = new Poller(owner, shop.id);
  let writing = true;
  const polling = (async () => {
    while (writing) await poller.poll();
  })();
  const each = Math.ceil(CHANGES / (2 * CONNECTIONS));
  const workers = servers.flatMap(({ url }, side) =>
    Array.from({ length: CONNECTIONS }, (_, index) =>
      work(shopperAt({ url, key: deployment_key }), orders, each, 3 * index + side),
    ),
  );
  const changes = (await Promise.all(workers)).reduce((sum, done) => sum + done, 0);
  writing = false;
  await polling;
  while (await poller.poll());
  expect(changes).toBeGreaterThanOrEqual(CHANGES);
  expect([...poller.last.keys()].sort()).toEqual([...orders].sort());
  for (const [order_id, { status, changed }] of poller.last) {
    expect((await owner.ok('get_shop_order', { shop_id: shop.id, order_id })).status).toBe(status);
    expect(changed).toBeLessThanOrEqual(ORDERS + changes);
  }
  expect(Math.max(...[...poller.last.values()].map(({ changed }) => changed))).toBe(ORDERS + changes);
  expect(poller.pages).toBeGreaterThan(10);
});
