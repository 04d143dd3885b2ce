import { expect, it } from 'vitest';
import type { Order } from '../../src/domain/order/order.js';
import type { OrderRequest } from '../../src/domain/order/order-request.js';
import type { OrderFilter, Position, Put, Store } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { DEPLOYMENT, NOW, OTHER_DEPLOYMENT, orderRows, SHOP, write } from './sample-rows.js';
import { walkInPages } from './walk.js';

const ALL: OrderFilter = {
  deployment_id: DEPLOYMENT.id,
  buyer_id: undefined,
  status: undefined,
  payment_status: undefined,
  created_from: undefined,
  created_before: undefined,
};

const orderIds = async (store: Store, filter: OrderFilter, limit = 2, between?: (turn: number) => Promise<void>) =>
  (await walkInPages(limit, (after: Position | undefined) => store.list('orders', filter, after, limit), between)).map(
    ({ id }) => id,
  );

const orderAt = (id: string, at: number): Put[] => orderRows(id, { created_at: NOW + at });

/** One order for each combination of buyer ('' for none), status, payment status and time, with shuffled ids. */
const MANY: readonly Partial<Order>[] = ['', 'ada', 'bob'].flatMap((buyer_id, first) =>
  (['processing', 'on_hold', 'canceled'] as const).flatMap((status, second) =>
    (['pending', 'paid', 'refunded'] as const).flatMap((payment_status, third) =>
      [0, 1, 2, 3, 4].map((at) => {
        const id = `${(7 * (45 * first + 15 * second + 5 * third + at)) % 135}`.padStart(3, '0');
        return { id, buyer_id, status, payment_status, created_at: NOW + at };
      }),
    ),
  ),
);

const ASKED = {
  buyer_id: 'ada',
  status: 'on_hold',
  payment_status: 'paid',
  created_from: NOW + 1,
  created_before: NOW + 4,
} as const;
type Asked = keyof typeof ASKED;
const NAMES: readonly Asked[] = ['buyer_id', 'status', 'payment_status', 'created_from', 'created_before'];

/** Every combination of filters, including none and all. */
const SETS = Array.from({ length: 2 ** NAMES.length }, (_, bits) =>
  NAMES.filter((_name, bit) => bits & (1 << bit)),
).map((names): Partial<OrderFilter> => Object.fromEntries(names.map((name) => [name, ASKED[name]])));

/** Returns the ids of the orders that match a filter, newest first, computed naively. */
function expected(filter: Partial<OrderFilter>): string[] {
  return MANY.filter(
    ({ created_at = 0, ...row }) =>
      (filter.buyer_id === undefined || row.buyer_id === filter.buyer_id) &&
      (filter.status === undefined || row.status === filter.status) &&
      (filter.payment_status === undefined || row.payment_status === filter.payment_status) &&
      (filter.created_from === undefined || created_at >= filter.created_from) &&
      (filter.created_before === undefined || created_at < filter.created_before),
  )
    .map(({ created_at = 0, id = '' }) => ({ created_at, id }))
    .sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
}

