import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { submitForm } from '../actors/buyer-page.js';
import { Merchant } from '../actors/merchant.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { PORTLAND, placeOrder, readyCart, type Shopper, shippedCart, shopper } from '../actors/shopper.js';
import { type Answered, startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { anotherKey, changeItem, changeSettings, fullKey } from '../support/tenants.js';

/** Items that a merchant adds to a placed order: how their unpaid draft follows what happens to the order. */

type Json = Answered['json'];

const DAY = 24 * 60 * 60 * 1000;
const ELSEWHERE = { ...PORTLAND, street_address: '12 New Street', postal_code: '97201' };
const card = (token: string) => ({ handler_id: 'sandbox_card', 'sandbox_card.token': token });
const MUG = { item: { id: 'enamel-mug' }, quantity: 1 };

const clock = stillClock();
let portal: TestPortal;
let buyer: Shopper;
let agent: RegistryCaller;
let owner: RegistryCaller;
let shop_id: string;
beforeAll(async () => {
  portal = await startPortal({ clock });
  ({ shop_id } = portal.demo);
  const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  buyer = shopper(portal, { key, buyer: 'ada' });
  agent = registryCaller(() => portal.url, key, 'ada');
  owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  await changeItem(portal, 'enamel-mug', { counted: true });
  await new Merchant(portal).setUnits('enamel-mug', 1000);
});
afterAll(() => portal.close());

const edit = (order_id: string, args: object) => owner.ok('edit_order', { shop_id, order_id, ...args });
const refused = async (order_id: string, args: object) => {
  const { status, json } = await owner.send('edit_order', { shop_id, order_id, ...args });
  return [status, json.error];
};
const read = (order_id: string): Promise<Json> => owner.ok('get_shop_order', { shop_id, order_id });
const draftOf = (draft_id: string): Promise<Json> => owner.ok('get_draft_order', { shop_id, draft_id });
const rowOf = (draft_id: string) => portal.app.store.read((rows) => rows.get('checkout', draft_id));
const addressOf = async (draft_id: string) => (await rowOf(draft_id))?.destination;
const unitsLeft = async () => (await owner.ok('get_shop_item', { shop_id, item_id: 'enamel-mug' })).stock;
const deliveryOf = async (draft_id: string) =>
  (await draftOf(draft_id)).checkout.totals.find((one: Json) => one.type === 'fulfillment')?.amount;
const actionsOf = async (order_id: string): Promise<string[]> =>
  (await owner.ok('get_shop_order_history', { shop_id, order_id })).map(({ action }: Json) => action);

/** A placed order to an address, with a draft of one more mug. */
async function withDraft(args: object = { add: [MUG] }) {
  const order_id = await placeOrder(buyer, await shippedCart(buyer));
  const { additions } = await edit(order_id, args);
  const draft_id: string = additions[0].draft_id;
  return { order_id, draft_id, line: (await read(order_id)).line_items[0].id as string };
}

const pickedUp = async () => placeOrder(buyer, await readyCart(buyer));
const ship = (order_id: string, line_items: readonly object[]) =>
  agent.ok('record_fulfillment_event', { order_id, type: 'shipped', line_items, carrier: 'UPS' });

describe('an unpaid draft of added items', () => {
  const MOVES: readonly [string, (order_id: string) => Promise<unknown>][] = [
    ['an edit', (order_id) => edit(order_id, { destination: ELSEWHERE })],
    [
      'a new destination',
      (order_id) => owner.ok('set_order_destination', { shop_id, order_id, destination: ELSEWHERE }),
    ],
    [
      'an accepted request',
      async (order_id) => {
        const asked = { order_id, type: 'address_change', destination: ELSEWHERE };
        const { requests } = await agent.ok('request_order_change', asked);
        const answer = { shop_id, order_id, request_id: requests.at(-1).id, decision: 'accept' };
        await owner.ok('answer_shop_order_request', answer);
      },
    ],
  ];

  test.each(MOVES)('goes with its order to the address of %s, for nothing', async (_by, move) => {
    const { order_id, draft_id } = await withDraft();
    await move(order_id);
    expect(await addressOf(draft_id)).toEqual(ELSEWHERE);
    expect(await deliveryOf(draft_id)).toBe(0);
    expect(await submitForm((await draftOf(draft_id)).continue_url, 'pay', card('tok_approve'))).toBeNull();
    const { additions, fulfillment } = await read(order_id);
    const added = await read(additions[0].order_id);
    expect(added.fulfillment.expectations[0].destination).toEqual(fulfillment.expectations[0].destination);
  });

  test('keeps an address that the buyer has chosen, and then pays for the delivery', async () => {
    const { order_id, draft_id } = await withDraft();
    const own = { ...PORTLAND, street_address: '7 Third Street' };
    await agent.ok('set_destination', { checkout_id: draft_id, destination: own });
    await edit(order_id, { destination: ELSEWHERE });
    expect(await addressOf(draft_id)).toEqual(own);
    expect(await deliveryOf(draft_id)).toBeGreaterThan(0);
  });

  test('pays for its delivery once nothing of the order is left to be sent', async () => {
    const { order_id, draft_id, line } = await withDraft();
    await ship(order_id, [{ id: line, quantity: 1 }]);
    expect(await deliveryOf(draft_id)).toBe(0);
    const { line_items } = await read(order_id);
    await ship(
      order_id,
      line_items.map(({ id, quantity }: Json) => ({ id, quantity: quantity.total - quantity.fulfilled })),
    );
    expect(await deliveryOf(draft_id)).toBeGreaterThan(0);
  });

  test('pays for its delivery if the option of the order is gone', async () => {
    const order_id = await placeOrder(buyer, await shippedCart(buyer));
    const shop = await portal.app.store.read((rows) => rows.get('shop', shop_id));
    const { shipping } = required(shop, 'shop').settings;
    const renamed = shipping.map((rate) => (rate.id === 'standard' ? { ...rate, id: 'parcel' } : rate));
    await changeSettings(portal, { shipping: renamed });
    const { additions } = await edit(order_id, { add: [MUG] });
    await changeSettings(portal, { shipping });
    const { selected_option_id } = required(await rowOf(additions[0].draft_id), 'draft');
    expect(selected_option_id).toBe('parcel');
    expect((await rowOf(additions[0].draft_id))?.draft?.with_order?.option_id).toBeUndefined();
  });

  test('is canceled with its order', async () => {
    const { order_id, draft_id } = await withDraft();
    const { additions } = await agent.ok('cancel_order', { order_id });
    expect(additions).toBeUndefined();
    expect((await draftOf(draft_id)).status).toBe('canceled');
  });

  test.each(['tok_pending', 'tok_confirm'])('is voided if it is being paid with %s', async (token) => {
    const { order_id, draft_id } = await withDraft();
    const stock = await unitsLeft();
    await submitForm((await draftOf(draft_id)).continue_url, 'pay', card(token));
    expect([(await draftOf(draft_id)).status, await unitsLeft()]).toEqual(['complete_in_progress', stock - 1]);
    const units = (await read(order_id)).line_items.reduce(
      (sum: number, { item, quantity }: Json) => sum + (item.id === 'enamel-mug' ? quantity.total : 0),
      0,
    );
    await agent.ok('cancel_order', { order_id });
    expect((await agent.ok('get_checkout', { checkout_id: draft_id })).status).toBe('canceled');
    expect(await unitsLeft()).toBe(stock + units);
    const { attempt, order_id: placed } = (await rowOf(draft_id)) ?? {};
    const payment = await portal.app.store.read((rows) => rows.get('payment', attempt?.id ?? ''));
    expect([placed, payment?.progress.state]).toEqual([undefined, 'voided']);
  });

  test('follows its order after a payment that failed meanwhile', async () => {
    const { order_id, draft_id } = await withDraft();
    await submitForm((await draftOf(draft_id)).continue_url, 'pay', card('tok_pending'));
    await edit(order_id, { destination: ELSEWHERE });
    expect(await addressOf(draft_id)).toEqual(PORTLAND);
    clock.advance(DAY);
    expect((await agent.ok('get_checkout', { checkout_id: draft_id })).status).toBe('ready_for_complete');
    expect(await addressOf(draft_id)).toEqual(ELSEWHERE);
    expect(await deliveryOf(draft_id)).toBe(0);
  });

  test('no longer waits in its order once it is canceled', async () => {
    const { order_id, draft_id } = await withDraft();
    await owner.ok('cancel_draft_order', { shop_id, draft_id });
    expect((await read(order_id)).additions).toBeUndefined();
    expect(await actionsOf(order_id)).toEqual(['order.placed', 'order.edited', 'order.addition_canceled']);
  });

  test('does not count toward the limit once it has ended', async () => {
    const order_id = await pickedUp();
    const add = [MUG];
    for (let count = 0; count < 20; count += 1) await edit(order_id, { add, valid_days: 1 });
    expect(await refused(order_id, { add })).toEqual([409, 'limit_exceeded']);
    const { additions } = await read(order_id);
    await owner.ok('cancel_draft_order', { shop_id, draft_id: additions[3].draft_id });
    await edit(order_id, { add, valid_days: 1 });
    expect(await refused(order_id, { add })).toEqual([409, 'limit_exceeded']);
    clock.advance(DAY);
    expect((await edit(order_id, { add })).additions).toHaveLength(1);
  });
});

test('does not say that a link was mailed by a portal that sends no mail', async () => {
  const { draft_id } = await withDraft();
  const purchase = { line_items: [MUG], buyer: { email: 'ada@example.com' }, selected_option_id: 'pickup-portland' };
  const { id } = await owner.ok('create_draft_order', { shop_id, ...purchase });
  await owner.ok('send_draft_order', { shop_id, draft_id: id });
  for (const one of [draft_id, id]) expect((await draftOf(one)).mailed_at).toBeUndefined();
});

describe('units of a line that were added before', () => {
  const mug = (quantity: number) => ({ line_items: [{ id: 'mug', quantity }] });
  const units = async ({ additions }: Json) =>
    Promise.all(
      additions.map(async ({ draft_id }: Json) => (await draftOf(draft_id)).checkout.line_items[0].quantity as number),
    );

  test.each(['while they are unpaid', 'once they are paid'])('are not charged again %s', async (when) => {
    const order_id = await pickedUp();
    const { additions } = await edit(order_id, mug(3));
    if (when === 'once they are paid')
      await submitForm((await draftOf(additions[0].draft_id)).continue_url, 'pay', card('tok_approve'));
    expect(await refused(order_id, mug(3))).toEqual([400, 'invalid_request']);
    expect(await refused(order_id, mug(2))).toEqual([400, 'invalid_request']);
    expect(await units(await edit(order_id, mug(5)))).toEqual([1, 2]);
    expect(await refused(order_id, mug(4))).toEqual([400, 'invalid_request']);
  });

  test('are charged again once they were withdrawn', async () => {
    const order_id = await pickedUp();
    const { additions } = await edit(order_id, mug(3));
    await owner.ok('cancel_draft_order', { shop_id, draft_id: additions[0].draft_id });
    expect(await units(await edit(order_id, mug(3)))).toEqual([1]);
  });

  test('stay if the line becomes smaller', async () => {
    const order_id = await pickedUp();
    await edit(order_id, mug(3));
    const { adjustments, additions } = await edit(order_id, mug(1));
    expect([adjustments.length, additions.length]).toEqual([1, 1]);
  });
});
