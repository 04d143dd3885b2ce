import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeItem } from '../support/tenants.js';
import { type Agent, blocking, ordersOf, readyFor, statusOf } from './agent.js';
import { ACCEPTED, type Person } from './person.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const CART_CHANGED =
  'The cart was changed while you were looking at it. Your entries are kept, and nothing was charged. Please look at it again.';
const TOTAL_CHANGED = 'The total has changed since you saw it. Nothing was charged. Please look at it again.';
const NOT_READY = 'Something is still missing. Nothing was charged.';

/** Creates a cart that lacks nothing but the buyer's consent and payment, and opens its page as the buyer. */
async function atThePage(item: string, quantity: number): Promise<{ agent: Agent; person: Person }> {
  const agent = await readyFor(await stage.agent([{ id: 'line', item: { id: item }, quantity }]));
  return { agent, person: await stage.person(agent.continue_url) };
}

const setQuantity = (agent: Agent, quantity: number) =>
  agent.cart('update_line_item', { line_item_id: 'line', quantity });

describe('a change by the agent while the person looks', () => {
  test('prevents the approval of the changed cart', async () => {
    const { agent, person } = await atThePage('butcher-block-island', 2);
    await setQuantity(agent, 3);
    await person.press('Approve $1,909.05');
    expect(await person.problem()).toEqual([CART_CHANGED]);
    expect(await blocking(agent)).toEqual(['high_value_order']);
    expect(await person.page.getByLabel('Quantity of Butcher-block kitchen island').inputValue()).toBe('3');
    expect(await person.primary()).toEqual(['Approve $2,863.58']);
  });

  test('revokes an earlier approval, and prevents the payment', async () => {
    const { agent, person } = await atThePage('gooseneck-kettle', 20);
    await person.press('Approve $1,265.55');
    expect(await statusOf(agent)).toBe('ready_for_complete');
    await setQuantity(agent, 21);
    expect(await blocking(agent)).toEqual(['high_value_order']);
    await person.pay(ACCEPTED);
    expect(await person.problem()).toEqual([CART_CHANGED]);
    expect(await person.primary()).toEqual(['Approve $1,328.83']);
    expect(await ordersOf(agent)).toBe(0);
  });

  test('prevents the payment until the buyer has seen the changed cart', async () => {
    const { agent, person } = await atThePage('rolling-pin', 1);
    await setQuantity(agent, 2);
    await person.pay(ACCEPTED);
    expect(await person.problem()).toEqual([CART_CHANGED]);
    expect(await ordersOf(agent)).toBe(0);
    await person.pay(ACCEPTED);
    const { order } = await agent.cart('get_checkout');
    expect((await agent.call('get_order', { order_id: order.id })).totals.at(-1)).toMatchObject({ amount: 5577 });
  });

  test('prevents an age confirmation for the changed cart', async () => {
    const { agent, person } = await atThePage('pear-brandy', 1);
    await setQuantity(agent, 2);
    await person.press('I am 21 or older');
    expect(await person.problem()).toEqual([CART_CHANGED]);
    expect(await blocking(agent)).toEqual(['age_verification_required']);
  });
});

describe('a change by the merchant while the person looks', () => {
  test('to the minimum age makes the buyer confirm the new age', async () => {
    const { agent, person } = await atThePage('pear-brandy', 1);
    await changeItem(stage.portal, 'pear-brandy', { minimum_age: 25 });
    await person.press('I am 21 or older');
    expect(await blocking(agent)).toEqual(['age_verification_required']);
    await person.press('I am 25 or older');
    expect(await blocking(agent)).toEqual([]);
    await changeItem(stage.portal, 'pear-brandy', { minimum_age: 21 });
  });

  test('to a price stops the payment of the old total', async () => {
    const { agent, person } = await atThePage('pepper-mill', 1);
    await changeItem(stage.portal, 'pepper-mill', { price: 4000 });
    await person.pay(ACCEPTED);
    expect(await person.problem()).toEqual([TOTAL_CHANGED]);
    expect(await ordersOf(agent)).toBe(0);
    const text = await person.text();
    expect(text).toContain('Please note');
    expect(text).toContain('The price of Walnut pepper mill has changed since it was put into the cart.');
    expect(await person.primary()).toEqual(['Pay $42.90']);
    await person.pay(ACCEPTED);
    expect(await person.heading()).toBe('Thank you, Ada Lovelace');
    expect(await ordersOf(agent)).toBe(1);
  });

  test('to a price stops the approval of the old total', async () => {
    const { agent, person } = await atThePage('dutch-oven', 9);
    await changeItem(stage.portal, 'dutch-oven', { price: 12000 });
    await person.press('Approve $1,148.65');
    expect(await person.problem()).toEqual([TOTAL_CHANGED]);
    expect(await blocking(agent)).toEqual(['high_value_order']);
    await person.press('Approve $1,158.30');
    expect(await statusOf(agent)).toBe('ready_for_complete');
  });

  test('to a price, made after the approval, stops the payment', async () => {
    const { agent, person } = await atThePage('hand-coffee-grinder', 16);
    await person.press('Approve $1,098.24');
    await changeItem(stage.portal, 'hand-coffee-grinder', { price: 6500 });
    await person.pay(ACCEPTED);
    expect(await person.problem()).toEqual([NOT_READY]);
    expect(await person.primary()).toEqual(['Approve $1,115.40']);
    expect(await ordersOf(agent)).toBe(0);
  });
});
