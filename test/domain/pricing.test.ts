import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { price } from '../../src/domain/checkout/pricing.js';
import { assess } from '../../src/domain/checkout/status.js';
import { lineTotals, orderTotals } from '../../src/domain/checkout/totals.js';
import { placeOrder } from '../../src/domain/order/place-order.js';
import { sum } from '../../src/domain/values/money.js';
import { checkoutTotals, lineTotals as lineTotalsContract } from '../contract/shared-contract.js';
import { type CartParts, cart, discount, item, line, NOW, rate } from './fixtures.js';

const goods = fc.array(fc.record({ price: fc.nat(1_000_000_000), quantity: fc.integer({ min: 1, max: 9_999 }) }), {
  minLength: 1,
  maxLength: 12,
});
const kind = fc.constantFrom('percent', 'fixed', 'free_shipping');
const offers = fc.array(
  fc.record({
    kind,
    value_ppm: fc.integer({ min: 1, max: 1_000_000 }),
    amount: fc.nat(10_000_000),
    named: fc.boolean(),
  }),
  { maxLength: 10 },
);
const taxes = fc.record({ included: fc.boolean(), on_shipping: fc.boolean(), rate_ppm: fc.nat(1_000_000) });

/** Random carts that ship to a place with a single tax rate. */
const carts = fc.tuple(goods, offers, taxes, fc.nat(100_000)).map(([lines, given, tax, shipping]): CartParts => {
  const discounts = given.map(({ named, ...offer }, index) =>
    discount(`C${index}`, { ...offer, ...(named && { item_ids: ['i0', 'i2'] }) }),
  );
  return {
    lines: lines.map(({ quantity }, index) => line(`i${index}`, { quantity })),
    items: lines.map((one, index) => item(`i${index}`, { price: one.price })),
    discounts,
    settings: {
      tax: { ...tax, rates: [{ country: 'US', rate_ppm: tax.rate_ppm }] },
      shipping: [rate('post', { price: { type: 'flat', amount: shipping } })],
    },
    checkout: {
      destination: { address_country: 'US' },
      selected_option_id: 'post',
      discount_codes: discounts.map(({ code }) => code),
    },
  };
});

it('computes totals that add up and are never negative, for every cart', () => {
  fc.assert(
    fc.property(carts, (parts) => {
      const pricing = price(cart(parts));
      checkoutTotals.parse(orderTotals(pricing));
      expect(Number.isSafeInteger(pricing.total) && pricing.total >= 0).toBe(true);
      for (const one of pricing.lines) {
        lineTotalsContract.parse(lineTotals(one));
        expect(one.items_discount + one.order_discount).toBeLessThanOrEqual(one.subtotal);
      }
    }),
  );
});

it("stores shares of lines and shipping that add up to the order's total, to the minor unit", () => {
  fc.assert(
    fc.property(carts, (parts) => {
      const made = cart(parts);
      const attempt = { id: 'pay', handler_id: 'invoice', amount: 0, currency: 'USD', started_at: NOW };
      const assessment = assess({ ...made, checkout: { ...made.checkout, attempt } });
      const order = placeOrder(assessment, { id: 'ord', display_id: '1' }, NOW);
      const included = assessment.pricing.tax_included;
      const onTop = (tax: number) => (included ? 0 : tax);
      const lines = order.line_items.map(({ allocation }) => {
        const { subtotal, items_discount, order_discount, tax } = allocation;
        return subtotal - items_discount - order_discount + onTop(tax);
      });
      const { fulfillment, discount: off, tax } = order.shipping;
      expect(sum(lines) + fulfillment - off + onTop(tax)).toBe(order.totals.at(-1)?.amount);
      const taxes = sum(order.line_items.map(({ allocation }) => allocation.tax)) + tax;
      expect(order.included_tax).toBe(included ? taxes : 0);
    }),
  );
});

describe('the price of a cart by pricing rules', () => {
  const made = cart({
    lines: [line('mug'), line('ebook')],
    items: [item('mug'), item('ebook', { fulfillment_types: ['digital'] })],
    settings: { shipping: [rate('post', { free_from: 2000 })] },
    discounts: [discount('MUG', { kind: 'fixed', amount: 1, item_ids: ['mug'], minimum_subtotal: 1500 })],
    checkout: { destination: { address_country: 'US' }, selected_option_id: 'post' },
  });

  it.each([
    ['of version 1: all goods count', 1, 500, ['MUG']],
    ['of version 1: all goods count, and reach free_from exactly', 1, 0, []],
    ['of version 2: only shipped and named goods count', 2, 500, []],
  ] as const)('%s', (name, rules, fulfillment, codes) => {
    const checkout = { ...made.checkout, discount_codes: name.endsWith('exactly') ? [] : made.checkout.discount_codes };
    const pricing = price({ ...made, checkout, rules });
    expect(pricing.fulfillment).toBe(fulfillment);
    expect(pricing.discounts.map(({ code }) => code)).toEqual(codes);
  });
});
