import { afterAll, beforeAll, expect, test } from 'vitest';
import { ordersOf } from './agent.js';
import { ACCEPTED } from './person.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const PHONE = { viewport: { width: 390, height: 844 } };
const isFulfillment = ({ type }: { readonly type: string }) => type === 'fulfillment';

test('a person can buy with only the keyboard: address, delivery, quantity, code and card', async () => {
  const agent = await stage.agent([
    { id: 'flask', item: { id: 'vacuum-flask' }, quantity: 1 },
    { id: 'mug', item: { id: 'keepsake-mug' }, quantity: 1 },
  ]);
  const { page, heading } = await stage.person(agent.continue_url, PHONE);
  const focused = () =>
    page.evaluate<string>(
      '(({ id, name, className, localName }) => id || name || className || localName)(document.activeElement)',
    );
  /** Presses Tab until the element has the focus. */
  const tabTo = async (wanted: string) => {
    for (let step = 0; step < 60 && (await focused()) !== wanted; step += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe(wanted);
  };
  const enterAt = async (wanted: string, text: string) => {
    await tabTo(wanted);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
  };
  await enterAt('email', 'ada@example.com');
  await enterAt('full_name', 'Ada Lovelace');
  await enterAt('street_address', '12 Main St');
  await enterAt('address_locality', 'Springfield');
  await enterAt('address_region', 'OR');
  await enterAt('postal_code', '97477');
  await tabTo('phone_number');
  await expect.poll(() => page.getByLabel('Standard shipping').isChecked()).toBe(true);
  await tabTo('selected_option_id');
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(async () => (await agent.cart('get_checkout')).totals.find(isFulfillment))
    .toMatchObject({
      amount: 1_499,
    });
  await enterAt('sandbox_card.token', ACCEPTED);
  await tabTo('summary');
  await page.keyboard.press('Enter');
  await enterAt('quantity.flask', '2');
  await enterAt('code', 'WELCOME10');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await agent.cart('get_checkout')).discounts.codes).toEqual(['WELCOME10']);
  expect((await agent.cart('get_checkout')).line_items[0].quantity).toBe(2);
  // Until the page shows the new total, its button asks to pay the old one.
  await page.getByText('(WELCOME10)').waitFor();
  await tabTo('primary');
  await page.keyboard.press('Enter');
  await expect.poll(() => heading()).toMatch(/^Thank you/);
  expect(await ordersOf(agent)).toBe(1);
});
