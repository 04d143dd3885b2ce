import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { openSurface, type Surface } from '../support/surfaces.js';
import { anotherKey, changeSettings } from '../support/tenants.js';

/** What a merchant books: on orders and checkouts, over HTTP and MCP, checked with sums that are made here. */

interface TaxLine {
  readonly amount: number;
  readonly taxable_amount: number;
  readonly rate_ppm: number;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
const taxOf = (lines: readonly TaxLine[]) => sum(lines.map(({ amount }) => amount));
const amountOf = (totals: readonly { type: string; amount: number }[], type: string) =>
  totals.find((one) => one.type === type)?.amount ?? 0;

const BILLED = { full_name: 'Ada Lovelace', address_country: 'DE', postal_code: '10115', address_locality: 'Berlin' };
const HOME = { address_country: 'DE', street_address: 'Lindenweg 1', address_locality: 'Berlin', postal_code: '10115' };

/** A cart with goods at two rates, two codes, and delivery; ready to be completed. */
async function readyCart(by: Surface): Promise<string> {
  const { body } = await by.call('get_cart', {});
  const checkout_id: string = body.data.id;
  const line_items = [
    { id: 'mug', item: { id: 'enamel-mug' }, quantity: 3 },
    { id: 'salt', item: { id: 'sea-salt' }, quantity: 1 },
    { id: 'book', item: { id: 'preserving-ebook' }, quantity: 1 },
  ];
  await by.call('add_line_items', { checkout_id, line_items });
  for (const code of ['mug5', 'WELCOME10']) await by.call('apply_discount', { checkout_id, code });
  await by.call('set_buyer', {
    checkout_id,
    buyer: { email: 'ada@example.com', full_name: 'Ada Lovelace', phone_number: '+49 30 1' },
    billing_address: BILLED,
  });
  await by.call('set_destination', { checkout_id, destination: HOME });
  await by.call('select_fulfillment', { checkout_id, selected_option_id: 'standard' });
  return checkout_id;
}

describe.each(['http', 'mcp 2.x http'] as const)('the books over %s', (surface) => {
  let portal: TestPortal;
  let by: Surface;
  beforeAll(async () => {
    portal = await startPortal();
    const rates = [
      { country: 'DE', rate_ppm: 190_000 },
      { country: 'DE', category: 'food', rate_ppm: 70_000 },
    ];
    const shipping = [
      {
        id: 'standard',
        title: 'Parcel',
        carrier: 'Post',
        zone: {},
        price: { type: 'flat', amount: 599 } as const,
        transit_days: { min: 2, max: 4 },
      },
    ];
    await changeSettings(portal, {
      country: 'DE',
      language: 'de',
      tax: { included: true, on_shipping: true, rates },
      shipping,
    });
    const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    by = await openSurface(surface, { url: portal.url, database: portal.database, key });
  });
  afterAll(async () => {
    await by.close();
    await portal.close();
  });

  it('name tax by rate on a checkout, for its lines, its delivery and the whole', async () => {
    const checkout_id = await readyCart(by);
    const { data } = (await by.call('get_checkout', { checkout_id })).body;
    const parts: TaxLine[][] = [
      ...data.line_items.map((line: { tax_lines: TaxLine[] }) => line.tax_lines),
      data.fulfillment.tax_lines,
    ];
    expect(parts.map((lines) => lines.length)).toEqual([1, 1, 1, 1]);
    expect(
      data.tax_lines.map(({ rate_ppm, jurisdiction, category, included }: Record<string, unknown>) => [
        rate_ppm,
        jurisdiction,
        category,
        included,
      ]),
    ).toEqual([
      [190_000, 'DE', 'standard', true],
      [70_000, 'DE', 'food', true],
      [190_000, 'DE', 'digital', true],
      [190_000, 'DE', 'shipping', true],
    ]);
    expect(taxOf(data.tax_lines)).toBe(taxOf(parts.flat()));
    const gross = sum(data.tax_lines.map((line: TaxLine) => line.taxable_amount + line.amount));
    expect(gross).toBe(amountOf(data.totals, 'total'));
    for (const { rate_ppm, taxable_amount, amount } of parts.flat())
      expect(Math.abs(amount - (taxable_amount * rate_ppm) / 1_000_000)).toBeLessThanOrEqual(1);
    expect(data.totals.at(-1).display_text).toMatch(/^\d+,\d\d\s\$ \(enthält \d+,\d\d\s\$ Steuern\)$/);
    expect(data.billing_address).toEqual(BILLED);
    const [named, order] = data.discounts.applied;
    expect(data.discounts.codes).toEqual(['MUG5', 'WELCOME10']);
    expect([named.code, named.amount, named.priority, named.method]).toEqual(['MUG5', 500, 1, 'across']);
    expect(named.allocations).toEqual([{ path: '$.line_items[0]', amount: 500 }]);
    expect(order).toMatchObject({ code: 'WELCOME10', title: '10 % off the order', automatic: false, priority: 2 });
    expect(sum(order.allocations.map(({ amount }: TaxLine) => amount))).toBe(-amountOf(data.totals, 'discount'));
  });

  it('say on an order who bought, what was taken off and taxed, and how it is paid', async () => {
    const checkout_id = await readyCart(by);
    const { data: before } = (await by.call('get_checkout', { checkout_id })).body;
    const total = amountOf(before.totals, 'total');
    const payment = { instruments: [CARD] };
    const { data: done } = (await by.call('complete_checkout', { checkout_id, expected_total: total, payment })).body;
    const order_id = done.order.id;
    const { data: order } = (await by.call('get_order', { order_id })).body;
    expect(order.buyer).toEqual(before.buyer);
    expect(order.billing_address).toEqual(BILLED);
    expect(order.tax_lines).toEqual(before.tax_lines);
    expect(order.discounts).toEqual(before.discounts);
    expect(order.fulfillment.tax_lines).toEqual(before.fulfillment.tax_lines);
    const ofLines = ({ line_items }: { line_items: { tax_lines: unknown }[] }) =>
      line_items.map(({ tax_lines }) => tax_lines);
    expect(ofLines(order)).toEqual(ofLines(before));
    expect(order.payment).toEqual({
      handler_id: 'sandbox_card',
      handler_name: 'Sandbox card',
      instrument: { type: 'card', brand: CARD.brand, last_digits: CARD.last_digits },
      provider_reference: expect.stringMatching(/^sandbox-pay_/),
      amount_paid: total,
      amount_refunded: 0,
    });
    expect(JSON.stringify(order)).not.toContain('tok_');
    await by.call('adjust_order', { order_id, type: 'refund', amount: 700 });
    const { data: after } = (await by.call('get_order', { order_id })).body;
    expect(after.payment).toMatchObject({ amount_paid: total, amount_refunded: 700 });
    const history = (await by.call('get_order_history', { order_id })).body.data;
    expect(history.at(-1).changed).toContain('payment');
  });

  it('say of an invoice that nothing is paid until it is', async () => {
    const checkout_id = await readyCart(by);
    const { data: before } = (await by.call('get_checkout', { checkout_id })).body;
    const expected_total = amountOf(before.totals, 'total');
    const payment = { instruments: [{ id: 'i', handler_id: 'invoice' }] };
    const { data: done } = (await by.call('complete_checkout', { checkout_id, expected_total, payment })).body;
    const order_id = done.order.id;
    const paid = async () => (await by.call('get_order', { order_id })).body.data.payment;
    expect(await paid()).toEqual({
      handler_id: 'invoice',
      handler_name: 'Pay by invoice',
      amount_paid: 0,
      amount_refunded: 0,
    });
    await by.call('mark_order_paid', { order_id });
    expect(await paid()).toMatchObject({ amount_paid: expected_total });
  });
});
