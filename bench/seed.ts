import { parseArgs } from 'node:util';
import { type Demo, loadDemo } from '../src/cli/demo-shop.js';
import { required } from '../src/domain/values/required.js';
import { buildNewKey } from '../src/operations/tenancy/key-writes.js';
import type { Store } from '../src/ports.js';
import { openStore } from '../src/store/open-store.js';
import { systemClock, systemIds } from '../src/system.js';
import { makeModelOrders } from './model-orders.js';
import { startPortal } from './processes.js';
import { type Counts, type Kind, type Models, seedKinds } from './seed-kinds.js';
import { prepareShop } from './shop.js';

const HELP = `Fills a file with what a shop has after three years, for npm run bench -- --growth FILE. Run again, it goes on where it stopped.

  npm run bench:seed -- FILE [options]

  --orders <n>      with their checkouts, in all statuses (default 1000000)
  --carts <n>       being filled (default 200000)
  --items <n>       default 100000
  --receipts <n>    in one log (default 300000)
  --help            print this

The whole needs some 10 GB.
`;

/** Rows per transaction. */
const PORTION = 250;
/** Interval between progress lines, in milliseconds. */
const EVERY = 5_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '1000000' },
    carts: { type: 'string', default: '200000' },
    items: { type: 'string', default: '100000' },
    receipts: { type: 'string', default: '300000' },
    help: { type: 'boolean', default: false },
  },
});
const [file] = positionals;

if (values.help) process.stdout.write(HELP);
else if (file === undefined) {
  process.stderr.write(HELP);
  process.exitCode = 2;
} else await seed(file);

async function seed(database: string): Promise<void> {
  const models = await makeModels(database);
  const { orders, carts, items, receipts } = values;
  const counts: Counts = {
    orders: Number(orders),
    carts: Number(carts),
    items: Number(items),
    receipts: Number(receipts),
  };
  await withStore(database, async (store) => {
    for (const kind of await seedKinds(store, await demoOf(store, database), models, counts)) await fill(store, kind);
  });
}

/** Creates the rows to be copied, by API calls of agents and merchants. They include an order in every status. */
async function makeModels(database: string): Promise<Models> {
  const portal = await startPortal(database, undefined);
  try {
    const { carts, key, url } = await prepareShop(portal, 1);
    const merchant = await withStore(database, (store) => merchantKey(store, database));
    return { cart: required(carts[0], 'cart').id, orders: await makeModelOrders(url, key, merchant) };
  } finally {
    await portal.stop();
  }
}

async function withStore<R>(database: string, work: (store: Store) => Promise<R>): Promise<R> {
  const store = await openStore(database, { create: false, needsLogKey: true, syncs: 'on close' });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function demoOf(store: Store, database: string): Promise<Demo> {
  return required(await loadDemo(store, systemIds, systemClock, database), 'the demo shop in this file');
}

async function merchantKey(store: Store, database: string): Promise<string> {
  const { organization_id, deployment_id } = await demoOf(store, database);
  const owner = { kind: 'deployment', organization_id, deployment_id } as const;
  const by = { ids: systemIds, now: Date.now(), actor: 'bench' };
  const { key, writes } = buildNewKey(by, owner, { name: 'seed', scopes: ['commerce', 'fulfillment'] });
  await store.update(() => ({ writes, result: undefined }));
  return key;
}

/** Inserts in portions, skipping rows that already exist. */
async function fill(store: Store, { name, count, isThere, writes }: Kind): Promise<void> {
  let said = 0;
  for (let first = 0; first < count; first += PORTION) {
    const portion = Array.from({ length: Math.min(PORTION, count - first) }, (_, index) => first + index);
    await store.update((rows) => {
      const missing = portion.filter((index) => !isThere(rows, index));
      return { writes: missing.length === 0 ? [] : writes(rows, missing), result: undefined };
    });
    const now = performance.now();
    if (now - said < EVERY && first + PORTION < count) continue;
    said = now;
    process.stderr.write(`${name} ${first + portion.length} of ${count}\n`);
  }
}
