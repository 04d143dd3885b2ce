import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { paySession } from '../support/stripe/sessions.js';
import { serveStripeJs } from '../support/stripe/stripe-js.js';
import { type Agent, ordersOf, PICKUP, statusOf } from './agent.js';
import { runAxe } from './audit.js';
import { paid } from './scenes.js';
import { openStripeStage, type StripeStage } from './stripe-stage.js';

/** Payments through Stripe on the buyer's page; the script of Stripe is a stub, its API a stand-in. */

let shop: StripeStage;
beforeAll(async () => {
  shop = await openStripeStage();
});
afterAll(() => shop.close());

const THANKS = 'Thank you, Ada Lovelace';
const AUTHENTICATED = 'pm_card_authenticationRequired';
const WITHOUT_SCRIPTS = { javaScriptEnabled: false };

/** Enters the test payment method and presses the button to pay, with the keyboard alone. */
async function payByKeyboard(page: Page, method: string): Promise<void> {
  const field = page.getByLabel('Test payment method');
  await field.waitFor();
  await tabTo(page, () => hasFocus(field));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(method);
  await enter(page, page.locator('button.primary'));
}

/** Moves to a button or link with the keyboard, and presses it. */
async function enter(page: Page, one: Locator): Promise<void> {
  await one.waitFor();
  await tabTo(page, () => hasFocus(one));
  await page.keyboard.press('Enter');
}

const hasFocus = async (one: Locator) => (await one.and(one.page().locator(':focus')).count()) > 0;

async function tabTo(page: Page, isReached: () => Promise<boolean>): Promise<void> {
  for (let step = 0; step < 60 && !(await isReached()); step += 1) await page.keyboard.press('Tab');
  expect(await isReached()).toBe(true);
}

/** Answers 3-D Secure with the keyboard alone. */
async function authenticate(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '3D Secure' });
  await dialog.waitFor();
  await enter(page, dialog.getByRole('button', { name: button }));
}

/** Rules of axe that the page of a checkout breaks. The bar with the button covers parts of the form, so some remain undecided. */
async function violations({ continue_url }: Agent): Promise<string[]> {
  // A page of its own, since the previous checkout may reload itself meanwhile.
  const page = await shop.stage.auditor.context().newPage();
  await serveStripeJs(page, shop.standIn.state);
  await page.goto(continue_url);
  await page.evaluate(axe.source);
  const { violations: found } = await runAxe(page, {});
  await page.close();
  return found.map(({ id }) => id);
}

describe('the Payment Element', () => {
  test('pays with 3-D Secure by keyboard alone, after a try that failed it', async () => {
    const agent = await shop.agent();
    const { page, heading, text, look } = await shop.buyer(agent);
    await page.getByLabel('Test payment method').waitFor();
    expect(await violations(agent)).toEqual([]);
    await payByKeyboard(page, AUTHENTICATED);
    await page.getByRole('dialog').waitFor();
    expect(await violations(agent)).toEqual([]);
    await authenticate(page, 'Fail');
    await expect.poll(text).toContain('The last payment was not completed');
    expect(await ordersOf(agent)).toBe(0);
    expect(await violations(agent)).toEqual([]);
    await payByKeyboard(page, AUTHENTICATED);
    await authenticate(page, 'Complete');
    await expect.poll(heading).toBe(THANKS);
    expect(await ordersOf(agent)).toBe(1);
    await look();
  });

  test('is on no other page, and allowed on no other', async () => {
    const agent = await shop.agent();
    const policyOf = async () => (await fetch(agent.continue_url)).headers.get('content-security-policy');
    expect(await policyOf()).toContain('https://js.stripe.com');
    await paid(agent, { handler_id: 'stripe', credential: { type: 'token', token: 'pm_card_visa' } });
    const done = await fetch(agent.continue_url);
    expect(done.headers.get('content-security-policy')).not.toContain('stripe');
    expect(await done.text()).not.toContain('stripe');
  });

  test('keeps what was entered if something else is missing', async () => {
    const agent = await shop.stage.agent([{ item: { id: 'fountain-pen' }, quantity: 1 }]);
    await agent.cart('select_fulfillment', PICKUP);
    const { page, problem } = await shop.buyer(agent);
    const tokens = shop.standIn.state.confirmationTokens.size;
    await page.getByLabel('Test payment method').fill('pm_card_mastercard');
    await page.locator('button.primary').click();
    await expect.poll(problem).toHaveLength(1);
    expect(await page.getByLabel('Test payment method').inputValue()).toBe('pm_card_mastercard');
    expect(shop.standIn.state.confirmationTokens.size).toBe(tokens);
  });
});

describe('the page of Stripe', () => {
  test('takes the payment of a buyer without scripts, with 3-D Secure by keyboard alone', async () => {
    const agent = await shop.agent();
    const { page, heading, look } = await shop.stage.person(agent.continue_url, WITHOUT_SCRIPTS);
    expect(await page.getByText('secure page of the payment provider').isVisible()).toBe(true);
    await enter(page, page.locator('button.primary'));
    const link = page.getByRole('link', { name: 'Complete the payment', exact: true });
    await link.waitFor();
    await look();
    expect(await violations(agent)).toEqual([]);
    await enter(page, link);
    await page.getByLabel('Card').waitFor();
    await tabTo(page, () => hasFocus(page.getByLabel('Card')));
    await page.keyboard.press('Control+A');
    await page.keyboard.type(AUTHENTICATED);
    await enter(page, page.getByRole('button', { name: 'Pay', exact: true }));
    await enter(page, page.getByRole('button', { name: 'Complete', exact: true }));
    await expect.poll(heading).toBe(THANKS);
    expect(await violations(agent)).toEqual([]);
  });

  test('lets a buyer who failed 3-D Secure pay again', async () => {
    const agent = await shop.agent();
    const { page, heading, press, follow } = await shop.stage.person(agent.continue_url, WITHOUT_SCRIPTS);
    const payWith = async (result: string) => {
      await follow('Complete the payment');
      await page.getByLabel('Card').fill(AUTHENTICATED);
      await press('Pay');
      await press(result);
    };
    await press(await page.locator('button.primary').innerText());
    await payWith('Fail');
    expect([await ordersOf(agent), await violations(agent)]).toEqual([0, []]);
    // The page of Stripe lets the buyer try another card until its session ends.
    await payWith('Complete');
    expect([await heading(), await ordersOf(agent)]).toEqual([THANKS, 1]);
  });

  test('is found paid later if the buyer closes the window', async () => {
    const agent = await shop.agent();
    const { page, press, follow } = await shop.stage.person(agent.continue_url, WITHOUT_SCRIPTS);
    await press(await page.locator('button.primary').innerText());
    await follow('Complete the payment');
    const id = required(page.url().split('/').at(-1), 'session');
    await page.goto('about:blank');
    const { state } = shop.standIn;
    paySession(state, state.session(id), 'pm_card_visa', { livemode: false });
    expect(await statusOf(agent)).toBe('completed');
    const later = await shop.stage.person(agent.continue_url);
    expect(await later.heading()).toBe(THANKS);
  });
});
