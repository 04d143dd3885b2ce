import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ordersOf, readyFor } from './agent.js';
import { ACCEPTED, type Person } from './person.js';
import { openStage, type Stage } from './stage.js';

/** Actions of a person while the page's script is saving, or cannot save. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** Holds the script's requests until the returned function is called. `goes` then lets each one continue or fail. */
async function holdSaving({ page }: Person, goes: (route: Route) => Promise<void> = (route) => route.continue()) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/checkout/**', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    await released;
    await goes(route);
  });
  return release;
}

async function arrived() {
  const agent = await stage.agent([
    { id: 'mug', item: { id: 'keepsake-mug' }, quantity: 1 },
    { id: 'flask', item: { id: 'vacuum-flask' }, quantity: 1 },
  ]);
  await agent.cart('set_buyer', { buyer: { email: 'ada@example.com' } });
  await agent.cart('set_destination', {
    destination: {
      full_name: 'Ada Lovelace',
      street_address: '12 Main St',
      address_locality: 'Springfield',
      address_region: 'OR',
      postal_code: '97477',
      address_country: 'US',
    },
  });
  await agent.cart('select_fulfillment', { selected_option_id: 'standard' });
  return { agent, person: await stage.person(agent.continue_url) };
}

const quantityOf = ({ page }: Person, item: string) => page.getByLabel(`Quantity of ${item}`);
const at = ({ page }: Person) =>
  page.evaluate<string>('document.activeElement.value + " " + document.activeElement.selectionStart');

describe('the page while something is being saved', () => {
  test('keeps entries in other fields, and saves them next', async () => {
    const { agent, person } = await arrived();
    const { page } = person;
    const release = await holdSaving(person);
    await page.getByLabel('Phone').fill('+1 503 555 0100');
    await page.getByLabel('Discount code').fill('WELC');
    await page.getByLabel('Express shipping').check();
    await quantityOf(person, 'Steel vacuum flask').fill('3');
    await page.getByLabel('Engraving').pressSequentially('For Ada');
    await page.keyboard.press('ArrowLeft');
    release();
    await expect.poll(async () => (await agent.cart('get_checkout')).line_items[1].quantity).toBe(3);
    await expect.poll(() => page.locator('.row small').allInnerTexts()).toEqual(['$36.00 each']);
    expect(await at(person)).toBe('For Ada 6');
    await page.keyboard.type('!');
    await page.getByLabel('Engraving').blur();
    await expect
      .poll(async () => (await agent.cart('get_checkout')).line_items[0].properties[0]?.value)
      .toBe('For Ad!a');
    expect(await page.getByLabel('Express shipping').isChecked()).toBe(true);
    expect(await quantityOf(person, 'Steel vacuum flask').inputValue()).toBe('3');
    expect(await page.getByLabel('Discount code').inputValue()).toBe('WELC');
  });

  test('keeps the focus on a choice made with a key', async () => {
    const { agent, person } = await arrived();
    const total = () => person.page.locator('[name=expected_total]').inputValue();
    const before = await total();
    await person.page.getByLabel('Standard shipping').focus();
    await person.page.keyboard.press('ArrowDown');
    await expect.poll(total).not.toBe(before);
    expect(await at(person)).toBe('express null');
    await person.page.keyboard.press('ArrowUp');
    await expect
      .poll(async () => (await agent.cart('get_checkout')).fulfillment.methods[0].groups[0])
      .toMatchObject({
        selected_option_id: 'standard',
      });
  });

  test('shows a changed total before charging a buyer who agreed to another amount', async () => {
    const { agent, person } = await arrived();
    const { page } = person;
    const release = await holdSaving(person);
    await quantityOf(person, 'Steel vacuum flask').fill('2');
    await page.getByLabel('Card', { exact: true }).selectOption(ACCEPTED);
    await person.settle(async () => {
      await page.getByRole('button', { name: /^Pay / }).click();
      release();
    });
    const [button] = await person.primary();
    const said = page.getByText(`The total is now ${button?.replace('Pay ', '')}.`);
    expect(await said.isVisible()).toBe(true);
    expect(await ordersOf(agent)).toBe(0);
    await person.pay(ACCEPTED);
    expect(await ordersOf(agent)).toBe(1);
  });

  test.each([
    [
      'the mouse',
      async (page: Page) => {
        await page.locator('.primary').hover();
        await page.mouse.down();
      },
      (page: Page) => page.mouse.up(),
    ],
    [
      'the space bar',
      async (page: Page) => {
        await page.locator('.primary').focus();
        await page.keyboard.down('Space');
        // A key that is held down repeats.
        await page.keyboard.down('Space');
      },
      (page: Page) => page.keyboard.up('Space'),
    ],
  ])('does not change a button while it is held down with %s', async (_by, press, letGo) => {
    const agent = await stage.agent([{ item: { id: 'pear-brandy' }, quantity: 1 }]);
    const person = await stage.person(agent.continue_url);
    const { page } = person;
    expect(await person.primary()).toEqual(['Continue']);
    await page.locator('#street_address').fill('12 Main St');
    const release = await holdSaving(person);
    const saved = page.waitForResponse((response) => response.request().resourceType() === 'fetch');
    await press(page);
    // The address is saved while the button is down. The page then asks for the buyer's age, in the same place.
    release();
    await (await saved).finished();
    await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))');
    await person.settle(() => letGo(page));
    expect(await person.primary()).toEqual(['I am 21 or older']);
    const { messages } = await agent.cart('get_checkout');
    expect(messages).toContainEqual(expect.objectContaining({ code: 'age_verification_required' }));
  });

  test('removes a line when its button is pressed, even if the total has changed', async () => {
    const { agent, person } = await arrived();
    const release = await holdSaving(person);
    await quantityOf(person, 'Steel vacuum flask').fill('2');
    await person.settle(async () => {
      await person.page.getByRole('button', { name: 'Remove Keepsake mug' }).click();
      release();
    });
    expect((await agent.cart('get_checkout')).line_items).toMatchObject([{ id: 'flask', quantity: 2 }]);
    expect(await person.page.locator('.lines > li').count()).toBe(1);
  });
});

describe('the page when its requests fail', () => {
  test.each([
    ['no network', (route: Route) => route.abort()],
    ['too many requests', (route: Route) => route.fulfill({ status: 429, body: 'later' })],
  ])('%s: stays as it is, reports the failure, and saves with the next change', async (_name, goes) => {
    const { agent, person } = await arrived();
    const { page } = person;
    (await holdSaving(person, goes))();
    await page.getByLabel('Phone').fill('+1 503 555 0100');
    await person.press('Remove Keepsake mug');
    expect(await page.getByText('That did not work, and nothing was changed.').isVisible()).toBe(true);
    expect(await page.getByLabel('Phone').inputValue()).toBe('+1 503 555 0100');
    await page.unroute('**/checkout/**');
    await person.press('Remove Keepsake mug');
    const { line_items, fulfillment } = await agent.cart('get_checkout');
    expect(line_items).toHaveLength(1);
    expect(fulfillment.methods[0].destinations[0].phone_number).toBe('+1 503 555 0100');
  });
});

describe('a page restored by the browser', () => {
  const shownAgain = ({ page }: Person) =>
    page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');

  test('keeps the input while the cart is unchanged', async () => {
    const { agent, person } = await arrived();
    await person.page.getByLabel('Discount code').fill('WELC');
    await person.page.getByLabel('Phone').fill('+1 503 555 0100');
    await shownAgain(person);
    await expect
      .poll(async () => (await agent.cart('get_checkout')).fulfillment.methods[0].destinations[0].phone_number)
      .toBe('+1 503 555 0100');
    expect(await person.page.getByLabel('Discount code').inputValue()).toBe('WELC');
  });

  test('shows the current page when the cart has changed or is canceled', async () => {
    const { agent, person } = await arrived();
    await agent.cart('update_line_item', { line_item_id: 'flask', quantity: 2 });
    await shownAgain(person);
    await expect.poll(() => quantityOf(person, 'Steel vacuum flask').inputValue()).toBe('2');
    await readyFor(agent);
    await agent.cart('cancel_checkout');
    await shownAgain(person);
    await expect.poll(() => person.heading()).toBe('This checkout was canceled');
  });
});
