import { describe, expect, it } from 'vitest';
import { beginPayment } from '../../../src/domain/checkout/payment.js';
import { price } from '../../../src/domain/checkout/pricing.js';
import { assess } from '../../../src/domain/checkout/status.js';
import { orderTotals, type TotalType } from '../../../src/domain/checkout/totals.js';
import { chargedPerLine } from '../../../src/domain/order/line-money.js';
import type { Order } from '../../../src/domain/order/order.js';
import { placeOrder } from '../../../src/domain/order/place-order.js';
import { orderTaxLines } from '../../../src/domain/order/tax-lines.js';
import { sum } from '../../../src/domain/values/money.js';
import { totalsView } from '../../../src/view/checkout-view.js';
import { TOTAL_TYPES } from '../../contract/shared-contract.js';
import { checkEach } from '../../support/cells.js';
import { cart, NOW } from '../fixtures.js';
import { ALL_CASES, SUBJECTS } from './all-cases.js';
import { mistakeIn, numbersOf } from './arithmetic.js';
import { ALLOCATED, type Allocated, type WorkedCase } from './case.js';
import { partsOf } from './input.js';

const nameOf = ({ name }: WorkedCase) => name;

function expectedTotals({ totals }: WorkedCase) {
  return Object.entries(totals).map(([type, amount]) => ({ type, amount }));
}

function expectedAllocation({ lines, per_line }: WorkedCase, kind: Allocated): readonly number[] {
  return per_line?.[kind] ?? lines.map(() => 0);
}

/** Places the order of a case, on the terms that were frozen when its payment began. */
function orderOf(worked: WorkedCase): Order {
  const live = assess(cart(partsOf(worked)));
  const attempt = { id: 'pay', handler_id: 'invoice', amount: live.pricing.total, currency: '', started_at: NOW };
  const paying = beginPayment(live, attempt, NOW);
  return placeOrder(assess({ ...live.cart, checkout: paying }), { id: 'ord', display_id: '1' }, NOW);
}

describe.each(Object.entries(SUBJECTS))('%s', (_subject, cases) => {
  it('prices the checkout of every case as worked out by hand', async () => {
    await checkEach(cases, nameOf, (worked) => {
      const pricing = price(cart(partsOf(worked)));
      expect(orderTotals(pricing)).toEqual(expectedTotals(worked));
      expect(pricing.shipping_tax).toBe(worked.shipping_tax ?? 0);
      expect(sum(pricing.fees.map(({ tax }) => tax))).toBe(worked.fee_tax ?? 0);
      for (const kind of ALLOCATED) {
        expect(pricing.lines.map((line) => line[kind])).toEqual(expectedAllocation(worked, kind));
      }
    });
  });

  it('places the order of every case with the same amounts', async () => {
    await checkEach(cases, nameOf, (worked) => {
      const order = orderOf(worked);
      expect(order.totals).toEqual(expectedTotals(worked));
      expect(order.included_tax).toBe(worked.included_tax ?? 0);
      expect(order.shipping).toMatchObject({
        fulfillment: worked.totals.fulfillment ?? 0,
        tax: worked.shipping_tax ?? 0,
      });
      for (const kind of ALLOCATED) {
        expect(order.line_items.map(({ allocation }) => allocation[kind])).toEqual(expectedAllocation(worked, kind));
      }
    });
  });

  it('stores parts of every order that add up to its totals', async () => {
    await checkEach(cases, nameOf, (worked) => {
      const order = orderOf(worked);
      const { line_items, shipping, fees = [], totals, included_tax, discounts } = order;
      const amounts = new Map(totals.map(({ type, amount }) => [type, amount]));
      const of = (type: TotalType) => amounts.get(type) ?? 0;
      const kept = (kind: Allocated | 'subtotal') => sum(line_items.map(({ allocation }) => allocation[kind]));
      expect(sum(totals.slice(0, -1).map(({ amount }) => amount))).toBe(of('total'));
      expect(kept('subtotal')).toBe(of('subtotal'));
      expect(kept('items_discount')).toBe(0 - of('items_discount'));
      expect(kept('order_discount') + shipping.discount).toBe(0 - of('discount'));
      expect(sum(fees.map(({ amount }) => amount))).toBe(of('fee'));
      const onFees = sum(fees.map(({ tax }) => tax));
      expect(kept('tax') + shipping.tax + onFees).toBe(of('tax') + included_tax);
      expect(sum(chargedPerLine(order))).toBe(of('total'));
      expect(sum((orderTaxLines(order) ?? []).map(({ amount }) => amount))).toBe(of('tax') + included_tax);
      const off = discounts?.applied.map(({ amount }) => amount) ?? [];
      expect(sum(off)).toBe(0 - of('items_discount') - of('discount'));
      for (const { allocation, tax_lines } of line_items) {
        expect(sum((tax_lines ?? []).map(({ amount }) => amount))).toBe(allocation.tax);
        expect(allocation.items_discount + allocation.order_discount).toBeLessThanOrEqual(allocation.subtotal);
      }
    });
  });
});

describe('display text', () => {
  it('shows the totals of every case that has texts', async () => {
    await checkEach(
      ALL_CASES.filter(({ display }) => display !== undefined),
      nameOf,
      (worked) => {
        const { currency = 'USD', language = 'en', display = {} } = worked;
        const { pricing } = assess(cart(partsOf(worked)));
        const included = pricing.tax_included ? pricing.tax : undefined;
        const shown = totalsView(orderTotals(pricing), currency, language, included);
        const texts = Object.fromEntries(shown.map(({ type, display_text }) => [type, display_text]));
        expect(texts).toMatchObject(display);
      },
    );
  });
});

describe('the working', () => {
  it('is correct in every case, and shows every expected amount', async () => {
    await checkEach(ALL_CASES, nameOf, (worked) => {
      const steps = worked.working.filter((step) => step.includes('='));
      expect(steps).not.toEqual([]);
      expect(steps.flatMap((step) => mistakeIn(step) ?? [])).toEqual([]);
      const { totals, per_line = {}, shipping_tax = 0, fee_tax = 0, included_tax = 0 } = worked;
      const taxes = [shipping_tax, fee_tax, included_tax];
      const expected = [...Object.values(totals), ...Object.values(per_line).flat(), ...taxes];
      const written = numbersOf(worked.working);
      expect(expected.map(Math.abs).filter((amount) => amount !== 0 && !written.has(amount))).toEqual([]);
    });
  });

  it.each([
    '2 + 2 = 5',
    '7.25 % of 200 = 14.5 -> 14',
    '7.25 % of 100 = 7.25 -> 8',
    '7.25 % of 200 = 14.5',
    '100 x 1000 / 3000 = 33.33… down 34',
    '100 x 1000 / 3000 = 33.34… down 33',
    '100 x 1000 / 3000 = 33.32… down 33',
    '100 x 1000 / 3000 = 33.33… -> 34',
    '(2 + 3) x 4 = 14',
    '1 + 2 = three',
  ])('is rejected if a step is wrong: %s', (step) => {
    expect(mistakeIn(step)).toBeDefined();
  });
});

describe('the cases', () => {
  it('have unique names', () => {
    const names = ALL_CASES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(100);
  });

  it('list their expected totals in the sequence of TOTAL_TYPES', async () => {
    await checkEach(ALL_CASES, nameOf, ({ totals }) => {
      const types = Object.keys(totals);
      expect(types).toEqual(TOTAL_TYPES.filter((type) => type in totals));
    });
  });
});
