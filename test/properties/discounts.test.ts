import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cart } from '../../src/domain/checkout/checkout.js';
import { applyCode, removeCode } from '../../src/domain/checkout/discounts.js';
import { type Pricing, price } from '../../src/domain/checkout/pricing.js';
import { assess } from '../../src/domain/checkout/status.js';
import { PortalError } from '../../src/domain/errors/portal-error.js';
import type { Discount } from '../../src/domain/shop/discount.js';
import { formatInEnglish } from '../../src/domain/values/format-text.js';
import { type CartParts, cart, discount } from '../domain/fixtures.js';
import { always, expectSame } from './always.js';
import { expectNearest, MILLION, sharing, shownTotals, sumOf } from './arithmetic.js';
import { carts, cartsWith } from './generators/carts.js';
import { drawnDiscounts, terms, termsOf } from './generators/discounts.js';
import { exchanges, reordered } from './generators/orders.js';

it('a discount never exceeds the amount that it reduces', () => {
  always(carts, (parts) => {
    const { lines, fulfillment = 0, shipping_discount } = price(cart(parts));
    for (const { subtotal, items_discount, order_discount } of lines) {
      expect(Math.min(items_discount, order_discount)).toBeGreaterThanOrEqual(0);
      expect(items_discount + order_discount).toBeLessThanOrEqual(subtotal);
    }
    expect(shipping_discount).toBeGreaterThanOrEqual(0);
    expect(shipping_discount).toBeLessThanOrEqual(fulfillment);
  });
});

it('a discount on named items reduces only these items', () => {
  always(carts, (parts) => {
    const { lines, discounts, shipping_discount, discount: off } = price(cart(parts));
    const takes = discounts.filter(({ kind }) => kind !== 'free_shipping');
    const named = new Set(takes.flatMap(({ item_ids }) => item_ids ?? []));
    const untouched = lines.filter(({ item_id }) => !named.has(item_id));
    expect(untouched.filter(({ items_discount }) => items_discount > 0)).toEqual([]);
    if (takes.every(({ item_ids }) => item_ids)) expect(off).toBe(shipping_discount);
    if (takes.length === discounts.length) expect(shipping_discount).toBe(0);
  });
});

it('a discount that cannot be combined applies alone', () => {
  always(carts, (parts) => {
    const { discounts } = price(cart(parts));
    const standsAlone = discounts.filter(({ combinable }) => !combinable);
    expect(standsAlone.length === 0 || discounts.length === 1).toBe(true);
  });
});

it('no other combination costs the buyer less; at the same total, entered codes win over automatic discounts', () => {
  always(carts, (parts) => {
    const made = cart(parts);
    const chosen = price(made);
    const all = chosen.discountStatuses
      .filter(({ status }) => status === 'applies' || status === 'superseded')
      .map(({ discount }) => discount);
    const alone = all.filter(({ combinable }) => !combinable).map((one) => [one]);
    const together = all.filter(({ combinable }) => combinable);
    for (const set of together.length > 0 ? [together, ...alone] : alone) {
      const { total } = price(onlyWith(made, set));
      expect(total).toBeGreaterThanOrEqual(chosen.total);
      const aside = set.some((one) =>
        chosen.discountStatuses.some((it) => it.discount === one && it.status !== 'applies'),
      );
      if (aside && total === chosen.total) expect(placeOf(set) > placeOf(effective(chosen))).toBe(true);
    }
  });
});

const effective = ({ discountStatuses }: Pricing) =>
  discountStatuses.filter(({ status }) => status === 'applies').map(({ discount }) => discount);

/** Returns a sort key: sets with an entered code come first, and sets of the same kind are sorted by first code. */
function placeOf(set: readonly Discount[]): string {
  const entered = set.filter(({ automatic }) => !automatic);
  const codes = (entered.length > 0 ? entered : set).map(({ code }) => code.toUpperCase()).sort();
  return `${entered.length > 0 ? 'code' : 'none'} ${codes[0]}`;
}

/** Returns the same cart in a shop that has only these discounts. */
function onlyWith(made: Cart, set: readonly Discount[]): Cart {
  const entered = set.filter(({ automatic }) => !automatic);
  const discounts = new Map(entered.map((one) => [one.code.toUpperCase(), one]));
  return {
    ...made,
    discounts,
    automatic: set.filter(({ automatic }) => automatic),
    checkout: { ...made.checkout, discount_codes: [...discounts.keys()] },
  };
}

it('a message reports each eligible discount that was not applied, and the discounts that exclude it', () => {
  let aside = 0;
  always(carts, (parts) => {
    const made = cart(parts);
    const { messages, pricing } = assess(made);
    for (const { discount: one, status } of pricing.discountStatuses) {
      if (status !== 'superseded') continue;
      aside += 1;
      const path = one.automatic
        ? '$.discounts.applied'
        : `$.discounts.codes[${made.checkout.discount_codes.indexOf(one.code.toUpperCase())}]`;
      const said = messages.find((it) => it.code === 'discount_code_combination_disallowed' && it.path === path);
      if (one.automatic && pricing.discounts.length === 0) continue;
      expect(said && formatInEnglish(said.text)).toContain('cannot be combined with');
    }
  });
  expect(aside).toBeGreaterThan(0);
});

