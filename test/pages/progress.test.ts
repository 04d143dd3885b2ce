import { expect, test } from 'vitest';
import { progressOf } from '../../src/pages/order/progress.js';
import { LANGUAGES } from '../../src/texts/locale.js';

type Events = Parameters<typeof progressOf>[0]['events'];

const event = (type: Events[number]['type'], quantity = 1, line = 'mug'): Events[number] => ({
  ...{ id: 'e', type, occurred_at: '2026-11-24T08:00:00.000Z' },
  line_items: [{ id: line, quantity }],
});

test.each([
  ['shipped', [event('shipped')]],
  ['shipped', [event('shipped', 2), event('delivered', 1)]],
  ['shipped', [event('shipped'), event('shipped', 1, 'tee'), event('delivered')]],
  ['delivered', [event('shipped', 2), event('delivered', 1), event('delivered', 1)]],
  ['picked_up', [event('picked_up')]],
  ['provisioned', [event('provisioned')]],
  ['completed', [event('shipped'), event('provisioned', 1, 'tee'), event('delivered')]],
  ['completed', []],
] as const)('the progress of a fulfilled order is %s', (progress, events) => {
  expect(progressOf({ events: [...events], expectations: [] }, ['mug', 'tee'])).toBe(progress);
});

test('uses different words for placed, shipped and delivered in every language', () => {
  for (const { order, events } of Object.values(LANGUAGES)) {
    expect(new Set(Object.values(order.done)).size).toBe(Object.keys(order.done).length);
    expect(new Set([events.placed, events.shipped, events.delivered]).size).toBe(3);
    expect(Object.values(order.done)).not.toContain(events.placed);
  }
});
