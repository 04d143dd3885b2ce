import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { submitForm } from '../../actors/buyer-page.js';
import { Merchant } from '../../actors/merchant.js';
import { readyCart, type Shopper, shopper } from '../../actors/shopper.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { callTool } from './scene.js';

const HOME = {
  full_name: 'Ada Lovelace',
  address_country: 'US',
  address_locality: 'Seattle',
  postal_code: '98101',
  street_address: '12 Main St',
};

/** Each test has a cart with shipping in a demo shop that taxes one region, which its settings name in full. */
let portal: TestPortal;
let by: Shopper;
let checkout_id: string;
beforeEach(async () => {
  portal = await startPortal();
  await new Merchant(portal).changeSettings(({ tax }) => ({
    tax: { ...tax, rates: [{ country: 'US', region: 'Washington', rate_ppm: 101_000 }] },
  }));
  by = shopper(portal, { buyer: 'ada' });
  ({ id: checkout_id } = await readyCart(by));
  await ship({ ...HOME, address_region: 'OR' });
  await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'standard' });
});
afterEach(() => portal.close());

const ship = (destination: object) => by.ok('set_destination', { checkout_id, destination });

async function state() {
  const { data } = await by.ok('get_checkout', { checkout_id });
  const amountOf = (type: string) =>
    data.totals.find((total: { readonly type: string }) => total.type === type)?.amount;
  return {
    tax: amountOf('tax'),
    region: data.context.address_region,
    status: data.status,
    codes: data.messages.map(({ code }: { readonly code: string }) => code),
  };
}

const TAXED = { tax: 747, region: 'WA', status: 'ready_for_complete', codes: [] };

describe('the same cart has the same tax', () => {
  const WRITTEN = ['WA', 'wa', 'Washington', 'washington ', 'US-WA', 'Washington State', 'State of Washington'];

  test.each(WRITTEN)('charges the tax of the region over HTTP for %j', async (address_region) => {
    await ship({ ...HOME, address_region });
    expect(await state()).toEqual({ ...TAXED, tax: (await state()).tax });
    expect((await state()).tax).toBe(await taxOf('WA'));
  });

  test.each(WRITTEN)('charges the tax of the region over MCP for %j', async (state_) => {
    const { address_country, address_locality, ...rest } = HOME;
    const flat = { ...rest, city: address_locality, state: state_, country: address_country };
    expect(await callTool(portal, 'ada', 'set_destination', flat)).toMatchObject({ ok: true });
    expect((await state()).region).toBe('WA');
    expect((await state()).tax).toBe(await taxOf('WA'));
  });

  test.each(WRITTEN)('charges the tax of the region on the page for %j', async (address_region) => {
    const { data } = await by.ok('get_checkout', { checkout_id });
    await ship({ address_country: 'US' });
    expect(await submitForm(data.continue_url, 'save', { ...HOME, address_region })).toBeNull();
    expect((await state()).region).toBe('WA');
    expect((await state()).tax).toBe(await taxOf('WA'));
  });

  async function taxOf(address_region: string): Promise<number> {
    await ship({ ...HOME, address_region });
    const { tax } = await state();
    expect(tax).toBeGreaterThan(0);
    return tax;
  }
});

test("returns the region code in settings that were sent with the region's name", async () => {
  const { tax } = await new Merchant(portal).settings();
  expect(tax.rates).toEqual([{ country: 'US', region: 'WA', rate_ppm: 101_000 }]);
});

test('rejects two tax rates that spell the same region differently', async () => {
  const merchant = shopper(portal, { key: portal.demo.organization_key });
  const { tax } = await new Merchant(portal).settings();
  const rates = ['WA', 'Washington'].map((region) => ({ country: 'US', region, rate_ppm: 1 }));
  const body = { shop_id: portal.demo.shop_id, payment_handlers: ['invoice'], tax: { ...tax, rates } };
  expect(await merchant.refused('update_shop_settings', body, 'invalid_request')).toMatch(/two rows/);
});

test('requests a region when the shop needs one, and accepts no payment without it', async () => {
  await ship(HOME);
  expect(await state()).toMatchObject({ status: 'incomplete', codes: ['field_required'] });
  const { data } = await by.ok('get_checkout', { checkout_id });
  const expected_total = data.totals.at(-1).amount;
  const detail = await by.refused('complete_checkout', { checkout_id, expected_total }, 'checkout_not_ready');
  expect(detail).toMatch(/address_region: Set address_region of the destination/);
});

test('blocks a checkout with an unknown region, and keeps the region as it was sent', async () => {
  await ship({ ...HOME, address_region: 'Oregan' });
  expect(await state()).toMatchObject({ status: 'incomplete', codes: ['region_unknown'], region: 'Oregan' });
});

test.each([
  ['another country', { ...HOME, address_country: 'DE' }],
  ['a known region without a rate', { ...HOME, address_region: 'Montana' }],
])('requests no region for %s', async (_name, destination) => {
  await ship(destination);
  expect((await state()).codes).not.toContain('region_unknown');
  expect((await state()).codes).not.toContain('field_required');
});

test('lets the buyer add a missing region on the page', async () => {
  await ship(HOME);
  const { data } = await by.ok('get_checkout', { checkout_id });
  expect(await submitForm(data.continue_url, 'save', { ...HOME, address_region: 'washington' })).toBeNull();
  expect(await state()).toMatchObject({ status: 'ready_for_complete', region: 'WA' });
});