it('discounts apply first to named items, then to the whole order, then to shipping, each sorted by code', () => {
  const place = ({ kind, item_ids, code }: Discount) =>
    `${kind === 'free_shipping' ? 'c' : item_ids ? 'a' : 'b'} ${code.toUpperCase()}`;
  always(carts, (parts) => {
    const taken = price(cart(parts)).discounts.map(place);
    expect(taken).toEqual([...taken].sort());
  });
});

describe('one discount alone', () => {
  const alone = fc.tuple(cartsWith(fc.constant([])), terms).map(([parts, drawn]) => {
    const one = discount('ONLY', termsOf(drawn));
    return { one, parts: { ...parts, discounts: [one], checkout: { ...parts.checkout, discount_codes: ['ONLY'] } } };
  });

  const hitBy = ({ lines, discounts }: Pricing) =>
    lines.filter(({ item_id }) => discounts.some(({ item_ids }) => item_ids?.includes(item_id) ?? true));

  it("reduces the price by its amount, its percentage rounded to the minor unit, or the option's price", () => {
    always(alone, ({ one, parts }) => {
      const pricing = price(cart(parts));
      const hit = hitBy(pricing);
      const goods = sumOf(hit.map(({ subtotal }) => subtotal));
      const off = pricing.items_discount + pricing.discount;
      const { kind, amount = 0, value_ppm = 0, item_ids } = one;
      if (pricing.discounts.length === 0) expect(off).toBe(0);
      else if (kind === 'free_shipping') expect(off).toBe(pricing.fulfillment ?? 0);
      else if (kind === 'fixed') expect(off).toBe(Math.min(amount, goods));
      else if (!item_ids) expectNearest(off, goods, value_ppm, MILLION);
      else for (const line of hit) expectNearest(line.items_discount, line.subtotal, value_ppm, MILLION);
    });
  });

  it('is spread by largest remainder, so each line gets its exact share, rounded down or up', () => {
    always(alone, ({ one, parts }) => {
      const pricing = price(cart(parts));
      const spread = one.kind === 'fixed' || (one.kind === 'percent' && !one.item_ids);
      const hit = spread ? hitBy(pricing).filter(({ subtotal }) => subtotal > 0) : [];
      const shares = sharing(
        hit.map((line) => line.items_discount + line.order_discount),
        hit.map(({ subtotal }) => subtotal),
      );
      const more = shares.filter(({ extra }) => extra === 1n);
      const less = shares.filter(({ extra }) => extra === 0n);
      expect(more.length + less.length).toBe(hit.length);
      for (const a of more) {
        const passedOver = less.filter(
          (b) => b.remainder > a.remainder || (b.remainder === a.remainder && b.at < a.at),
        );
        expect(passedOver).toEqual([]);
      }
    });
  });
});

it('the price does not depend on the order of codes and stored discounts', () => {
  always(fc.tuple(carts, exchanges), ([parts, drawn]) => {
    const codes = parts.checkout?.discount_codes ?? [];
    const again: CartParts = {
      ...parts,
      discounts: reordered(parts.discounts ?? [], drawn),
      checkout: { ...parts.checkout, discount_codes: reordered(codes, drawn) },
    };
    expectSame(shownTotals(price(cart(again))), shownTotals(price(cart(parts))));
  });
});

describe('a code that is applied and removed again', () => {
  const written = fc.constantFrom(
    (code: string) => code,
    (code: string) => ` ${code.toLowerCase()}`,
    (code: string) => `${code.toUpperCase()} `,
  );
  const withCode = fc.tuple(cartsWith(drawnDiscounts), fc.nat(9), written, written);

  /** Returns the cart with the code applied, or the cart unchanged if the code is rejected. */
  function applied(made: Cart, code: string): Cart {
    try {
      return { ...made, checkout: applyCode(made, code, price(made).lines) };
    } catch (error) {
      expect(error).toBeInstanceOf(PortalError);
      return made;
    }
  }

  it('leaves all shown amounts unchanged', () => {
    let taken = 0;
    always(withCode, ([parts, at, enter, remove]) => {
      const made = cart({ ...parts, checkout: { ...parts.checkout, discount_codes: firstCodes(parts) } });
      const { code = 'NONE' } = (parts.discounts ?? [])[at] ?? {};
      const before = shownTotals(price(made));
      const after = applied(made, enter(code));
      expectSame(shownTotals(price(made)), before);
      if (after === made) return;
      taken += 1;
      const { discountStatuses } = price(after);
      expect(discountStatuses.map(({ discount }) => discount.code)).toContain(code);
      const back = { ...after, checkout: removeCode(after.checkout, remove(code)) };
      expectSame(shownTotals(price(back)), before);
    });
    expect(taken).toBeGreaterThan(0);
  });

  /** Returns the first half of the cart's codes, so that others remain to be applied. */
  function firstCodes({ checkout }: CartParts): readonly string[] {
    const codes = checkout?.discount_codes ?? [];
    return codes.slice(0, codes.length / 2);
  }
});
