import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressForm, addressLabel } from '../../src/pages/shop/address-form.js';
import { de } from '../../src/texts/de.js';
import { en } from '../../src/texts/en.js';
import { Merchant } from '../actors/merchant.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
let merchant: Merchant;
beforeAll(async () => {
  stage = await openStage();
  merchant = new Merchant(stage.portal);
  await merchant.changeSettings(({ shipping }) => ({
    shipping: shipping.map((rate) => ({ ...rate, zone: { countries: ['DE', 'GB', 'US'] } })),
  }));
});
afterAll(() => stage.close());

const STREET = 'street_address';
const LOCALITY = 'address_locality';
const REGION = 'address_region';
const CODE = 'postal_code';

describe('the fields of an address', () => {
  test.each([
    ['US', [LOCALITY, REGION, CODE]],
    ['DE', [CODE, LOCALITY]],
    ['FR', [CODE, LOCALITY]],
    ['IT', [CODE, LOCALITY, REGION]],
    ['ES', [CODE, LOCALITY, REGION]],
    ['GB', [LOCALITY, CODE]],
    ['HK', [LOCALITY, REGION]],
    ['SG', [CODE]],
    ['ZZ', [LOCALITY]],
  ])('are in the order that the country uses: %s', async (country, fields) => {
    expect(addressForm(await merchant.settings(), country, false).fields).toEqual(fields);
  });

  test('are required if the country requires them, unless the shop requires only a street', async () => {
    const settings = await merchant.settings();
    const required = (country: string) => addressForm(settings, country, false).required;
    expect(required('US')).toEqual([STREET, LOCALITY, REGION, CODE]);
    expect(required('SG')).toEqual([STREET, CODE]);
    const lenient = addressForm({ ...settings, address_check: 'street' }, 'US', false);
    expect(lenient).toMatchObject({ required: [STREET], needsName: false });
    expect(lenient.regions(undefined)).toBeUndefined();
  });

  test('offer the regions of a country that requires one, and a stored region that is not among them', async () => {
    const settings = await merchant.settings();
    const regions = addressForm(settings, 'JP', false).regions(undefined);
    expect(regions?.slice(0, 2)).toEqual([
      { value: '01', label: 'Hokkaido' },
      { value: '02', label: 'Aomori' },
    ]);
    const spanish = addressForm(settings, 'ES', false);
    expect(spanish.regions('M')).toHaveLength(52);
    expect(spanish.regions('MD')?.at(-1)).toEqual({ value: 'MD', label: 'MD' });
    expect(addressForm(settings, 'DE', true).regions('BY')).toBeUndefined();
  });

  test('include a region that is already given, and require one if prices depend on it', async () => {
    const settings = await merchant.settings();
    expect(addressForm(settings, 'DE', true).fields).toContain(REGION);
    const rates = [...settings.tax.rates, { country: 'DE', region: 'BY', rate_ppm: 70_000 }];
    const form = addressForm({ ...settings, tax: { ...settings.tax, rates } }, 'DE', false);
    expect(form.fields).toEqual([CODE, LOCALITY, REGION]);
    expect(form.required).toEqual([STREET, LOCALITY, CODE, REGION]);
  });

  test('have labels that fit the country', () => {
    const called = (country: string, texts = en) => [
      addressLabel(REGION, country, texts),
      addressLabel(CODE, country, texts),
    ];
    expect(called('US')).toEqual(['State', 'ZIP code']);
    expect(called('CA')).toEqual(['Province', 'Postal code']);
    expect(called('CH')).toEqual(['State or region', 'Postal code']);
    expect(called('US', de)).toEqual(['Bundesstaat', 'ZIP-Code']);
  });
});

test.each([true, false])('the fields follow the chosen country and keep the input; scripts: %s', async (scripts) => {
  const agent = await stage.agent([{ item: { id: 'vacuum-flask' }, quantity: 1 }]);
  const { page, settle } = await stage.person(agent.continue_url, { javaScriptEnabled: scripts });
  const asked = async () =>
    (await page.locator('.fields > .half label').allInnerTexts()).map((text) => text.replace(' (optional)', ''));
  expect(await asked()).toEqual(['City or town', 'State', 'ZIP code', 'Phone']);
  await page.getByLabel('City or town').fill('Berlin');
  const choose = async (country: string) => {
    await page.getByLabel('Country').selectOption(country);
    const save = page.getByRole('button', { name: 'Save and update the total' }).first();
    if (!scripts) await settle(() => save.click());
  };
  await choose('DE');
  await expect.poll(asked).toEqual(['Postal code', 'City or town']);
  expect(await page.getByLabel('City or town').inputValue()).toBe('Berlin');
  await choose('GB');
  await expect.poll(asked).toEqual(['City or town', 'Postal code']);
  const { destinations } = (await agent.cart('get_checkout')).fulfillment.methods[0];
  expect(destinations[0]).toMatchObject({ address_country: 'GB', address_locality: 'Berlin' });
});
