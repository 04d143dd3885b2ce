import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cartOf, complete, ready } from '../actors/purchase.js';
import { type Shopper, shopper, shoppers } from '../actors/shopper.js';
import { withoutHints } from '../store/fetching-store.js';
import { setStock } from '../store/sample-rows.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { volume } from '../support/volume.js';

const BUYERS = 20;

/** Invariants under concurrent calls over real HTTP. */
describe.each([
  { on: 'SQLite', engine: undefined, ROUNDS: volume(6, 50) },
  { on: 'an engine that cannot read synchronously', engine: withoutHints, ROUNDS: volume(3, 10) },
])('races on $on', ({ engine, ROUNDS }) => {
  let portal: TestPortal;
  const door = () => ({ url: portal.url, key: portal.demo.deployment_key });
  beforeEach(async () => {
    portal = await startPortal(engine && { engine });
  });
  afterEach(() => portal.close());

  const times = <T>(count: number, run: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => run(index)));

  const add = (buyer: Shopper, checkout_id: string, item: string) =>
    buyer.ok('add_line_items', { checkout_id, line_items: [{ item: { id: item }, quantity: 1 }] });

  it('loses none of 20 parallel additions of one item to a cart', async () => {
    const buyer = shopper(portal, { buyer: 'b' });
    const cart = await cartOf(buyer);
    await times(20, () => add(buyer, cart, 'enamel-mug'));
    const { line_items } = (await buyer.ok('get_checkout', { checkout_id: cart })).data;
    expect(line_items).toHaveLength(1);
    expect(line_items[0].quantity).toBe(20);
  });

  it('loses none of 20 parallel additions of different items to a cart', async () => {
    const buyer = shopper(portal, { buyer: 'b' });
    const cart = await cartOf(buyer);
    const items: string[] = (await buyer.ok('search_catalog', { limit: 100 })).data
      .filter((item: Answer) => item.availability.status === 'in_stock' && !item.property_specs.some(isRequired))
      .map((item: Answer) => item.id)
      .slice(0, 20);
    expect(items).toHaveLength(20);
    await Promise.all(items.map((item) => add(buyer, cart, item)));
    const { line_items } = (await buyer.ok('get_checkout', { checkout_id: cart })).data;
    expect(line_items.map((line: Line) => line.item.id).sort()).toEqual([...items].sort());
  });

  it('creates one cart for two concurrent first calls of a buyer', async () => {
    const carts = await Promise.all(
      shoppers(20, door).map(async (buyer) => new Set(await times(2, () => cartOf(buyer)))),
    );
    expect(carts.map((ids) => ids.size)).toEqual(carts.map(() => 1));
    expect(new Set(carts.flatMap((ids) => [...ids])).size).toBe(20);
  });

  it(`sells the last unit once, in ${ROUNDS} rounds of ${BUYERS} buyers`, async () => {
    const buyers = shoppers(BUYERS, door);
    const key = `${portal.demo.shop_id}/copper-saucepan`;
    const prepare = (buyer: Shopper) => ready(buyer, { lines: ['copper-saucepan'] });
    const carts = await Promise.all(buyers.map(prepare));
    const orders = new Set<string>();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const answers = await Promise.all(carts.map((cart) => complete(cart)));
      const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
      expect(winners).toHaveLength(1);
      const refusals = answers.filter(({ status }) => status !== 200).map(({ json }) => json.error);
      expect(refusals.filter((code) => code !== 'out_of_stock' && code !== 'checkout_not_ready')).toEqual([]);
      const winner = at(winners, 0);
      orders.add(at(answers, winner).json.data.order.id);
      expect(await portal.app.store.read((rows) => rows.counters('stock', [key]).get(key))).toBe(0);
      await portal.app.store.update(() => ({ writes: [setStock(key, 1)], result: null }));
      carts[winner] = await prepare(at(buyers, winner));
    }
    expect(orders.size).toBe(ROUNDS);
  });

  it('places one order for ten concurrent completions of a checkout', async () => {
    const buyer = shopper(portal, { buyer: 'b' });
    const cart = await ready(buyer, { lines: ['preserving-ebook'], option: 'digital' });
    const answers = await times(10, () => complete(cart));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const ids = new Set(answers.map(({ json }) => json.data.order?.id));
    expect(ids.size).toBe(1);
    expect((await buyer.ok('list_orders', {})).data.map(({ id }: { id: string }) => id)).toEqual([...ids]);
  });
});

interface Answer {
  readonly id: string;
  readonly availability: { readonly status: string };
  readonly property_specs: readonly { readonly required: boolean }[];
}

interface Line {
  readonly item: { readonly id: string };
}

const isRequired = (spec: { readonly required: boolean }) => spec.required;

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`nothing at ${index}`);
  return found;
}
