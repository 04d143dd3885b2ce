import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { volume } from '../support/volume.js';
import { setStock } from '../surface/messages/scene.js';
import { blocking, ordersOf, readyFor, statusOf } from './agent.js';
import { ACCEPTED, type Person } from './person.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function enter({ page }: Person, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByLabel(label).filter({ visible: true });
    await (label === 'State' ? field.selectOption(value) : field.fill(value));
  }
}

const STREET = {
  'Full name': 'Ada Lovelace',
  'Street and house number': '12 Main St',
  'City or town': 'Springfield',
  State: 'OR',
  'ZIP code': '97477',
  'Delivery instructions': 'Ring twice.',
};

/** A phone and a desktop, with scripts and without. */
const PHONE = { viewport: { width: 390, height: 844 } };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const WINDOWS: readonly [string, BrowserContextOptions][] = [
  ['a phone with scripts', PHONE],
  ['a desktop without scripts', { ...DESKTOP, javaScriptEnabled: false }],
  ...volume<[string, BrowserContextOptions][]>(
    [],
    [
      ['a phone without scripts', { ...PHONE, javaScriptEnabled: false }],
      ['a desktop with scripts', DESKTOP],
    ],
  ),
];

const total = ({ page }: Person) => page.locator('[name=expected_total]').inputValue();

describe.each(WINDOWS)('a person on %s', (_name, options) => {
  const scripts = options.javaScriptEnabled !== false;

  /** The script saves each change immediately; without it, a button saves. */
  async function save({ page }: Person): Promise<void> {
    if (scripts) return page.getByRole('heading', { name: 'Delivery', exact: true }).click();
    const arrived = page.waitForEvent('framenavigated');
    await page.getByRole('button', { name: 'Save and update the total' }).first().click();
    await arrived;
    await page.waitForLoadState();
  }

  async function unfold({ page }: Person): Promise<void> {
    const folded = page.locator('details.summary:not([open]) > summary');
    if (await folded.isVisible()) await folded.click();
  }

  async function saved(person: Person, change: () => Promise<unknown>, wanted: string): Promise<void> {
    await unfold(person);
    await change();
    await save(person);
    await expect.poll(() => total(person)).toBe(wanted);
  }

  test('changes address, option, quantity, code and property, and pays once', async () => {
    const agent = await stage.agent([
      { id: 'flask', item: { id: 'vacuum-flask' }, quantity: 1 },
      { id: 'tee', item: { id: 'shop-tee' }, quantity: 1 },
    ]);
    await agent.cart('set_destination', { destination: { address_country: 'US', address_locality: 'Salem' } });
    const person = await stage.person(agent.continue_url, options);
    expect(await person.primary()).toEqual(['Continue']);
    await enter(person, { Email: 'ada@example', 'Street and house number': '12 Main St' });
    await save(person);
    await expect.poll(() => person.page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    expect(await person.page.getByLabel('Email').inputValue()).toBe('ada@example');
    expect(await person.page.getByLabel('Street and house number').inputValue()).toBe('12 Main St');
    await enter(person, { Email: 'ada@example.com', ...STREET });
    await save(person);
    await expect
      .poll(async () => (await agent.cart('get_checkout')).buyer)
      .toEqual({ email: 'ada@example.com', full_name: 'Ada Lovelace' });
    await saved(person, () => person.page.getByLabel('Express shipping').check(), '8363');
    await saved(person, () => person.page.getByLabel('Quantity of Steel vacuum flask').fill('2'), '12224');
    await saved(person, () => person.page.getByLabel('Size').selectOption('M'), '12224');
    await saved(person, () => person.page.getByLabel('Color').selectOption({ index: 1 }), '12224');
    await unfold(person);
    await person.page.getByLabel('Discount code').fill('welcome10');
    await person.press('Apply');
    expect(await total(person)).toBe('11152');
    expect(await statusOf(agent)).toBe('ready_for_complete');
    await person.pay(ACCEPTED);
    expect(await person.heading()).toBe('Thank you, Ada Lovelace');
    const { order } = await agent.cart('get_checkout');
    const { fulfillment, totals } = await agent.call('get_order', { order_id: order.id });
    expect(totals.at(-1)).toMatchObject({ amount: 11_152 });
    expect(fulfillment.expectations[0].destination).toMatchObject({
      street_address: '12 Main St',
      postal_code: '97477',
    });
    expect(await ordersOf(agent)).toBe(1);
  });

  test('corrects a rejected form, and pays with the next press', async () => {
    const agent = await stage.agent([{ item: { id: 'preserving-ebook' }, quantity: 1 }]);
    const person = await stage.person(agent.continue_url, options);
    await person.pay(ACCEPTED);
    expect(await person.page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    await enter(person, { Email: 'ada@example.com' });
    if (scripts) {
      await person.page.getByLabel('Email').blur();
      await expect.poll(() => person.page.getByLabel('Email').getAttribute('aria-invalid')).toBeNull();
    }
    await person.pay(ACCEPTED);
    expect(await person.heading()).toBe('Thank you for your order');
    expect(await ordersOf(agent)).toBe(1);
  });

  test('places only one order by pressing twice, paying in a second tab and going back', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'rolling-pin' }, quantity: 1 }]));
    const person = await stage.person(agent.continue_url, options);
    const other = await stage.person(agent.continue_url, options);
    await person.page.getByLabel('Card', { exact: true }).selectOption(ACCEPTED);
    const arrived = person.page.waitForEvent('framenavigated');
    await person.page.getByRole('button', { name: /^Pay / }).dblclick();
    await arrived;
    await expect.poll(() => statusOf(agent)).toBe('completed');
    await other.pay(ACCEPTED);
    expect(await other.heading()).toBe('Thank you, Ada Lovelace');
    await person.page.goBack();
    await expect.poll(() => person.heading()).toBe('Thank you, Ada Lovelace');
    expect(await ordersOf(agent)).toBe(1);
  });
});

