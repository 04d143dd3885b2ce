import fc from 'fast-check';
import { DEFAULT_MAX_QUANTITY } from '../../../src/domain/checkout/cart-limits.js';
import type { Line } from '../../../src/domain/checkout/checkout.js';
import { unitPrice } from '../../../src/domain/checkout/properties.js';
import type { Item } from '../../../src/domain/shop/item.js';
import { type CartParts, line } from '../../domain/fixtures.js';
import { maybe, picked, quantity } from './amounts.js';
import { type DrawnDiscount, discountParts, drawnDiscounts } from './discounts.js';
import { choices, items, propertiesOf } from './items.js';
import { destination, optionIds, settings } from './shops.js';

export const drawnLine = fc.record({ item: fc.nat(5), quantity, choices });
export type DrawnLine = typeof drawnLine extends fc.Arbitrary<infer T> ? T : never;

const LARGEST: DrawnLine = { item: 0, quantity: DEFAULT_MAX_QUANTITY, choices: [] };

/**
 * Mostly 1 to 12 lines. Sometimes the maximum number of lines, either drawn at random or all with the maximum quantity.
 */
const drawnLines = fc.oneof(
  { withCrossShrink: true },
  { weight: 40, arbitrary: fc.array(drawnLine, { minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.array(drawnLine, { minLength: 100, maxLength: 100 }) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 100 }, () => LARGEST)) },
);

/** Builds a line with one of the items, whose current price the buyer has seen. */
export function lineOf(id: string, of: readonly Item[], drawn: DrawnLine): Line {
  const item = picked(of, drawn.item);
  if (!item) throw new Error('there are no items');
  const properties = propertiesOf(item, drawn.choices);
  const seen_price = unitPrice(item, properties);
  return line(id, { item_id: item.id, quantity: drawn.quantity, properties, seen_price });
}

/** Draws carts with everything that affects the price except discounts, which the test specifies. */
export function cartsWith(discounts: fc.Arbitrary<readonly DrawnDiscount[]>): fc.Arbitrary<CartParts> {
  return fc
    .record({
      items,
      lines: drawnLines,
      settings,
      discounts,
      destination: fc.option(destination, { nil: undefined, freq: 8 }),
      billing: maybe(destination),
      option: fc.option(fc.nat(5), { nil: undefined, freq: 8 }),
    })
    .map(({ items, lines, settings, discounts, destination, billing, option }) => {
      const { codes, ...rest } = discountParts(discounts);
      const selected_option_id = option === undefined ? undefined : picked(optionIds(settings), option);
      return {
        items,
        lines: lines.map((drawn, at) => lineOf(`l${at}`, items, drawn)),
        settings,
        ...rest,
        checkout: {
          discount_codes: codes,
          ...(destination && { destination }),
          ...(billing && { billing_address: billing }),
          ...(selected_option_id !== undefined && { selected_option_id }),
        },
      };
    });
}

export const carts = cartsWith(drawnDiscounts);
