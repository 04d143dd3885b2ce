import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { historyOf, type RegistryCaller, registryCaller, versionOf } from '../actors/registry-caller.js';
import { CARD, totalOf } from '../actors/shopper.js';
import { NO_LOAD_LIMITS } from '../support/no-load-limits.js';
import { startPortal } from '../support/portal.js';
import { type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { anotherKey } from '../support/tenants.js';
import { volume } from '../support/volume.js';

const ROUNDS = volume(4, 15);
const EACH = 6;

/** Places an order of `quantity` units in line `book`, paid by card. */
async function order(by: RegistryCaller, quantity: number): Promise<string> {
  const { id: checkout_id } = await by.ok('get_cart', {});
  await by.ok('add_line_items', {
    checkout_id,
    line_items: [{ id: 'book', item: { id: 'preserving-ebook' }, quantity }],
  });
  await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
  await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'digital' });
  const expected_total = totalOf(await by.ok('get_checkout', { checkout_id }));
  const { order } = await by.ok('complete_checkout', { checkout_id, expected_total, payment: { instruments: [CARD] } });
  return order.id;
}

interface Worker {
  /** Actor in the order's history. */
  readonly actor: string;
  readonly by: RegistryCaller;
}

let folder: string;
let servers: Serving[];
let workers: Worker[];
beforeEach(async () => {
  folder = temporaryFolder();
  servers = [];
  workers = [];
  const database = join(folder, 'portal.db');
  const creator = await startPortal({ database });
  for (let count = 0; count < 2; count += 1) {
    const { key, id } = await anotherKey(creator, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    const { PORTAL_DB: name = '', ...env } = creator.commandEnv;
    const server = await serve(name, { ...env, ...NO_LOAD_LIMITS });
    servers.push(server);
    workers.push({ actor: id, by: registryCaller(() => server.url, key, 'ada') });
  }
  await creator.close();
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  rmSync(folder, { recursive: true });
});

it(`keeps an order's history in version order while two processes change it, in ${ROUNDS} rounds`, async () => {
  const [first] = workers;
  if (!first) throw new Error('nobody works');
  for (let round = 0; round < ROUNDS; round += 1) {
    const order_id = await order(first.by, workers.length * EACH);
    const ship = { order_id, type: 'provisioned', line_items: [{ id: 'book', quantity: 1 }] };
    const sent = workers.flatMap(({ actor, by }) =>
      Array.from({ length: EACH }, async () => {
        const answer = await by.send('record_fulfillment_event', ship);
        expect(answer.status).toBe(200);
        return { actor, version: versionOf(answer) };
      }),
    );
    const answered = (await Promise.all(sent)).toSorted((one, two) => one.version - two.version);
    const [placed, ...history] = await historyOf(first.by, order_id);
    expect(placed.action).toBe('order.placed');
    expect(history.map(({ actor }) => actor)).toEqual(answered.map(({ actor }) => actor));
  }
});
