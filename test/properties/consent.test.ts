import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { approveTotal, isApproved } from '../../src/domain/checkout/consent.js';
import { type Pricing, price } from '../../src/domain/checkout/pricing.js';
import { assess } from '../../src/domain/checkout/status.js';
import { orderTotals } from '../../src/domain/checkout/totals.js';
import { cart, item, line, refusal } from '../domain/fixtures.js';
import { volume } from '../support/volume.js';
import { always } from './always.js';
import { money, quantity } from './generators/amounts.js';
import { carts } from './generators/carts.js';
import { changed, changes } from './generators/changes.js';
import { exchanges, reordered } from './generators/orders.js';

/** The buyer's view: every line with quantity, properties and unit price, and every total. */
const seen = (pricing: Pricing) => ({
  lines: pricing.lines.map(({ line, unit_price }) => {
    const properties = Object.fromEntries(line.properties.map(({ name, value }) => [name, value]));
    return { item: line.item_id, quantity: line.quantity, properties, unit_price };
  }),
  totals: orderTotals(pricing),
});

it('an approval holds exactly as long as lines and totals equal those that the buyer saw', () => {
  const held = { true: 0, false: 0 };
  always(fc.tuple(carts, changes), ([parts, drawn]) => {
    const before = cart(parts);
    const { approved = '' } = approveTotal(before, price(before).total);
    const after = cart(changed(parts, drawn));
    const pricing = price(after);
    const same = isDeepStrictEqual(seen(price(before)), seen(pricing));
    held[`${same}`] += 1;
    expect(isApproved({ ...after.checkout, approved }, pricing)).toBe(same);
  });
  expect(Math.min(held.true, held.false)).toBeGreaterThan(volume(3, 100));
});

it('a cart is not approved at first, and is approved only with its current total', () => {
  always(fc.tuple(carts, fc.integer({ min: 1, max: 100_000 }), fc.boolean()), ([parts, off, less]) => {
    const made = cart(parts);
    const pricing = price(made);
    expect(isApproved(made.checkout, pricing)).toBe(false);
    refusal('total_changed', () => approveTotal(made, pricing.total + (less ? -off : off)));
  });
});

it('an approval ends when any price changes, even if every total remains the same', () => {
  const goods = fc.array(money, { minLength: 1, maxLength: 4 });
  always(fc.tuple(goods, quantity, exchanges), ([prices, each, drawn]) => {
    const costing = (all: readonly number[]) =>
      cart({
        lines: all.map((_price, at) => line(`l${at}`, { item_id: `i${at}`, quantity: each })),
        items: all.map((price, at) => item(`i${at}`, { price })),
      });
    const before = costing(prices);
    const after = costing(reordered(prices, drawn));
    const { approved = '' } = approveTotal(before, price(before).total);
    expect(orderTotals(price(after))).toEqual(orderTotals(price(before)));
    const same = isDeepStrictEqual(reordered(prices, drawn), prices);
    expect(isApproved({ ...after.checkout, approved }, price(after))).toBe(same);
  });
});

it('a cart must be reviewed exactly if it is above the limit and has no valid approval', () => {
  const limits = fc.constantFrom(-1, 0, 1, null);
  always(fc.tuple(carts, changes, fc.boolean(), limits), ([parts, drawn, approves, above]) => {
    const before = cart(parts);
    const after = cart(changed(parts, drawn));
    const total = price(after).total;
    const review_limit = above === null ? null : Math.max(0, total + above);
    const shop = { ...after.shop, settings: { ...after.shop.settings, review_limit } };
    const { approved } = approves ? approveTotal(before, price(before).total) : before.checkout;
    const checkout = { ...after.checkout, ...(approved !== undefined && { approved }) };
    const { pricing, messages, status } = assess({ ...after, shop, checkout });
    const holds = approves && isDeepStrictEqual(seen(price(before)), seen(pricing));
    const mustReview = review_limit !== null && total > review_limit && !holds;
    expect(messages.some(({ code }) => code === 'high_value_order')).toBe(mustReview);
    if (mustReview) expect(status).toBe('requires_escalation');
  });
});
