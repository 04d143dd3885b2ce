import { expect, it } from 'vitest';
import type { Checkout } from '../../src/domain/checkout/checkout.js';
import type { Put } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { checkoutRow, NOW, put, recordRow, write } from './sample-rows.js';

const made = (id: string, change: Partial<Checkout>): Put => put('checkout', checkoutRow(id, change));
const attempt = { id: 'pay_1', handler_id: 'h', amount: 1, currency: 'USD', started_at: NOW };

/** Queries that find the rows for maintenance work. */
export function dueSuite(bench: () => Bench): void {
  const expiredCarts = async (at: number, limit = 10) =>
    [...(await bench().store.due('expired_carts', at, limit))].sort();
  const erasable = (at: number, limit = 10) => bench().store.due('erasable_checkouts', at, limit);
  const oldAnswers = (at: number, limit = 10) => bench().store.due('old_answers', at, limit);

  it('lists open carts from the instant of their expiry on', async () => {
    const direct = made('b', { expires_at: NOW + 1, direct: {} });
    await write(bench().store, made('a', { expires_at: NOW }), direct);
    expect(await expiredCarts(NOW - 1)).toEqual([]);
    expect(await expiredCarts(NOW)).toEqual(['a']);
    expect(await expiredCarts(NOW + 1)).toEqual(['a', 'b']);
    expect(await expiredCarts(NOW + 1, 1)).toHaveLength(1);
  });

  it('lists neither a cart with an open payment nor a completed or canceled one', async () => {
    const over = { expires_at: NOW };
    await write(
      bench().store,
      made('paying', { ...over, state: 'paying', attempt }),
      made('completed', { ...over, state: 'completed' }),
      made('canceled', { ...over, state: 'canceled' }),
      made('open', over),
    );
    expect(await expiredCarts(NOW + 1)).toEqual(['open']);
  });

  it('updates the list of expired carts when a cart changes or becomes final', async () => {
    const { store } = bench();
    await write(store, made('kept', { expires_at: NOW }), made('left', { expires_at: NOW }));
    await write(store, made('kept', { expires_at: NOW + 5, version: 1 }));
    expect(await expiredCarts(NOW)).toEqual(['left']);
    await write(store, made('left', { expires_at: NOW, state: 'canceled', expired: true, version: 1 }));
    expect(await expiredCarts(NOW)).toEqual([]);
    expect(await expiredCarts(NOW + 5)).toEqual(['kept']);
  });

  it('lists canceled carts by time of cancellation, and expired ones by time of expiry, oldest first', async () => {
    const canceled = (id: string, change: Partial<Checkout>) => made(id, { state: 'canceled', ...change });
    await write(
      bench().store,
      canceled('late', { updated_at: NOW + 2, expires_at: NOW - 100 }),
      canceled('expired', { updated_at: NOW + 100, expires_at: NOW + 1, expired: true }),
      canceled('early', { updated_at: NOW, expires_at: NOW + 100 }),
      canceled('tie', { updated_at: NOW, expires_at: NOW + 100 }),
    );
    expect(await erasable(NOW - 1)).toEqual([]);
    expect(await erasable(NOW)).toEqual(['early', 'tie']);
    expect(await erasable(NOW + 1)).toEqual(['early', 'tie', 'expired']);
    expect(await erasable(NOW + 2)).toEqual(['early', 'tie', 'expired', 'late']);
    expect(await erasable(NOW + 2, 3)).toEqual(['early', 'tie', 'expired']);
  });

  it('lists no erased, completed, paying or open cart as erasable', async () => {
    const old = { updated_at: NOW, expires_at: NOW };
    await write(
      bench().store,
      made('erased', { ...old, state: 'canceled', erased: true }),
      made('completed', { ...old, state: 'completed' }),
      made('paying', { ...old, state: 'paying', attempt }),
      made('open', old),
    );
    expect(await erasable(NOW + 1)).toEqual([]);
    await write(bench().store, made('open', { ...old, state: 'canceled', version: 1 }));
    expect(await erasable(NOW)).toEqual(['open']);
    await write(bench().store, made('open', { ...old, state: 'canceled', erased: true, version: 2 }));
    expect(await erasable(NOW)).toEqual([]);
  });

  it('lists stored responses that are old enough, oldest first', async () => {
    const ages: readonly (readonly [string, number])[] = [
      ['middle', 1],
      ['new', 2],
      ['old', 0],
      ['tie', 1],
    ];
    await write(bench().store, ...ages.map(([id, age]) => put('idempotency', recordRow(id, 1, NOW + age))));
    expect(await oldAnswers(NOW - 1)).toEqual([]);
    expect(await oldAnswers(NOW)).toEqual(['old']);
    expect(await oldAnswers(NOW + 1)).toEqual(['old', 'middle', 'tie']);
    expect(await oldAnswers(NOW + 2, 3)).toEqual(['old', 'middle', 'tie']);
    await write(bench().store, { type: 'remove', table: 'idempotency', key: 'old' });
    expect(await oldAnswers(NOW + 2)).toEqual(['middle', 'tie', 'new']);
  });
}
