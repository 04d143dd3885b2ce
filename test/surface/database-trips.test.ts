import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/ports.js';
import { generateKeyPair } from '../../src/receipts.js';
import { demoAttester, newSignerOf } from '../actors/attester.js';
import { Consumer } from '../actors/consumer.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { receiptFor } from '../actors/signer.js';
import { FetchingStore, Turns } from '../store/fetching-store.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { fullKey } from '../support/tenants.js';

/** An engine without synchronous reads fetches all rows in one round trip if hints name them. */

let portal: TestPortal;
let by: Shopper;
/** Round trips of each read and decision since the list was last emptied. */
const rounds: number[] = [];
const engine = (file: Store) =>
  new FetchingStore(file, { hints: true, turns: new Turns(), onRounds: (count) => void rounds.push(count) });
beforeAll(async () => {
  portal = await startPortal({ engine });
  by = shopper(portal);
});
afterAll(() => portal.close());

async function roundsOf(
  call: string,
  args: Readonly<Record<string, unknown>>,
  caller: Pick<Shopper, 'ok'> = by,
): Promise<readonly [call: string, rounds: number]> {
  rounds.length = 0;
  await caller.ok(call, args, { 'idempotency-key': crypto.randomUUID() });
  return [call, Math.max(...rounds)];
}

const line_items = [{ item: { id: 'jam-jars' }, quantity: 1 }];
const payment = { instruments: [{ id: 'i', handler_id: 'invoice' }] };

const READ_CHANGED_AND_PAID = 'when a cart that was priced before is read, changed and paid';

test(`needs one round trip for each read or decision ${READ_CHANGED_AND_PAID}`, () => assertOneRound(by));

test(`needs no more ${READ_CHANGED_AND_PAID} if the buyer and the staff get mail`, async () => {
  const mailing = await startPortal({ engine, env: { PORTAL_SMTP_URL: `file:${temporaryFolder()}` } });
  try {
    const order = await assertOneRound(shopper(mailing));
    const about = { subject: `order/${order}` };
    const { entries } = await mailing.app.store.list('deliveries_about', about, undefined, 10);
    expect(entries.map(({ form }) => form.kind === 'mail' && form.notice)).toEqual(['placed']);
  } finally {
    await mailing.close();
  }
});

/** Reads, changes and pays a cart. Returns the id of the order. */
async function assertOneRound(by: Shopper): Promise<string> {
  const cart = await readyCart(by);
  const checkout_id = cart.id;
  const line = { checkout_id, line_item_id: 'mug', quantity: 3 };
  const seen = [
    await roundsOf('get_checkout', { checkout_id }, by),
    await roundsOf('add_line_items', { checkout_id, line_items }, by),
    await roundsOf('update_line_item', line, by),
  ];
  const { data } = await by.ok('get_checkout', { checkout_id });
  const expected_total = data.totals.find(({ type }: { type: string }) => type === 'total').amount;
  seen.push(await roundsOf('complete_checkout', { checkout_id, expected_total, payment }, by));
  expect(seen).toEqual(seen.map(([call]) => [call, 1]));
  return (await by.ok('get_checkout', { checkout_id })).data.order.id;
}

test('needs one round trip for the change that stores a cart, once the empty cart was read', async () => {
  const newcomer = shopper(portal, { buyer: 'newcomer' });
  const { data } = await newcomer.ok('get_cart', {});
  const added = await roundsOf('add_line_items', { checkout_id: data.id, line_items }, newcomer);
  expect(added).toEqual(['add_line_items', 1]);
});

test('needs at most two round trips for each decision of a purchase in one call', async () => {
  const wish = { line_items, buyer: { email: 'ada@example.com' }, selected_option_id: 'pickup-portland' };
  const [, most] = await roundsOf('buy', { ...wish, max_total: 10_000, payment });
  expect([1, 2]).toContain(most);
});

describe('orders that staff draft and change', () => {
  let owner: RegistryCaller;
  let shop_id: string;
  let draft_id: string;
  const purchase = { buyer: { email: 'ada@example.com' }, selected_option_id: 'pickup-portland' };
  beforeAll(async () => {
    ({ shop_id } = portal.demo);
    owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
    const entry = (id: string) => ({ item: { id }, quantity: 1 });
    for (const id of ['jam-jars', 'enamel-mug', 'linen-tea-towel'])
      draft_id = (await owner.ok('create_draft_order', { shop_id, ...purchase, line_items: [entry(id)] })).id;
  });

  test('needs one round trip to list, read and mail drafts', async () => {
    const named = { shop_id, draft_id };
    const seen = [
      await roundsOf('list_draft_orders', { shop_id }, owner),
      await roundsOf('get_draft_order', named, owner),
      await roundsOf('send_draft_order', named, owner),
    ];
    expect(seen).toEqual(seen.map(([call]) => [call, 1]));
  });

  test('needs two round trips to change an order, once it is known', async () => {
    const cart = await readyCart(by);
    const order_id = await placeOrder(by, cart);
    const mug = (quantity: number, more: object = {}) => ({
      ...{ shop_id, order_id, line_items: [{ id: 'mug', quantity }], ...more },
    });
    const found = [];
    for (const args of [mug(3, { add: line_items }), mug(4), mug(1)])
      found.push((await roundsOf('edit_order', args, owner))[1]);
    expect(found).toEqual([2, 2, 2]);
  });
});

test('needs one round trip to accept a receipt', async () => {
  const attester = demoAttester(portal);
  const signer = await newSignerOf(attester, attester.agent_id);
  const { submission } = signer;
  const receipt = receiptFor(attester, portal.app.portal.clock.now());
  expect(await roundsOf('submit_receipt', { ...submission(receipt) }, attester.by)).toEqual(['submit_receipt', 1]);
});

test('needs two round trips to countersign a receipt, also if that releases an order', async () => {
  const consumer = await Consumer.open(portal, generateKeyPair(), portal.app.portal.clock);
  const order_id = await consumer.buy();
  expect((await consumer.hold(order_id, 600)).status).toBe(200);
  const found: number[] = [];
  for (const about of [null, order_id]) {
    const receipt = await consumer.submitReceipt(about, 'success');
    rounds.length = 0;
    expect((await consumer.decide(portal, receipt, 'accept')).json.data.released).toBe(about !== null);
    found.push(Math.max(...rounds));
  }
  expect(found).toEqual([2, 2]);
});
