import { expect, test } from 'vitest';
import { complete, INVOICE, inShort, ready } from '../../actors/purchase.js';
import { shopper, totalOf } from '../../actors/shopper.js';
import type { Answered } from '../../support/portal.js';
import { LAST_ONE, MUG, openShop } from './shop.js';
import { till } from './till.js';
import { KEYS, REPEATS, WRITES } from './writes.js';

const POT = 'glazed-teapot';

/** Returns the quantities of the lines, keyed by `of(line)`. */
function quantities({ json }: Answered, of: (line: Line) => string): Readonly<Record<string, number>> {
  const lines: readonly Line[] = json.data.line_items;
  return Object.fromEntries(lines.map((line) => [of(line), line.quantity]));
}

interface Line {
  readonly id: string;
  readonly item: { readonly id: string };
  readonly quantity: number;
}

export function lostWrites(): void {
  test('is prevented for concurrent adds', async () => {
    const by = (await openShop(till())).buyer('a');
    const checkout_id: string = (await by.ok('get_cart', {})).data.id;
    for (const round of [1, 2, 3, 4, 5]) {
      const add = (id: string) => by.ok('add_line_items', { checkout_id, line_items: [{ item: { id }, quantity: 1 }] });
      await Promise.all([add(MUG), add(POT), add(MUG)]);
      const cart = await by.send('get_checkout', { checkout_id });
      expect(quantities(cart, ({ item }) => item.id)).toEqual({ [MUG]: 2 * round, [POT]: round });
    }
  });

  test.each([
    ['one line', 'mug'],
    ['two lines', 'pot'],
  ])('is prevented for two PATCHes of %s with one If-Match, because one of them fails', async (_of, second) => {
    const { buyer } = await openShop(till());
    const line = (id: string, item: string) => ({ id, item: { id: item }, quantity: 1 });
    const { by, checkout_id } = await ready(buyer('a'), { lines: [line('mug', MUG), line('pot', POT)] });
    const match = { 'if-match': (await by.send('get_checkout', { checkout_id })).headers.get('etag') ?? '' };
    const patch = (line_item_id: string, quantity: number) =>
      by.send('update_line_item', { checkout_id, line_item_id, quantity }, match);
    const answers = await Promise.all([patch('mug', 2), patch(second, 3)]);
    expect(answers.map(({ status, json }) => json.error ?? status).sort()).toEqual([200, 'version_conflict']);
    const written = answers[0].status === 200 ? { mug: 2 } : { [second]: 3 };
    const cart = await by.send('get_checkout', { checkout_id });
    expect(quantities(cart, ({ id }) => id)).toEqual({ mug: 1, pot: 1, ...written });
  });
}

export function secondOrders(): void {
  test.each(
    REPEATS.flatMap((repeat) => KEYS.map((keys) => [repeat.times, keys.keys, { ...repeat, ...keys }] as const)),
  )('is prevented when completing %s, %s', async (_times, _keys, { declines, send, of }) => {
    const { buyer, handler, orders, merchant } = await openShop(till());
    const cart = await ready(buyer('a'), { lines: [LAST_ONE] });
    handler.declines = declines;
    for (let failed = 0; failed < declines; failed += 1) {
      expect(inShort(await complete(cart, { 'idempotency-key': 'declined' }))).toBe('402 payment_failed');
    }
    const answers = await send((attempt) => complete(cart, of(attempt)));
    expect(answers.map(inShort)).toEqual(answers.map(() => '200 completed'));
    const [order, ...more] = await orders();
    expect(more).toEqual([]);
    expect(new Set(answers.map(({ json }) => json.data.order.id))).toEqual(new Set([order.id]));
    expect([handler.charged, await merchant.unitsLeft(LAST_ONE)]).toEqual([[cart.total], 0]);
  });

  test('is prevented after a decline, which is replayed without another attempt', async () => {
    const { buyer, handler, orders } = await openShop(till());
    const cart = await ready(buyer('a'), { lines: [MUG] });
    handler.declines = 1;
    const key = { 'idempotency-key': 'k' };
    const answers = [await complete(cart, key), await complete(cart, key)];
    expect(answers.map(inShort)).toEqual(['402 payment_failed', '402 payment_failed']);
    expect([handler.charged, await orders()]).toEqual([[], []]);
  });
}

const KEY = { 'idempotency-key': 'the only one' };
const replayed = ({ headers }: Answered) => headers.get('idempotent-replayed');

export function mixedUpAnswers(): void {
  test.each([
    ['one after the other', { buyers: false, together: false }],
    ['at once', { buyers: false, together: true }],
    ['of two buyers', { buyers: true, together: false }],
  ])('is prevented on two checkouts, %s', async (_how, { buyers, together }) => {
    const { portal, buyer, handler } = await openShop(till());
    const carts = await Promise.all(
      ['a', 'b'].map(async (name) => {
        const { data } = await buyer(name).ok('get_cart', {});
        // Stores the cart, because an unstored cart cannot be read without the buyer reference.
        await buyer(name).ok('set_buyer', { checkout_id: data.id, buyer: { full_name: name } });
        // Without a buyer reference, both carts belong to the same caller: the deployment's key.
        return { by: buyers ? buyer(name) : shopper(portal), checkout_id: String(data.id), total: 0 };
      }),
    );
    for (const { operation, args } of [...WRITES, { operation: 'complete_checkout', args: { payment: INVOICE } }]) {
      const call = async ({ by, checkout_id }: (typeof carts)[number]) => {
        const { data } = await by.ok('get_checkout', { checkout_id });
        const expected = operation === 'complete_checkout' ? { expected_total: totalOf(data) } : {};
        return by.send(operation, { checkout_id, ...args, ...expected }, KEY);
      };
      const [first, second] = carts;
      if (!first || !second) throw new Error('no carts');
      const answers = together ? await Promise.all(carts.map(call)) : [await call(first), await call(second)];
      expect(answers.map(({ status, json }) => [status, json.data?.id])).toEqual(
        carts.map(({ checkout_id }) => [200, checkout_id]),
      );
      expect(answers.map(replayed)).toEqual([null, null]);
    }
    expect(handler.charged).toHaveLength(2);
  });

  test('is prevented for different operations on one checkout, including cancel', async () => {
    const by = (await openShop(till())).buyer('a');
    const checkout_id: string = (await by.ok('get_cart', {})).data.id;
    const etags = new Set<string | null>();
    for (const { operation, args } of [...WRITES, { operation: 'cancel_checkout', args: {} }]) {
      const answer = await by.send(operation, { checkout_id, ...args }, KEY);
      expect([operation, answer.status, replayed(answer)]).toEqual([operation, 200, null]);
      etags.add(answer.headers.get('etag'));
    }
    expect(etags.size).toBe(WRITES.length + 1);
    const { data } = await by.ok('get_checkout', { checkout_id });
    expect(data).toMatchObject({
      status: 'canceled',
      line_items: [{ quantity: 3 }],
      buyer: { email: 'ada@example.com' },
    });
  });

  test('is prevented for two discounts of one merchant', async () => {
    const { portal } = await openShop(till());
    const merchant = shopper(portal, { key: portal.demo.organization_key });
    const { shop_id } = portal.demo;
    const put = (code: string) =>
      merchant.send('put_discount', { shop_id, code, title: 'Same', kind: 'fixed', amount: 100 }, KEY);
    const answers = [await put('FIRST'), await put('SECOND')];
    expect(answers.map(({ json }) => json.data.code)).toEqual(['FIRST', 'SECOND']);
    expect(answers.map(replayed)).toEqual([null, null]);
  });
}
