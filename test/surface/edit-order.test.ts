import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quantityField } from '../../src/pages/checkout/form.js';
import { submitForm } from '../actors/buyer-page.js';
import { Merchant } from '../actors/merchant.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { CARD, orderOnAccount, placeOrder, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { type Answered, startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { anotherKey, changeItem, changeSettings, fullKey } from '../support/tenants.js';

/** Changes of placed orders by the merchant: what is refunded, what the buyer pays, and what stays. */

type Json = Answered['json'];

const BY_CARD = { handler_id: 'sandbox_card', 'sandbox_card.token': 'tok_approve' };

let portal: TestPortal;
let buyer: Shopper;
let agent: RegistryCaller;
let owner: RegistryCaller;
let shop_id: string;
beforeAll(async () => {
  portal = await startPortal({ clock: stillClock() });
  ({ shop_id } = portal.demo);
  buyer = shopper(portal, { buyer: 'ada' });
  agent = registryCaller(() => portal.url, portal.demo.deployment_key, 'ada');
  owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  await changeItem(portal, 'enamel-mug', { counted: true });
  await new Merchant(portal).setUnits('enamel-mug', 1000);
});
afterAll(() => portal.close());

const bought = async () => placeOrder(buyer, await readyCart(buyer));
const edit = (order_id: string, args: object) => owner.ok('edit_order', { shop_id, order_id, ...args });
const read = (order_id: string): Promise<Json> => owner.ok('get_shop_order', { shop_id, order_id });
const unitsLeft = async () => (await owner.ok('get_shop_item', { shop_id, item_id: 'enamel-mug' })).stock;
const totalOf = ({ totals }: Json): number => totals.find((one: Json) => one.type === 'total').amount;
const contextHash = async (order_id: string) => (await agent.ok('get_receipt_context', { order_id })).context_hash;

/** Pays the newest addition of an order on the page of its draft. Returns the new order. */
async function payAddition({ additions }: Json): Promise<Json> {
  const named = { shop_id, draft_id: additions.at(-1).draft_id };
  const { continue_url } = await owner.ok('get_draft_order', named);
  expect(await submitForm(continue_url, 'pay', BY_CARD)).toBeNull();
  return read((await owner.ok('get_draft_order', named)).order_id);
}

