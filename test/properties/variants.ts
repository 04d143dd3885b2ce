import type { z } from 'zod';
import type { checkoutB, checkoutF } from '../contract/checkout-contract.js';
import { expectSame } from './always.js';
import { sumOf } from './arithmetic.js';

export type Cart = z.infer<typeof checkoutF>;
type Base = z.infer<typeof checkoutB>;

export function isBase(checkout: Cart | Base): checkout is Base {
  return Array.isArray(checkout.ucp.capabilities);
}

/** Checks that, on the checkout and on each line, the entries before `total` add up to it. */
export function expectAddUp({ totals, line_items }: Pick<Base, 'totals' | 'line_items'>): void {
  for (const entries of [totals, ...line_items.map((line) => line.totals)]) {
    const sum = sumOf(entries.slice(0, -1).map(({ amount }) => amount));
    const { type, amount } = entries.at(-1) ?? {};
    expectSame({ type, amount }, { type: 'total', amount: sum });
  }
}

/** Checks that the members of variant B equal those of F. On lines, only F has taxes and the item's requirements. */
export function expectBaseOf(base: Base, full: Cart): void {
  const { id, currency, totals, buyer, links, payment, ucp } = full;
  const line_items = full.line_items.map(({ minimum_age, property_specs, tax_lines, ...line }) => line);
  const { ucp: envelope, ...members } = base;
  expectSame(members, { id, currency, line_items, totals, ...(buyer && { buyer }), links, payment });
  expectSame(envelope.version, ucp.version);
  const capabilities = envelope.capabilities.map(({ name, version }) => [name, [{ version }]]);
  expectSame(Object.fromEntries(capabilities), ucp.capabilities);
}

/** A buyer's view of a cart, without the ids and links that differ from cart to cart. */
export function shown({ status, totals, messages, line_items, buyer, context }: Cart) {
  const lines = line_items.map(({ item, quantity, properties, totals: ofLine, property_specs }) => {
    return { item, quantity, properties, totals: ofLine, property_specs };
  });
  return { status, totals, messages, lines, buyer, context };
}
