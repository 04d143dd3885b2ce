import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { volume } from '../support/volume.js';
import type { Agent } from './agent.js';
import { ACCEPTED, type Person } from './person.js';
import { ADDRESS } from './scenes.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const SHIPPED = { item: { id: 'enamel-mug' }, quantity: 1 };
const BUYER = { email: 'ada@example.com', full_name: 'Ada Lovelace' };
const BILLING = {
  full_name: 'Lovelace GmbH',
  street_address: 'Marienplatz 1',
  address_locality: 'München',
  postal_code: '80331',
  address_country: 'DE',
};

/** Creates an agent whose cart has shipping and is ready to be paid. */
async function shipped(): Promise<Agent> {
  const agent = await stage.agent([SHIPPED]);
  await agent.cart('set_buyer', { buyer: BUYER });
  await agent.cart('set_destination', { destination: ADDRESS });
  const { fulfillment } = await agent.cart('get_checkout');
  const [option] = fulfillment.methods[0].groups[0].options;
  await agent.cart('select_fulfillment', { selected_option_id: option.id });
  return agent;
}

const stored = async (agent: Agent) => (await agent.cart('get_checkout')).billing_address;
const box = ({ page }: Person) => page.locator('#billing_same');
const field = ({ page }: Person, part: string) => page.locator(`#billing_${part}`);

describe.each([true, false])('the billing address, with scripts: %s', (javaScriptEnabled) => {
  const buyer = (agent: Agent) => stage.person(agent.continue_url, { javaScriptEnabled });
  /** Saves the fields by leaving them or, without scripts, by pressing the button. */
  const save = async ({ page, settle }: Person) => {
    if (javaScriptEnabled) await page.getByRole('heading', { name: 'Billing address' }).click();
    else await settle(() => page.getByRole('button', { name: 'Save and update the total' }).first().click());
  };
  const uncheck = async (person: Person) => {
    await box(person).uncheck();
    await save(person);
    await field(person, 'full_name').waitFor();
  };
  const enter = async (person: Person) => {
    await field(person, 'address_country').selectOption('DE');
    await save(person);
    // German addresses have no region.
    await expect.poll(() => field(person, 'address_region').count()).toBe(0);
    for (const part of ['full_name', 'street_address', 'postal_code', 'address_locality'] as const)
      await field(person, part).fill(BILLING[part]);
  };

  test('is the delivery address unless the buyer enters another, which is then on the order', async () => {
    const agent = await shipped();
    const person = await buyer(agent);
    expect([await box(person).isChecked(), await field(person, 'full_name').count()]).toEqual([true, 0]);
    await uncheck(person);
    expect(await box(person).isChecked()).toBe(false);
    await enter(person);
    await person.pay(ACCEPTED);
    expect(await person.heading()).toBe('Thank you, Ada Lovelace');
    const { order } = await agent.cart('get_checkout');
    expect(await agent.call('get_order', { order_id: order.id })).toMatchObject({ billing_address: BILLING });
  });

  test('is removed when the box is checked again; until then, members without a form field are kept', async () => {
    const agent = await shipped();
    const phone_number = '+49 89 1234';
    await agent.cart('set_buyer', { buyer: BUYER, billing_address: { ...BILLING, phone_number } });
    const person = await buyer(agent);
    expect([await box(person).isChecked(), await field(person, 'postal_code').inputValue()]).toEqual([false, '80331']);
    await field(person, 'full_name').fill('Byron KG');
    await save(person);
    await expect.poll(() => stored(agent)).toEqual({ ...BILLING, phone_number, full_name: 'Byron KG' });
    await box(person).check();
    await save(person);
    await expect.poll(() => stored(agent)).toBeUndefined();
    await expect.poll(() => field(person, 'full_name').count()).toBe(0);
    expect(await box(person).isChecked()).toBe(true);
    expect((await agent.cart('get_checkout')).buyer).toEqual(BUYER);
  });

  test('must be complete for its country before the payment', async () => {
    const agent = await shipped();
    const person = await buyer(agent);
    await box(person).uncheck();
    const problems = () => person.page.locator('#problem li').allInnerTexts();
    await person.pay(ACCEPTED);
    const missing = (label: string) => `Billing address, ${label}: Please fill this in.`;
    expect(await problems()).toEqual(
      ['Full name', 'Street and house number', 'City or town', 'State', 'ZIP code'].map(missing),
    );
    await enter(person);
    await field(person, 'postal_code').fill('1');
    await person.pay(ACCEPTED);
    expect(await problems()).toEqual([
      'Billing address, Postal code: Please check the postal code: it does not fit this address.',
    ]);
    await field(person, 'postal_code').fill(BILLING.postal_code);
    await person.pay(ACCEPTED);
    expect(await person.heading()).toBe('Thank you, Ada Lovelace');
  });
});

const WORDS = [
  ['en', 'Same as the delivery address', 'No billing address'],
  ['de', 'Identisch mit der Lieferadresse', 'Keine Rechnungsadresse'],
  ['fr', 'Identique à l’adresse de livraison', 'Pas d’adresse de facturation'],
  ['es', 'Igual que la dirección de entrega', 'Sin dirección de facturación'],
  ['it', 'Uguale all’indirizzo di consegna', 'Nessun indirizzo di fatturazione'],
] as const;

test.each(volume(WORDS.slice(0, 1), [...WORDS]))(
  'the checkbox of the billing address has words that fit the delivery method; language: %s',
  async (locale, same, none) => {
    const agent = await shipped();
    const { page } = await stage.person(agent.continue_url, { locale });
    const label = page.locator('label:has(#billing_same)');
    expect((await label.innerText()).trim()).toBe(same);
    await page.locator('#method\\.pickup').check();
    await expect.poll(async () => (await label.innerText()).trim()).toBe(none);
  },
);

test('the page of a digital cart offers a billing address, too, and "No billing address" is checked', async () => {
  const agent = await stage.agent([{ item: { id: 'preserving-ebook' }, quantity: 1 }]);
  await agent.cart('set_buyer', { buyer: BUYER });
  const { page } = await stage.person(agent.continue_url);
  expect(await page.getByLabel('No billing address').isChecked()).toBe(true);
});

test('set_buyer removes the billing address if an empty one is sent, and keeps it if none is sent', async () => {
  const agent = await stage.agent([SHIPPED]);
  await agent.cart('set_buyer', { buyer: BUYER, billing_address: BILLING });
  await agent.cart('set_buyer', { buyer: BUYER });
  expect(await stored(agent)).toEqual(BILLING);
  await agent.cart('set_buyer', { buyer: BUYER, billing_address: {} });
  expect(await stored(agent)).toBeUndefined();
});
