import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { UCP_OPERATIONS } from '../../src/ucp/operations/index.js';
import { hiddenFields, postForm } from '../actors/buyer-page.js';
import { CARD, readyCart, shopper } from '../actors/shopper.js';
import { changeItem } from '../support/tenants.js';
import { volume } from '../support/volume.js';
import { setStock } from '../surface/messages/scene.js';
import { mugs, ready, wanted } from './bodies.js';
import { type As, callWay, WAYS } from './ways.js';
import { openWorld, type World } from './world.js';

/** Concurrent calls over both bindings and over the portal's own surfaces. */

const VERSION = '2026-08-25';
const MANY = 10;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.portal.close());

/** Calls an operation, alternating between the bindings by `turn`. */
const call = (name: string, as: As = {}, turn = 0) => {
  const ways = WAYS.filter((way) => way.version === VERSION && way.operation.name === name);
  return callWay(world, required(ways[turn % ways.length], name), as);
};
const many = (name: string, as: (turn: number) => As) =>
  Promise.all(Array.from({ length: MANY }, (_, turn) => call(name, as(turn), turn)));
const made = async (name: string, as: As = {}) => (await call(name, as)).body;
const orderRow = (id: string) => world.portal.app.store.read((rows) => rows.get('order', id));
const codesOf = (answers: readonly { readonly body: { readonly messages?: readonly { readonly code: string }[] } }[]) =>
  new Set(answers.flatMap(({ body }) => (body.messages ?? []).map(({ code }) => code)));

/** Simultaneous calls of each operation that writes. If a new operation is missing here, a test fails. */
const RACES: Readonly<Record<string, () => Promise<void>>> = {
  async create_checkout() {
    const { id } = await made('create_cart');
    const answers = await many('create_checkout', () => ({ body: { line_items: [], cart_id: id } }));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.every(({ body }) => body.line_items.length === 1)).toBe(true);
  },
  async update_checkout() {
    const { id, line_items } = await made('create_checkout');
    const answers = await many('update_checkout', (turn) => ({
      id,
      body: { ...ready(), line_items: wanted(line_items).map((line) => ({ ...line, quantity: turn + 1 })) },
    }));
    const quantities = answers.map(({ body }) => body.line_items[0].quantity);
    expect(quantities).toEqual(Array.from({ length: MANY }, (_, turn) => turn + 1));
    const end = await made('get_checkout', { id });
    expect(quantities).toContain(end.line_items[0].quantity);
    expect(end.line_items).toHaveLength(1);
  },
  async complete_checkout() {
    const { id } = await made('create_checkout');
    const answers = await many('complete_checkout', () => ({ id }));
    const orders = answers.flatMap(({ body }) => body.order?.id ?? []);
    expect(new Set(orders).size).toBe(1);
    const end = await made('get_checkout', { id });
    expect(end).toMatchObject({ status: 'completed', order: { id: orders[0] } });
    for (const code of codesOf(answers)) expect(['checkout_closed', 'payment_in_progress']).toContain(code);
  },
  async cancel_checkout() {
    const { id } = await made('create_checkout');
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, (_, turn) => call('complete_checkout', { id }, turn)),
      ...Array.from({ length: 3 }, (_, turn) => call('cancel_checkout', { id }, turn)),
    ]);
    const end = await made('get_checkout', { id });
    expect(['completed', 'canceled']).toContain(end.status);
    const ended = answers
      .map(({ body }) => body.status)
      .filter((status) => status === 'completed' || status === 'canceled');
    expect(new Set(ended)).toEqual(new Set([end.status]));
    if (end.order) expect(await orderRow(end.order.id)).toMatchObject({ id: end.order.id });
  },
  async create_cart() {
    const answers = await many('create_cart', () => ({}));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(MANY);
  },
  async update_cart() {
    const { id, line_items } = await made('create_cart');
    const converted = await made('create_checkout', { body: { line_items: [], cart_id: id } });
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, (_, turn) =>
        call('update_cart', { id, body: { line_items: [{ ...wanted(line_items)[0], quantity: turn + 2 }] } }, turn),
      ),
      call('update_checkout', { id: converted.id, body: { line_items: [{ ...wanted(line_items)[0], quantity: 9 }] } }),
    ]);
    const quantities = answers.map(({ body }) => body.line_items[0].quantity);
    const end = await made('get_cart', { id });
    expect(end.line_items).toHaveLength(1);
    expect(quantities).toContain(end.line_items[0].quantity);
  },
  async cancel_cart() {
    const { id } = await made('create_cart');
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, (_, turn) => call('cancel_cart', { id }, turn)),
      ...Array.from({ length: 4 }, (_, turn) =>
        call('create_checkout', { body: { line_items: [], cart_id: id } }, turn),
      ),
    ]);
    const [canceled, converted] = [answers.slice(0, 4), answers.slice(4)];
    expect(canceled.filter(({ body }) => body.id === id)).toHaveLength(1);
    expect(new Set(converted.flatMap(({ body }) => body.id ?? [])).size).toBeLessThan(2);
    expect((await call('get_cart', { id })).code).toBe('not_found');
  },
};

