import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CARD } from '../actors/shopper.js';
import { blocking, EMAIL, ordersOf, PICKUP, readyFor, statusOf } from './agent.js';
import { ACCEPTED, DECLINED, STAYS_OPEN } from './person.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const THANKS = 'Thank you, Ada Lovelace';
const DECLINED_TEXT = 'The payment was declined. Nothing was charged. You can try again, or choose another way to pay.';

describe('a person who takes over from an agent', () => {
  test('approves a high total and pays, after which the agent reads the order', async () => {
    const agent = await stage.agent([{ item: { id: 'butcher-block-island' }, quantity: 2 }]);
    await agent.cart('set_buyer', EMAIL);
    const cart = await agent.cart('select_fulfillment', PICKUP);
    expect(await blocking(agent)).toEqual(['high_value_order']);
    const person = await stage.person(cart.continue_url);
    const text = await person.text();
    for (const shown of [
      '$890.00 each',
      'Subtotal\t$1,780.00',
      'Tax 7.25%\t$129.05',
      'Total\t$1,909.05',
      'Delivery\tFree',
    ])
      expect(text).toContain(shown);
    expect(await person.page.title()).toBe('Checkout · Quillback Mercantile');
    expect(await person.page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    expect(await person.primary()).toEqual(['Approve $1,909.05']);
    const early = { expected_total: 190_905, payment: { instruments: [CARD] } };
    expect(await agent.refused('complete_checkout', early)).toBe('checkout_not_ready');
    await person.press('Approve $1,909.05');
    expect(await person.primary()).toEqual(['Pay $1,909.05']);
    expect(await statusOf(agent)).toBe('ready_for_complete');
    await person.pay(ACCEPTED);
    expect(await person.heading()).toBe(THANKS);
    const { status, order } = await agent.cart('get_checkout');
    expect(status).toBe('completed');
    const paid = await agent.call('get_order', { order_id: order.id });
    expect(paid).toMatchObject({ payment_status: 'paid', status: 'processing' });
    const done = await person.text();
    for (const shown of [
      `Order ${paid.display_id}`,
      'ada@example.com',
      'What happens next',
      'Total\t$1,909.05',
      'Pickup at',
    ])
      expect(done).toContain(shown);
    await person.follow('See and print your order');
    expect(person.page.url()).toBe(order.permalink_url);
    expect(await person.heading()).toBe(`Order ${paid.display_id}`);
    expect(await person.badges()).toEqual(['Being prepared', 'Paid']);
    await person.look();
  });

  test('confirms their age, and pays', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'oregon-pinot-noir' }, quantity: 1 }]));
    const person = await stage.person(agent.continue_url);
    expect(await person.text()).toContain('Oregon pinot noir: sold only to people who are 21 or older');
    await person.press('I am 21 or older');
    expect(await statusOf(agent)).toBe('ready_for_complete');
    expect(await person.text()).not.toContain('21 or older');
    await person.pay(ACCEPTED);
    expect(await person.heading()).toBe(THANKS);
    expect(await ordersOf(agent)).toBe(1);
  });

  test('pays by invoice, and sees when it is due and how to pay', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'fountain-pen' }, quantity: 1 }]));
    const person = await stage.person(agent.continue_url);
    const due = 'You get an invoice, which is due within 14 days.';
    expect(await person.text()).not.toContain(due);
    await person.page.getByLabel('Pay by invoice').check();
    expect(await person.text()).toContain(due);
    await person.press('Place the order for $72.93');
    expect(await person.heading()).toBe(THANKS);
    expect(await person.text()).toContain('How to pay: This is a demonstration');
    const { order } = await agent.cart('get_checkout');
    expect(await agent.call('get_order', { order_id: order.id })).toMatchObject({ payment_status: 'pending' });
  });
});

describe('a payment that does not succeed immediately', () => {
  test('charges nothing if the card is declined, keeps the input, and succeeds with another card', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'chef-knife' }, quantity: 1 }]));
    const person = await stage.person(agent.continue_url);
    await person.page.getByLabel('Full name').first().fill('Grace Hopper');
    await person.pay(DECLINED);
    expect(await person.problem()).toEqual([DECLINED_TEXT]);
    expect(await person.page.getByLabel('Full name').first().inputValue()).toBe('Grace Hopper');
    expect(await statusOf(agent)).toBe('ready_for_complete');
    expect(await ordersOf(agent)).toBe(0);
    await person.pay(ACCEPTED);
    expect(await person.heading()).toMatch(/^Thank you/);
    expect(await ordersOf(agent)).toBe(1);
  });

  test('keeps its page up to date while it is in flight, and a canceled cart can be filled again', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'desk-calendar' }, quantity: 1 }]));
    const person = await stage.person(agent.continue_url);
    await person.pay(STAYS_OPEN);
    expect(await person.heading()).toBe('Your payment is being processed');
    expect(await statusOf(agent)).toBe('complete_in_progress');
    await agent.cart('cancel_checkout');
    await expect.poll(() => person.heading()).toBe('This checkout was canceled');
    expect(await person.text()).toContain('Perpetual desk calendar');
    await person.press('Fill the cart again');
    expect(person.page.url()).not.toBe(agent.continue_url);
    expect(await person.page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    await person.pay(ACCEPTED);
    expect(await person.heading()).toBe(THANKS);
    expect(await statusOf(agent)).toBe('canceled');
  });
});
