import { afterAll, beforeAll, expect, test } from 'vitest';
import { readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { FetchingStore, Turns } from '../store/fetching-store.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** An engine without synchronous reads needs at most two round trips for a read or decision if hints name its rows. */

let portal: TestPortal;
let by: Shopper;
/** Round trips of each read and decision since the list was last emptied. */
const rounds: number[] = [];
beforeAll(async () => {
  const turns = new Turns();
  const engine = (file: ConstructorParameters<typeof FetchingStore>[0]) =>
    new FetchingStore(file, { hints: true, turns, onRounds: (count) => void rounds.push(count) });
  portal = await startPortal({ engine });
  by = shopper(portal);
});
afterAll(() => portal.close());

async function roundsOf(call: string, args: Readonly<Record<string, unknown>>): Promise<number[]> {
  rounds.length = 0;
  await by.ok(call, args, { 'idempotency-key': `rounds of ${call}` });
  return [...rounds];
}

test('needs at most two round trips for each read or decision when a cart is read, changed and paid, or bought in one call', async () => {
  const cart = await readyCart(by);
  const checkout_id = cart.id;
  const line_items = [{ item: { id: 'jam-jars' }, quantity: 1 }];
  const calls = {
    get_checkout: await roundsOf('get_checkout', { checkout_id }),
    add_line_items: await roundsOf('add_line_items', { checkout_id, line_items }),
    update_line_item: await roundsOf('update_line_item', { checkout_id, line_item_id: 'mug', quantity: 3 }),
  };
  const { data } = await by.ok('get_checkout', { checkout_id });
  const expected_total = data.totals.find(({ type }: { type: string }) => type === 'total').amount;
  const payment = { instruments: [{ id: 'i', handler_id: 'invoice' }] };
  const paid = await roundsOf('complete_checkout', { checkout_id, expected_total, payment });
  const wish = { line_items, buyer: { email: 'ada@example.com' }, selected_option_id: 'pickup-portland' };
  const bought = await roundsOf('buy', { ...wish, max_total: 10_000, payment });
  for (const [call, seen] of Object.entries({ ...calls, complete_checkout: paid, buy: bought })) {
    expect(seen.length, call).toBeGreaterThan(0);
    expect(Math.max(...seen), `${call}: ${seen}`).toBeLessThanOrEqual(2);
  }
});
