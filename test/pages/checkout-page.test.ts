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

const ISLANDS = [
  'Butcher-block kitchen island × 2',
  'Subtotal\t$1,780.00',
  'Tax\t$129.05',
  'Total\t$1,909.05',
  'Ada Lovelace',
  'ada@example.com',
  'Quillback Mercantile, Portland',
];

describe('a person who takes over from an agent', () => {
  test('approves a high total, pays, and the agent reads the order', async () => {
    const agent = await stage.agent([{ item: { id: 'butcher-block-island' }, quantity: 2 }]);
    await agent.cart('set_buyer', EMAIL);
    const cart = await agent.cart('select_fulfillment', PICKUP);
    expect(cart.status).toBe('requires_escalation');
    expect(await blocking(agent)).toEqual(['high_value_order']);
    const person = await stage.person(cart.continue_url);
    const text = await person.text();
    for (const shown of ISLANDS) expect(text).toContain(shown);
    expect(await person.badges()).toEqual(['Waiting for you']);
    expect(await person.buttons()).toEqual(['Approve $1,909.05']);
    await person.look();
    const early = { expected_total: 190_905, payment: { instruments: [CARD] } };
    expect(await agent.refused('complete_checkout', early)).toBe('checkout_not_ready');
    await person.press('Approve $1,909.05');
    expect(await person.badges()).toEqual(['Ready to be paid']);
    expect(await person.buttons()).toEqual(['Order and pay $1,909.05', 'Order for $1,909.05']);
    expect(await statusOf(agent)).toBe('ready_for_complete');
    await person.look();
    await person.pay(ACCEPTED);
    expect(await person.badges()).toEqual(['Completed']);
    expect(await person.buttons()).toEqual([]);
    await person.look();
    const { status, order } = await agent.cart('get_checkout');
    expect(status).toBe('completed');
    await person.follow('See the order');
    expect(person.page.url()).toBe(order.permalink_url);
    const paid = await agent.call('get_order', { order_id: order.id });
    expect(paid).toMatchObject({ payment_status: 'paid', status: 'processing' });
    expect(await person.text()).toContain(`Order ${paid.display_id}`);
    expect(await person.text()).toContain('Total\t$1,909.05');
    expect(await person.badges()).toEqual(['Being prepared', 'Paid']);
    await person.look();
  });

  test('confirms their age, and pays', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'oregon-pinot-noir' }, quantity: 1 }]));
    expect(await statusOf(agent)).toBe('requires_escalation');
    expect(await blocking(agent)).toEqual(['age_verification_required']);
    const person = await stage.person(agent.continue_url);
    expect(await person.text()).toContain('Oregon pinot noir is for adults only: please confirm your age.');
    expect(await person.buttons()).toEqual(['I am of legal age']);
    await person.look();
    await person.press('I am of legal age');
    expect(await statusOf(agent)).toBe('ready_for_complete');
    expect(await person.text()).not.toContain('adults');
    await person.pay(ACCEPTED);
    expect(await person.badges()).toEqual(['Completed']);
    expect(await ordersOf(agent)).toBe(1);
  });

  test('pays by invoice, without a card', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'fountain-pen' }, quantity: 1 }]));
    const person = await stage.person(agent.continue_url);
    await person.press('Order for $72.93');
    expect(await person.badges()).toEqual(['Completed']);
    const { order } = await agent.cart('get_checkout');
    expect(await agent.call('get_order', { order_id: order.id })).toMatchObject({ payment_status: 'pending' });
    await agent.call('hold_order', { order_id: order.id, reason: 'The buyer is away until Monday.', visible: true });
    await person.follow('See the order');
    expect(await person.badges()).toEqual(['On hold', 'Payment is due']);
    expect(await person.text()).toContain('The buyer is away until Monday.');
    await person.look();
  });
});

describe('a payment that does not go through at once', () => {
  test('a declined card is said to have cost nothing, and another card pays', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'chef-knife' }, quantity: 1 }]));
    const person = await stage.person(agent.continue_url);
    await person.pay(DECLINED);
    expect(await person.problem()).toEqual([
      'The payment was declined. Nothing was charged. You can try again with another card.',
    ]);
    expect(await person.badges()).toEqual(['Ready to be paid']);
    expect(await statusOf(agent)).toBe('ready_for_complete');
    expect(await ordersOf(agent)).toBe(0);
    await person.look();
    await person.pay(ACCEPTED);
    expect(await person.problem()).toEqual([]);
    expect(await person.badges()).toEqual(['Completed']);
    expect(await ordersOf(agent)).toBe(1);
  });

  test('one that stays open is said to be under way, until it is over', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'desk-calendar' }, quantity: 1 }]));
    const person = await stage.person(agent.continue_url);
    await person.pay(STAYS_OPEN);
    expect(await person.badges()).toEqual(['The payment is under way']);
    expect(await person.buttons()).toEqual([]);
    expect(await statusOf(agent)).toBe('complete_in_progress');
    await person.look();
    await person.follow('Look again');
    expect(await person.badges()).toEqual(['The payment is under way']);
    await agent.cart('cancel_checkout');
    await person.follow('Look again');
    expect(await person.badges()).toEqual(['Canceled']);
    expect(await person.text()).toContain('Perpetual desk calendar');
    expect(await person.buttons()).toEqual([]);
    expect(await ordersOf(agent)).toBe(0);
    await person.look();
  });
});
