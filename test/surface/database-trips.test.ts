import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAttester, newSignerOf } from '../actors/attester.js';
import { readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { receiptFor } from '../actors/signer.js';
import { FetchingStore, Turns } from '../store/fetching-store.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** An engine without synchronous reads fetches all rows in one round trip if hints name them. */

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

async function roundsOf(
  call: string,
  args: Readonly<Record<string, unknown>>,
  caller: Shopper = by,
): Promise<readonly [call: string, rounds: number]> {
  rounds.length = 0;
  await caller.ok(call, args, { 'idempotency-key': `rounds of ${call}` });
  return [call, Math.max(...rounds)];
}

const line_items = [{ item: { id: 'jam-jars' }, quantity: 1 }];
const payment = { instruments: [{ id: 'i', handler_id: 'invoice' }] };

test('needs one round trip for each read or decision when a cart that was priced before is read, changed and paid', async () => {
  const cart = await readyCart(by);
  const checkout_id = cart.id;
  const line = { checkout_id, line_item_id: 'mug', quantity: 3 };
  const seen = [
    await roundsOf('get_checkout', { checkout_id }),
    await roundsOf('add_line_items', { checkout_id, line_items }),
    await roundsOf('update_line_item', line),
  ];
  const { data } = await by.ok('get_checkout', { checkout_id });
  const expected_total = data.totals.find(({ type }: { type: string }) => type === 'total').amount;
  seen.push(await roundsOf('complete_checkout', { checkout_id, expected_total, payment }));
  expect(seen).toEqual(seen.map(([call]) => [call, 1]));
});

test('needs at most two round trips for each decision of a purchase in one call', async () => {
  const wish = { line_items, buyer: { email: 'ada@example.com' }, selected_option_id: 'pickup-portland' };
  const [, most] = await roundsOf('buy', { ...wish, max_total: 10_000, payment });
  expect([1, 2]).toContain(most);
});

test('needs one round trip to accept a receipt', async () => {
  const attester = demoAttester(portal);
  const signer = await newSignerOf(attester, attester.agent_id);
  const { submission } = signer;
  const receipt = receiptFor(attester, portal.app.portal.clock.now());
  expect(await roundsOf('submit_receipt', { ...submission(receipt) }, attester.by)).toEqual(['submit_receipt', 1]);
});