describe('a changed order', () => {
  test('refunds the units that are removed, and stays as it was placed', async () => {
    const order_id = await bought();
    const [before, hash, stock] = [await read(order_id), await contextHash(order_id), await unitsLeft()];
    const after = await edit(order_id, { line_items: [{ id: 'mug', quantity: 1 }], reason: 'One too many' });
    const [adjustment] = after.adjustments;
    expect(adjustment).toMatchObject({ type: 'cancellation', status: 'completed', reason: 'One too many' });
    expect(after).toMatchObject({ payment_status: 'partially_refunded', totals: before.totals });
    expect(after.payment.amount_refunded).toBe(adjustment.amount);
    expect([await contextHash(order_id), await unitsLeft()]).toEqual([hash, stock + 1]);
    const again = await edit(order_id, { line_items: [{ id: 'mug', quantity: 0 }] });
    const [{ totals, tax_lines }] = before.line_items;
    const charged = [totals.at(-1), ...tax_lines].reduce((all: number, { amount }: Json) => all + amount, 0);
    expect(again.adjustments[0].amount + again.adjustments[1].amount).toBe(charged);
  });

  test('has a link for exactly what is added, and an order of its own once that is paid', async () => {
    const order_id = await bought();
    const hash = await contextHash(order_id);
    const add = [{ item: { id: 'linen-tea-towel' }, quantity: 1 }];
    const after = await edit(order_id, { line_items: [{ id: 'mug', quantity: 3 }], add });
    const [addition] = after.additions;
    const { checkout, adds_to, total } = await owner.ok('get_draft_order', { shop_id, draft_id: addition.draft_id });
    expect([adds_to, total]).toEqual([order_id, addition.total]);
    expect(checkout.line_items.map((one: Json) => [one.item.id, one.quantity])).toEqual([
      ['enamel-mug', 1],
      ['linen-tea-towel', 1],
    ]);
    const added = await payAddition(after);
    expect(added).toMatchObject({ adds_to: order_id, payment_status: 'paid' });
    expect(added.payment.amount_paid).toBe(addition.total);
    // The buyer of the order is that of what is added.
    expect((await agent.ok('get_order', { order_id: added.id })).adds_to).toBe(order_id);
    const now = await read(order_id);
    expect(now.additions).toMatchObject([{ order_id: added.id }]);
    expect(now.line_items).toEqual(after.line_items);
    expect(await contextHash(order_id)).toBe(hash);
    const history: readonly Json[] = await owner.ok('get_shop_order_history', { shop_id, order_id });
    expect(history.map(({ action }) => action)).toEqual(['order.placed', 'order.edited', 'order.addition_paid']);
  });

  test('shows the difference in a dry run, which changes nothing', async () => {
    const order_id = await bought();
    const before = await read(order_id);
    const args = { line_items: [{ id: 'mug', quantity: 1 }], add: [{ item: { id: 'enamel-mug' }, quantity: 2 }] };
    const shown = await edit(order_id, { ...args, dry_run: true });
    expect(await read(order_id)).toEqual(before);
    const after = await edit(order_id, args);
    expect(after.adjustments[0].amount).toBe(shown.adjustments[0].amount);
    expect(after.additions[0].total).toBe(shown.additions[0].total);
  });

  test('owes less if it is not paid yet', async () => {
    const order_id = await orderOnAccount(buyer, await readyCart(buyer));
    const after = await edit(order_id, { line_items: [{ id: 'tee', quantity: 0 }] });
    expect(after).toMatchObject({ payment_status: 'pending', adjustments: [{ unpaid: true }] });
  });

  test('is rejected for the second of two people, who then sees the first change', async () => {
    const order_id = await bought();
    const seen = { 'if-match': '"1"' };
    const args = { shop_id, order_id, line_items: [{ id: 'mug', quantity: 1 }] };
    await owner.ok('edit_order', args, seen);
    const { status, json } = await owner.send('edit_order', args, seen);
    expect([status, json.error]).toEqual([412, 'version_conflict']);
  });

  test.each([
    ['nothing', {}, 400],
    [
      'all units',
      {
        line_items: [
          { id: 'mug', quantity: 0 },
          { id: 'tee', quantity: 0 },
        ],
      },
      400,
    ],
    ['a line that it does not have', { line_items: [{ id: 'cup', quantity: 1 }] }, 400],
    [
      'a line twice',
      {
        line_items: [
          { id: 'mug', quantity: 1 },
          { id: 'mug', quantity: 0 },
        ],
      },
      400,
    ],
    ['an address, if it is picked up', { destination: { address_country: 'US' } }, 409],
  ])('cannot change %s', async (_what, args, status) => {
    const order_id = await bought();
    expect((await owner.send('edit_order', { shop_id, order_id, ...args })).status).toBe(status);
    expect((await owner.ok('get_shop_order', { shop_id, order_id })).adjustments).toBeUndefined();
  });
});

const deliveryOf = ({ totals }: Json) => totals.find((one: Json) => one.type === 'fulfillment')?.amount;
const feeOf = ({ totals }: Json) => totals.find((one: Json) => one.type === 'fee')?.amount;

/** A shipped order, with the checkout that it was placed from. */
async function shipped() {
  const destination = {
    ...{ address_country: 'US', address_region: 'OR', address_locality: 'Portland', postal_code: '97205' },
    ...{ street_address: '1450 Juniper Street', full_name: 'Ada Park' },
  };
  const { id: checkout_id } = await agent.ok('get_cart', {});
  const line_items = [{ item: { id: 'enamel-mug' }, quantity: 1, id: 'mug' }];
  await agent.ok('add_line_items', { checkout_id, line_items });
  await agent.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
  await agent.ok('set_destination', { checkout_id, destination });
  const ready = await agent.ok('select_fulfillment', { checkout_id, selected_option_id: 'standard' });
  const order_id = await placeOrder(buyer, { id: checkout_id, total: totalOf(ready) });
  return { order_id, ready };
}

test('delivers added items for nothing, but not more than were added', async () => {
  const { order_id, ready } = await shipped();
  const { additions } = await edit(order_id, { add: [{ item: { id: 'enamel-mug' }, quantity: 1 }] });
  const named = { shop_id, draft_id: additions[0].draft_id };
  const { checkout, continue_url } = await owner.ok('get_draft_order', named);
  expect(deliveryOf(checkout)).toBe(0);
  const [{ id }] = checkout.line_items;
  expect(await submitForm(continue_url, 'save', { [quantityField(id)]: '2' })).toBeNull();
  expect(deliveryOf((await owner.ok('get_draft_order', named)).checkout)).toBe(deliveryOf(ready));
});