describe('a person who completes a cart that an agent began', () => {
  test('buys something digital with an email address only', async () => {
    const agent = await stage.agent([{ item: { id: 'preserving-ebook' }, quantity: 1 }]);
    const person = await stage.person(agent.continue_url);
    await enter(person, { Email: 'ada@example.com' });
    await person.pay(ACCEPTED);
    expect(await person.text()).toContain('The shop sends your order by email.');
  });

  test('sees at the line that stock fell below its quantity before the last click, and loses no input', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'jam-jars' }, quantity: 2 }]));
    const person = await stage.person(agent.continue_url);
    await setStock(stage.portal, 'jam-jars', 1);
    await enter(person, { 'Full name': 'Grace Hopper' });
    await person.pay(ACCEPTED);
    expect(await person.problem()).toEqual([
      'Something in the cart is not in stock in this quantity. Nothing was charged.',
    ]);
    expect(await person.text()).toContain('There is not enough of this in stock.');
    expect(await person.page.getByLabel('Full name').first().inputValue()).toBe('Grace Hopper');
    expect(await ordersOf(agent)).toBe(0);
  });

  test('removes a line and a code', async () => {
    const agent = await readyFor(
      await stage.agent([
        { item: { id: 'enamel-mug' }, quantity: 1 },
        { item: { id: 'sea-salt' }, quantity: 1 },
      ]),
    );
    await agent.cart('apply_discount', { code: 'WELCOME10' });
    const person = await stage.person(agent.continue_url);
    await person.press('Remove Enamel camp mug');
    await person.press('Remove the code WELCOME10');
    const { line_items, discounts } = await agent.cart('get_checkout');
    expect([line_items.length, discounts.codes]).toEqual([1, []]);
  });

  test('removes the line whose button was pressed, even while something else is being saved', async () => {
    const agent = await readyFor(
      await stage.agent(['enamel-mug', 'sea-salt', 'rolling-pin'].map((id) => ({ id, item: { id }, quantity: 1 }))),
    );
    const person = await stage.person(agent.continue_url);
    let release = () => {};
    const pressed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await person.page.route('**/checkout/*', async (route) => {
      if (route.request().resourceType() === 'fetch') await pressed;
      await route.continue();
    });
    await enter(person, { Email: 'eve@example.com' });
    await person.page.getByLabel('Email').blur();
    await person.settle(async () => {
      await person.page.getByRole('button', { name: /^Remove .*salt/i }).click();
      release();
    });
    const { line_items } = await agent.cart('get_checkout');
    expect(line_items.map(({ id }: { id: string }) => id)).toEqual(['enamel-mug', 'rolling-pin']);
  });

  test('sees at the code field that a code is unknown', async () => {
    const agent = await readyFor(await stage.agent([{ item: { id: 'enamel-mug' }, quantity: 1 }]));
    const person = await stage.person(agent.continue_url);
    await enter(person, { 'Discount code': 'NOSUCH' });
    await person.press('Apply');
    expect(await person.page.locator('.code + .error').allInnerTexts()).toEqual(['This discount code is not known.']);
    expect(await person.page.getByLabel('Discount code').inputValue()).toBe('NOSUCH');
    expect(await blocking(agent)).toEqual([]);
  });

  test('sees that the cart is empty', async () => {
    const person = await stage.person((await stage.agent()).continue_url);
    expect(await person.heading()).toBe('Your cart is empty');
  });
});
