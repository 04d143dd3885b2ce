import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocking, ordersOf, statusOf } from './agent.js';
import { ACCEPTED, type Person } from './person.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function enter({ page }: Person, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
}

const STREET = {
  'Street and house number': '12 Main St',
  'City or town': 'Springfield',
  'State or province': 'OR',
  'Postal code': '97477',
  'Delivery instructions': 'Ring twice.',
};

async function chooseOption(person: Person, option: RegExp): Promise<void> {
  await person.page.getByRole('radio', { name: option }).check();
  await person.press('Choose');
}

describe('a person who finishes what an agent began', () => {
  test('enters email, address and delivery, and pays', async () => {
    const agent = await stage.agent([{ item: { id: 'vacuum-flask' }, quantity: 1 }]);
    const person = await stage.person(agent.continue_url);
    expect(await person.badges()).toEqual(['Something is still missing']);
    expect(await person.buttons()).toEqual(['Save contact', 'Save address']);
    await person.look();
    await enter(person, { Email: 'ada@example.com' });
    await person.press('Save contact');
    expect((await agent.cart('get_checkout')).buyer).toEqual({ email: 'ada@example.com' });
    await enter(person, STREET);
    await person.page.getByLabel('Country').selectOption('Germany');
    await person.press('Save address');
    expect(await person.text()).toContain('The shop does not deliver to this address.');
    expect(await person.page.getByLabel('City or town').inputValue()).toBe('Springfield');
    await person.look();
    await person.page.getByLabel('Country').selectOption('United States');
    await person.press('Save address');
    expect(await person.buttons()).toEqual(['Choose']);
    await person.look();
    await chooseOption(person, /^Standard shipping.*\$5\.99/);
    expect(await person.text()).toContain('12 Main St\nSpringfield, OR, 97477\nUnited States');
    expect(await person.buttons()).toEqual(['Order and pay $44.60', 'Order for $44.60']);
    expect(await statusOf(agent)).toBe('ready_for_complete');
    await person.pay(ACCEPTED);
    expect(await person.badges()).toEqual(['Completed']);
    const { order } = await agent.cart('get_checkout');
    const { fulfillment, totals } = await agent.call('get_order', { order_id: order.id });
    expect(totals.at(-1)).toMatchObject({ amount: 4460 });
    expect(fulfillment.expectations[0].destination).toMatchObject({
      street_address: '12 Main St',
      postal_code: '97477',
    });
  });

  test('completes an address of which the agent knew the country', async () => {
    const agent = await stage.agent([{ item: { id: 'garden-herb-kit' }, quantity: 1 }]);
    await agent.cart('set_buyer', { buyer: { email: 'ada@example.com' } });
    await agent.cart('set_destination', { destination: { full_name: 'Ada Lovelace', address_country: 'US' } });
    await agent.cart('select_fulfillment', { selected_option_id: 'standard' });
    const person = await stage.person(agent.continue_url);
    expect(await person.text()).toContain('The address is not complete.');
    expect(await person.page.getByLabel('Name (optional)').inputValue()).toBe('Ada Lovelace');
    await enter(person, STREET);
    await person.press('Save address');
    expect(await person.badges()).toEqual(['Ready to be paid']);
  });

  test('collects what could also be sent, without an address', async () => {
    const agent = await stage.agent([{ item: { id: 'enamel-mug' }, quantity: 1 }]);
    const person = await stage.person(agent.continue_url);
    expect(await person.buttons()).toEqual(['Save contact', 'Save address', 'Choose']);
    expect(await person.text()).toContain('Only needed if something is to be sent to you.');
    await person.look();
    await chooseOption(person, /^Quillback Mercantile, Portland/);
    await enter(person, { Email: 'ada@example.com' });
    await person.press('Save contact');
    expect(await person.buttons()).toEqual(['Order and pay $17.16', 'Order for $17.16']);
  });

  test('without scripts, does everything that a cart can ask for', async () => {
    const agent = await stage.agent([
      { item: { id: 'espresso-machine' }, quantity: 1 },
      { item: { id: 'oregon-pinot-noir' }, quantity: 1 },
    ]);
    const person = await stage.person(agent.continue_url, { javaScriptEnabled: false });
    expect(await person.buttons()).toEqual(['I am of legal age', 'Save contact', 'Save address', 'Choose']);
    await person.press('I am of legal age');
    await enter(person, { Email: 'ada@example.com' });
    await person.press('Save contact');
    await enter(person, STREET);
    await person.press('Save address');
    await chooseOption(person, /^Express shipping/);
    expect(await blocking(agent)).toEqual(['high_value_order']);
    await person.press('Approve $1,438.20');
    await person.pay(ACCEPTED);
    expect(await person.badges()).toEqual(['Completed']);
    await person.follow('See the order');
    expect(await person.badges()).toEqual(['Being prepared', 'Paid']);
    expect(await ordersOf(agent)).toBe(1);
  });
});

describe('what the page says of a cart that only the agent can mend', () => {
  test('names the items and offers no way to pay', async () => {
    const agent = await stage.agent([
      { item: { id: 'shop-tee' }, quantity: 1 },
      { item: { id: 'copper-saucepan' }, quantity: 2 },
    ]);
    const person = await stage.person(agent.continue_url);
    const text = await person.text();
    expect(text.split('A choice is missing for Quillback T-shirt.')).toHaveLength(2);
    expect(text).toContain('There is not enough of Hand-tinned copper saucepan in stock.');
    await chooseOption(person, /^Quillback Mercantile, Portland/);
    await agent.cart('add_line_items', { line_items: [{ item: { id: 'vacuum-flask' }, quantity: 1 }] });
    await person.page.reload();
    expect(await person.text()).toContain('Steel vacuum flask is not available with this delivery option.');
    expect(await person.buttons()).toEqual(['Save contact', 'Save address', 'Choose']);
    await person.look();
  });

  test('an empty cart', async () => {
    const person = await stage.person((await stage.agent()).continue_url);
    expect(await person.text()).toContain('The cart is empty. Your agent can add items.');
    await person.look();
  });
});
