import { expect, it } from 'vitest';
import { adjust, resolveAdjustment } from '../../../src/domain/order/adjust.js';
import { recordEvent } from '../../../src/domain/order/fulfill.js';
import type { Order } from '../../../src/domain/order/order.js';
import { item, line, NOW } from '../fixtures.js';
import { placed } from './orders.js';

/** A return: number of units, true if the merchant asks to restock them, and the outcome of the refund. */
type Return = readonly [units: number, restock: boolean, fate: 'completed' | 'failed'];

/** Returns an order of three mugs that were picked up. */
function handedOver(): Order {
  const order = placed({ lines: [line('mug', { quantity: 3 })], items: [item('mug')] });
  const line_items = order.line_items.map(({ id, quantity }) => ({ id, quantity: quantity.total }));
  return recordEvent(order, { id: 'evt', type: 'picked_up', line_items, occurred_at: NOW }, NOW);
}

/** Returns the number of units that each return restocks. */
function restocked(returns: readonly Return[]): number[] {
  let order = handedOver();
  const id = order.line_items[0]?.id ?? '';
  return returns.map(([quantity, restock, fate], index) => {
    const request = { type: 'return', line_items: [{ id, quantity }], restock } as const;
    const asked = adjust(order, request, `adj_${index}`, NOW);
    const outcome = fate === 'failed' ? ({ state: fate, reason: 'Card closed' } as const) : ({ state: fate } as const);
    order = resolveAdjustment(asked, `adj_${index}`, outcome, NOW);
    return asked.adjustments.at(-1)?.line_items[0]?.restocked ?? 0;
  });
}

it.each<[name: string, returns: readonly Return[], units: readonly number[]]>([
  [
    'all units of each return',
    [
      [2, true, 'completed'],
      [1, true, 'completed'],
    ],
    [2, 1],
  ],
  [
    'none if the merchant does not ask for it',
    [
      [2, false, 'completed'],
      [1, true, 'completed'],
    ],
    [0, 1],
  ],
  [
    'only once if the refund failed and the return is recorded again',
    [
      [2, true, 'failed'],
      [2, true, 'completed'],
      [1, true, 'completed'],
    ],
    [2, 0, 1],
  ],
  [
    'by the second return if the first one failed and did not request it',
    [
      [1, false, 'failed'],
      [1, true, 'completed'],
    ],
    [0, 1],
  ],
  [
    'only units not restocked before if a part is recorded again',
    [
      [2, true, 'failed'],
      [1, false, 'completed'],
      [2, true, 'completed'],
    ],
    [2, 0, 1],
  ],
])('puts returned units on sale again: %s', (_name, returns, units) => {
  expect(restocked(returns)).toEqual(units);
});