export function orderListsSuite(bench: () => Bench): void {
  it('lists orders newest first, ties by id', async () => {
    await write(bench().store, ...orderAt('a', 1), ...orderAt('c', 2), ...orderAt('b', 2), ...orderAt('d', 0));
    for (const limit of [1, 2, 3, 4, 100])
      expect(await orderIds(bench().store, ALL, limit)).toEqual(['c', 'b', 'a', 'd']);
    expect((await bench().store.list('orders', ALL, undefined, 4)).next).toBeUndefined();
  });

  it('lists orders with a waiting request, the oldest request first', async () => {
    const { store } = bench();
    const asked = (id: string, at: number, status: OrderRequest['status'] = 'waiting') =>
      orderRows(id, { requests: [{ id: 'req', type: 'cancel', status, created_at: NOW + at }] });
    await write(store, ...asked('late', 3), ...asked('b', 1), ...asked('a', 1), ...asked('refused', 0, 'refused'));
    await write(store, ...orderAt('none', 0));
    for (const limit of [1, 2, 4]) {
      const found = await walkInPages(limit, (after: Position | undefined) =>
        store.list('requested_orders', { shop_id: SHOP.id }, after, limit),
      );
      expect(found.map(({ id }) => id)).toEqual(['a', 'b', 'late']);
    }
  });

  it('returns each order once while others are placed', async () => {
    const { store } = bench();
    await write(store, ...['a', 'b', 'c', 'd', 'e'].flatMap((id, at) => orderAt(id, at)));
    const seen = await orderIds(store, ALL, 2, (turn) => write(store, ...orderAt(`new${turn}`, 10 + turn)));
    expect(seen).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  it('lists by every set of filters, in pages of every size', async () => {
    const { store } = bench();
    const theirs = { deployment_id: OTHER_DEPLOYMENT.id, created_at: NOW + 2 };
    await write(store, ...MANY.flatMap((row) => orderRows(row.id ?? '', row)), ...orderRows('theirs', theirs));
    expect(SETS).toHaveLength(32);
    for (const set of SETS) {
      const left = expected(set);
      for (const limit of [1, 4, left.length, 200])
        expect(await orderIds(store, { ...ALL, ...set }, limit), JSON.stringify({ ...set, limit })).toEqual(left);
    }
  });

  it('uses examples in which every added filter narrows the result without emptying it', () => {
    expect(expected(ASKED)).toHaveLength(3);
    for (const set of SETS)
      for (const name of NAMES.filter((one) => !(one in set)))
        expect(expected({ ...set, [name]: ASKED[name] }).length, name).toBeLessThan(expected(set).length);
  });

  it.each<[name: string, filter: Partial<OrderFilter>, ids: readonly string[]]>([
    ['from the first instant on', { created_from: NOW }, ['c', 'b', 'a']],
    ['from an instant on, including it', { created_from: NOW + 1 }, ['c', 'b']],
    ['from after the last order', { created_from: NOW + 3 }, []],
    ['before an instant, excluding it', { created_before: NOW + 2 }, ['b', 'a']],
    ['before the first order', { created_before: NOW }, []],
    ['one instant', { created_from: NOW + 1, created_before: NOW + 2 }, ['b']],
    ['an empty interval', { created_from: NOW + 1, created_before: NOW + 1 }, []],
    ['an interval that ends before it starts', { created_from: NOW + 2, created_before: NOW + 1 }, []],
    ['callers without a buyer', { buyer_id: '' }, ['c']],
    ['a buyer with a quote', { buyer_id: "b' OR 1" }, []],
    ['another deployment', { deployment_id: OTHER_DEPLOYMENT.id }, ['theirs']],
  ])('lists orders by a filter: %s', async (_name, filter, ids) => {
    await write(
      bench().store,
      ...orderRows('a', { created_at: NOW, buyer_id: 'b' }),
      ...orderRows('b', { created_at: NOW + 1, buyer_id: 'b' }),
      ...orderRows('c', { created_at: NOW + 2 }),
      ...orderRows('theirs', { deployment_id: OTHER_DEPLOYMENT.id, buyer_id: 'b' }),
    );
    expect(await orderIds(bench().store, { ...ALL, ...filter }, 1)).toEqual(ids);
  });

  it('follows an order whose status and payment change', async () => {
    const { store } = bench();
    const before = { buyer_id: 'ada', status: 'processing', payment_status: 'paid' } as const;
    const after = { buyer_id: 'ada', status: 'canceled', payment_status: 'refunded' } as const;
    await write(store, ...orderRows('moved', before), ...orderRows('kept', before));
    const [, changed] = orderRows('moved', { ...after, version: 1 });
    if (changed) await write(store, changed);
    expect(await orderIds(store, { ...ALL, ...before })).toEqual(['kept']);
    expect(await orderIds(store, { ...ALL, ...after })).toEqual(['moved']);
    expect(await orderIds(store, { ...ALL, status: 'processing' })).toEqual(['kept']);
    expect(await orderIds(store, { ...ALL, payment_status: 'refunded' })).toEqual(['moved']);
  });

  it('returns the whole order', async () => {
    const { store } = bench();
    await write(store, ...orderRows('a', { hold_reason: 'a "reason"' }));
    const { entries } = await store.list('orders', ALL, undefined, 1);
    expect(entries).toEqual([await store.read((rows) => rows.get('order', 'a'))]);
    expect(entries[0]).toMatchObject({ id: 'a', hold_reason: 'a "reason"', version: 1 });
  });
}