test('charges delivery and fixed fees for other items than were added', async () => {
  const price = { type: 'fixed', amount: 150 } as const;
  await changeSettings(portal, { fees: [{ id: 'packing', title: 'Packing', price, tax_category: 'standard' }] });
  const { order_id, ready } = await shipped();
  const { additions } = await edit(order_id, { add: [{ item: { id: 'enamel-mug' }, quantity: 1 }] });
  const checkout_id = additions[0].draft_id;
  const checkout = await agent.ok('get_checkout', { checkout_id });
  expect([deliveryOf(checkout), feeOf(checkout)]).toEqual([0, undefined]);
  await agent.ok('remove_line_item', { checkout_id, line_item_id: checkout.line_items[0].id });
  const line_items = [{ item: { id: 'linen-tea-towel' }, quantity: 1 }];
  const swapped = await agent.ok('add_line_items', { checkout_id, line_items });
  expect([deliveryOf(swapped), feeOf(swapped)]).toEqual([deliveryOf(ready), 150]);
  await changeSettings(portal, { fees: [] });
});

test('tells the agents of the buyer nothing that is for staff', async () => {
  const { order_id } = await shipped();
  const after = await edit(order_id, { add: [{ item: { id: 'enamel-mug' }, quantity: 1 }] });
  const named = { shop_id, draft_id: after.additions[0].draft_id };
  const { drafted_by } = await owner.ok('get_draft_order', named);
  const open = await agent.ok('get_checkout', { checkout_id: named.draft_id });
  const added = await payAddition(after);
  expect(added.drafted_by).toBe(drafted_by);
  const answers = [
    open,
    await agent.ok('get_checkout', { checkout_id: named.draft_id }),
    await agent.ok('get_order', { order_id: added.id }),
    await agent.ok('get_order', { order_id }),
  ];
  for (const answer of answers) {
    expect(JSON.stringify(answer)).not.toContain(drafted_by);
    expect(Object.keys(answer)).not.toEqual(expect.arrayContaining(['draft', 'drafted_by', 'note']));
  }
});

test('does not sell what was added to an order that is canceled', async () => {
  const { order_id } = await shipped();
  const { additions } = await edit(order_id, { add: [{ item: { id: 'enamel-mug' }, quantity: 1 }] });
  const [{ draft_id: checkout_id, total: expected_total }] = additions;
  const adapter = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  await shopper(portal, { key: adapter.key }).ok('cancel_order', { order_id });
  const payment = { instruments: [CARD] };
  const { status, json } = await agent.send('complete_checkout', { checkout_id, expected_total, payment });
  expect([status, json.error]).toEqual([409, 'checkout_closed']);
});

test('keeps charged less refunded equal to ordered less removed, in any sequence of changes', async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 3; round += 1) {
    const order_id = await bought();
    const orders = [order_id];
    for (let change = 0; change < 5; change += 1) {
      const { line_items } = await read(order_id);
      const [mug] = line_items;
      const units = mug.quantity.total - mug.quantity.canceled + random(4) - 1;
      const more = random(2) === 0 ? { add: [{ item: { id: 'linen-tea-towel' }, quantity: 1 + random(3) }] } : {};
      const args = { line_items: [{ id: 'mug', quantity: Math.max(0, units) }], ...more };
      const { status, json } = await owner.send('edit_order', { shop_id, order_id, ...args });
      if (status !== 200) continue;
      const { additions = [] } = json.data;
      if (additions.length > 0 && additions.at(-1).order_id === undefined && random(3) > 0)
        orders.push((await payAddition(json.data)).id);
    }
    for (const id of orders) {
      const { totals, adjustments = [], payment } = await read(id);
      const removed = adjustments.reduce((all: number, one: Json) => all + one.amount, 0);
      expect(payment.amount_paid - payment.amount_refunded).toBe(totalOf({ totals }) - removed);
    }
    const { additions = [] } = await read(order_id);
    expect(additions.flatMap((one: Json) => one.order_id ?? [])).toEqual(orders.slice(1));
  }
});