test('has a race for every operation that writes', () => {
  const writing = UCP_OPERATIONS.filter(({ effect }) => effect !== 'read').map(({ name }) => name);
  expect(Object.keys(RACES).sort()).toEqual([...writing].sort());
});

test.each(Object.keys(RACES))('runs simultaneous calls of %s consistently', async (name) => {
  for (let round = 0; round < volume(2, 40, 10); round += 1) await RACES[name]?.();
});

test('ends in one state after simultaneous updates, payments and cancels, and charges only a returned total', async () => {
  for (let round = 0; round < volume(4, 100, 25); round += 1) {
    const { id } = await made('create_checkout');
    const answers = await Promise.all([
      call('update_checkout', { id, body: ready(2) }),
      call('complete_checkout', { id }, 1),
      call('update_checkout', { id, body: ready(3) }, 1),
      call('complete_checkout', { id }),
      ...(round % 2 === 0 ? [call('cancel_checkout', { id })] : []),
    ]);
    const end = await made('get_checkout', { id });
    const completed = answers.filter(({ body }) => body.status === 'completed');
    expect(new Set(completed.map(({ body }) => body.order.id)).size).toBe(end.status === 'completed' ? 1 : 0);
    if (end.status !== 'completed') continue;
    expect((await orderRow(end.order.id))?.totals.at(-1)?.amount).toBe(end.totals.at(-1).amount);
    for (const { body } of completed) expect(body.totals).toEqual(end.totals);
  }
});

test('sells the last units once, to a platform or to a buyer of the shop', async () => {
  for (let round = 0; round < volume(3, 40, 10); round += 1) {
    const buyers = Array.from({ length: 3 }, (_, index) => shopper(world.portal, { buyer: `last-${round}-${index}` }));
    const carts = await Promise.all(buyers.map(async (by) => ({ by, ...(await readyCart(by)) })));
    const checkouts = await Promise.all(Array.from({ length: 3 }, () => made('create_checkout', { body: ready(2) })));
    await setStock(world.portal, 'enamel-mug', 2);
    const payment = { instruments: [CARD] };
    const own = carts.map(({ by, id, total }) =>
      by.send('complete_checkout', { checkout_id: id, expected_total: total, payment }),
    );
    const theirs = checkouts.map(({ id }, turn) => call('complete_checkout', { id }, turn));
    const sold = [
      ...(await Promise.all(own)).map(({ json }) => json.data?.status),
      ...(await Promise.all(theirs)).map(({ body: answer }) => answer.status),
    ];
    expect(sold.filter((status) => status === 'completed')).toHaveLength(1);
    await setStock(world.portal, 'enamel-mug', 10_000);
  }
});

test("keeps the lines of an update when the buyer's page changes the checkout at the same time", async () => {
  for (let round = 0; round < volume(3, 40, 10); round += 1) {
    const { id, continue_url } = await made('create_checkout');
    const page = `${world.portal.url}${new URL(continue_url).pathname}`;
    const fields = await hiddenFields(page);
    const [, put] = await Promise.all([
      postForm(page, 'save', { ...fields, email: 'grace@example.com' }),
      call('update_checkout', { id, body: ready(4) }, round),
    ]);
    const end = await made('get_checkout', { id });
    expect(put.body.line_items[0].quantity).toBe(4);
    expect(['ada@example.com', 'grace@example.com']).toContain(end.buyer.email);
    expect(end.line_items.map((line: { quantity: number }) => line.quantity)).toEqual([4]);
  }
});

test('never charges a changed price unseen while a checkout is completed', async () => {
  for (let round = 0; round < volume(3, 40, 10); round += 1) {
    const { id, totals } = await made('create_checkout', { body: { ...ready(), line_items: mugs(2) } });
    const [, paid] = await Promise.all([
      changeItem(world.portal, 'enamel-mug', { price: 1_700 + round }),
      call('complete_checkout', { id }, round),
    ]);
    const end = await made('get_checkout', { id });
    if (end.status === 'completed') expect(end.totals).toEqual(totals);
    else expect(codesOf([paid]).has('total_changed')).toBe(true);
  }
});
