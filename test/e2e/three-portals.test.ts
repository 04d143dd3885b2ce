import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartOf, complete, type Purchase, ready, shownAgain } from '../actors/purchase.js';
import { type Door, type Shopper, shopperAt } from '../actors/shopper.js';
import { run } from '../support/program.js';
import { type Serving, serveAll } from '../support/spawn.js';
import { readStored } from '../support/stored.js';
import { ordersIn, receiptsIn } from '../support/stored-rows.js';
import { volume } from '../support/volume.js';
import { demoKey, organizationKey } from './database-file.js';
import { unproven } from './receipt-storm/proofs.js';
import { looked } from './receipt-storm/storm.js';
import { done, registered } from './receipts/organization.js';
import { receiptOf } from './receipts/signer.js';
import { type ServedDatabase, servedDatabase } from './served-database.js';

/** Invariants under concurrent calls through three portals on one PostgreSQL database. */

const PORTALS = 3;
const BUYERS = 20;
const ROUNDS = volume(3, 50, 10);
const COMPLETES = 10;
const RECEIPTS = volume(160, 5_000, 1_000);
const WRITERS = 16;
/** Item of which each buyer buys one unit. */
const ITEM = 'jam-jars';
const BOOK = { lines: ['preserving-ebook'], option: 'digital' };

let database: ServedDatabase;
let servers: Serving[];
beforeAll(async () => {
  database = await servedDatabase('postgres');
  servers = await serveAll(PORTALS, database.name, database.env);
});
afterAll(async () => {
  for (const server of servers) expect(await server.stop('SIGTERM')).toBe(0);
  await database.drop();
});

/** Counts the entries that wait for their places in a log. */
async function countWaiting(): Promise<unknown> {
  const [counted] = await readStored(database.name, 'SELECT count(*) AS n FROM log_pending');
  return counted?.n;
}

/** URL of a portal; indices rotate through the portals. */
const url = (index: number) => servers[index % PORTALS]?.url ?? '';
const buyer = (index: number, name: string) => shopperAt({ url: url(index), key: demoKey(database.files) }, name);
const owner = (index: number): Door => ({ url: url(index), key: organizationKey(database.files) });
const times = <T>(count: number, call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

/** Returns the same cart, accessed through another portal. */
const through = (index: number, cart: Purchase): Purchase => ({
  ...cart,
  by: buyer(index, cart.by.buyer ?? ''),
});

async function shopOf(by: Shopper): Promise<string> {
  return (await by.ok('list_shops', {})).data[0].id;
}

/** Checks that there are `more` orders than before, and that all orders are numbered without gaps. */
async function assertMoreOrders(before: { readonly ids: readonly string[] }, more: number): Promise<void> {
  const { ids, numbers } = await ordersIn(database.name);
  expect(ids).toHaveLength(before.ids.length + more);
  expect(numbers).toEqual(numbers.map((_, index) => 1001 + index));
}

test(`sells the last unit once, in ${ROUNDS} rounds of ${BUYERS} buyers, and leaves no gap in order numbers`, async () => {
  const merchant = shopperAt(owner(0));
  const item = { shop_id: await shopOf(merchant), item_id: ITEM };
  const move = (by: number) => merchant.ok('move_stock', { ...item, by, reason: 'Counted' });
  const { stock } = (await merchant.ok('get_shop_item', item)).data;
  await move(1 - stock);
  const carts = await times(BUYERS, (index) => ready(buyer(index, `b${index}`), { lines: [ITEM] }));
  const before = await ordersIn(database.name);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const answers = await Promise.all(carts.map((cart) => complete(cart)));
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(winners).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status !== 200).map(({ json }) => json.error);
    expect(refusals.filter((code) => code !== 'out_of_stock' && code !== 'checkout_not_ready')).toEqual([]);
    await move(1);
    const [winner = 0] = winners;
    carts[winner] = await ready(buyer(winner, `b${winner}`), { lines: [ITEM] });
  }
  await assertMoreOrders(before, ROUNDS);
});

test('loses none of twenty additions to a cart, and places one order for ten completions', async () => {
  const cart = await cartOf(buyer(0, 'adder'));
  const line_items = [{ item: { id: 'preserving-ebook' }, quantity: 1 }];
  await times(20, (index) => buyer(index, 'adder').ok('add_line_items', { checkout_id: cart, line_items }));
  const filled = await ready(buyer(1, 'adder'), BOOK);
  const lines = (await buyer(2, 'adder').ok('get_checkout', { checkout_id: cart })).data.line_items;
  expect(lines.map(({ quantity }: { quantity: number }) => quantity)).toEqual([21]);
  const before = await ordersIn(database.name);
  const answers = await times(COMPLETES, (index) => complete(through(index, filled)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ json }) => json.data.order?.id)).size).toBe(1);
  await assertMoreOrders(before, 1);
});

test(`accepts a code with one use left from one of ${BUYERS} buyers, in ${ROUNDS} rounds`, async () => {
  const merchant = shopperAt(owner(0));
  const shop_id = await shopOf(merchant);
  const before = await ordersIn(database.name);
  const terms = { shop_id, code: 'ONCE', title: 'Once', kind: 'fixed', amount: 100 };
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Earlier rounds have consumed uses, so each round allows one more.
    await merchant.ok('put_discount', { ...terms, max_uses: round });
    const carts = await times(BUYERS, (index) =>
      ready(buyer(index, `r${round}-${index}`), { ...BOOK, codes: ['ONCE'] }),
    );
    const answers = await Promise.all(carts.map((cart) => complete(cart)));
    const outcomes = answers.map(({ status, json }) => (status === 200 ? 'done' : json.error)).sort();
    expect(outcomes).toEqual(['done', ...Array.from({ length: BUYERS - 1 }, () => 'total_changed')]);
    const loser = carts.find((_, index) => answers[index]?.status !== 200);
    if (!loser) throw new Error('nobody lost');
    expect((await complete(await shownAgain(through(round, loser)))).status).toBe(200);
  }
  await assertMoreOrders(before, 2 * ROUNDS);
});

test(`gives ${RECEIPTS} receipts of ${WRITERS} writers log indices without gaps, and proves each`, async () => {
  const door = owner(0);
  const { id: agent_id } = (await done(door, 'POST', '/api/agents', { name: 'Agent' })).data;
  const { id: consumer_id } = (await done(door, 'POST', '/api/consumers', { name: 'Consumer' })).data;
  const signer = await registered(door, agent_id);
  // Entries of the orders that other tests placed get their places first.
  await expect.poll(() => countWaiting(), { timeout: 30_000 }).toBe(0);
  const before = (await looked(door)).size;
  const jobs = Array.from({ length: RECEIPTS }, (_, index) => `job-${index}`).values();
  const accepted: string[] = [];
  await times(WRITERS, async (writer) => {
    for (const job of jobs) {
      const signed = signer.sign(receiptOf({ agent_id, consumer_id }, job));
      accepted.push((await done(owner(writer), 'POST', '/api/receipts', signed)).id);
    }
  });
  const rows = await receiptsIn(database.name);
  expect(rows.map(({ id }) => id).sort()).toEqual(accepted.sort());
  expect(rows.map(({ log_index }) => log_index)).toEqual(rows.map((_, index) => before + index));
  const now = await looked(owner(1));
  expect(now.size).toBe(before + RECEIPTS);
  expect(await unproven(owner(2), rows, now)).toEqual([]);
  const { code, stdout, stderr } = await run(['log', 'verify'], database.env);
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
});
