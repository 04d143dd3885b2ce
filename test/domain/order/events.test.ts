import { describe, expect, it } from 'vitest';
import { PortalError } from '../../../src/domain/errors/portal-error.js';
import { EVENT_TYPES, type EventType, type FulfillmentEvent, MAX_EVENTS } from '../../../src/domain/order/event.js';
import { recordEvent } from '../../../src/domain/order/fulfill.js';
import type { Order } from '../../../src/domain/order/order.js';
import { permittedActions } from '../../../src/domain/order/permitted.js';
import { checkEach } from '../../support/cells.js';
import { item, line, NOW, refusal } from '../fixtures.js';
import { SITUATIONS } from './cells-orders.js';
import { frozen, placed } from './orders.js';

const MOVING: EventType[] = ['shipped', 'picked_up', 'provisioned'];
const WAITING: EventType[] = ['ready_for_pickup'];
const FACTS: EventType[] = ['in_transit', 'delivered', 'failed_attempt', 'undeliverable', 'returned_to_sender'];

function event(type: EventType, units: readonly (readonly [id: string, quantity: number])[], occurred_at = NOW) {
  return { id: 'evt', type, line_items: units.map(([id, quantity]) => ({ id, quantity })), occurred_at };
}

/** Returns an order of an ebook and three mugs, one of which has been shipped. */
function order(): Order {
  const new_one = placed({
    lines: [line('mug', { quantity: 3 }), line('ebook')],
    items: [item('mug'), item('ebook', { fulfillment_types: ['digital'] })],
  });
  return frozen(recordEvent(new_one, event('shipped', [['mug', 1]]), NOW));
}

/** Returns the same order, with the promise to ship the mugs. */
function promised(): Order {
  const { fulfillment, ...rest } = order();
  const line_items = [{ id: 'mug', quantity: 3 }];
  const shipped = { id: 'exp', method_type: 'shipping', line_items, description: 'Parcel', fulfillable_on: NOW };
  return { ...rest, fulfillment: { ...fulfillment, expectations: [...fulfillment.expectations, shipped] } };
}

const unitsOf = ({ line_items }: Order) => line_items.map(({ quantity }) => quantity.fulfilled);

it('every event type moves units, or is about units that wait in the shop or were moved', () => {
  expect([...EVENT_TYPES].sort()).toEqual([...MOVING, ...WAITING, ...FACTS].sort());
});

describe('an event that moves units', () => {
  it.each(MOVING)('adds up the %s units of each line, and fulfills the order with the last unit', (type) => {
    const more = recordEvent(order(), event(type, [['mug', 1]]), NOW + 1);
    expect(unitsOf(more)).toEqual([2, 0]);
    expect(more).toMatchObject({ status: 'partially_fulfilled', updated_at: NOW + 1 });
    const lines = recordEvent(
      more,
      event(type, [
        ['mug', 1],
        ['ebook', 1],
      ]),
      NOW + 2,
    );
    expect(unitsOf(lines)).toEqual([3, 1]);
    expect(lines.status).toBe('fulfilled');
  });

  it.each([
    ['shipped', [['mug', 2]]],
    ['provisioned', [['ebook', 1]]],
    ['delivered', [['mug', 1]]],
  ] as const)('of type %s is by default about all units that it can be about', (type, units) => {
    const { line_items: _none, ...given } = event(type, []);
    expect(recordEvent(promised(), given, NOW).fulfillment.events.at(-1)).toEqual(event(type, units));
  });

  it('must name lines if no unit is left for its method', () => {
    const { line_items: _none, ...given } = event('picked_up', []);
    expect(refusal('invalid_request', () => recordEvent(promised(), given, NOW))).toMatch(/^line_items: is required/);
  });

  it('is stored unchanged', () => {
    const said: FulfillmentEvent = {
      ...event('shipped', [['mug', 1]], NOW - 1_000),
      carrier: 'Ground post',
      tracking_number: 'GP 77',
      tracking_url: 'https://track.example/GP77',
      description: 'In one parcel',
    };
    const before = order();
    expect(recordEvent(before, said, NOW).fulfillment.events).toEqual([...before.fulfillment.events, said]);
  });

  it.each<[string, (readonly [string, number])[], RegExp]>([
    ['more units than are left', [['mug', 3]], /^line_items\[0\]\.quantity: must be at most 2, .* still in the shop$/],
    [
      'a line that is named twice',
      [
        ['mug', 1],
        ['ebook', 1],
        ['mug', 1],
      ],
      /^line_items\[2\]\.id: each line can be named once$/,
    ],
    [
      'a line that the order does not have',
      [
        ['mug', 1],
        ['cup', 1],
      ],
      /^line_items\[1\]\.id: /,
    ],
  ])('is rejected for %s', (_name, units, detail) => {
    expect(refusal('invalid_request', () => recordEvent(order(), event('shipped', units), NOW))).toMatch(detail);
  });
});

describe('an event about units that wait in the shop', () => {
  const ready = (...units: (readonly [id: string, quantity: number])[]) => event('ready_for_pickup', units);

  it('changes nothing else, wherever these units could be picked up', async () => {
    await checkEach(
      SITUATIONS,
      ({ name }) => name,
      ({ order: before }) => {
        const one = ready(['mug', 1]);
        const recorded = outcomeOf(() => recordEvent(before, one, NOW + 1));
        const pickedUp = outcomeOf(() => recordEvent(before, event('picked_up', [['mug', 1]]), NOW + 1));
        const fulfillment = { ...before.fulfillment, events: [...before.fulfillment.events, one] };
        expect(recorded).toEqual(
          typeof pickedUp === 'string' ? pickedUp : { ...before, fulfillment, updated_at: NOW + 1 },
        );
      },
    );
  });

  it('names no more units than are still in the shop', () => {
    const detail = refusal('invalid_request', () => recordEvent(order(), ready(['mug', 3]), NOW));
    expect(detail).toMatch(/^line_items\[0\]\.quantity: must be at most 2, .* still in the shop$/);
  });

  it('is by default about all units left for pickup', () => {
    const { line_items: _none, ...given } = ready();
    expect(refusal('invalid_request', () => recordEvent(promised(), given, NOW))).toMatch(/left for pickup$/);
    const { fulfillment, ...rest } = promised();
    const expectations = fulfillment.expectations.map((one) => ({ ...one, method_type: 'pickup' as const }));
    const before = { ...rest, fulfillment: { ...fulfillment, expectations } };
    const [, { line_items } = { line_items: [] }] = recordEvent(before, given, NOW).fulfillment.events;
    expect(line_items).toContainEqual({ id: 'mug', quantity: 2 });
  });
});

/** Returns the order that a call returns, or the code of its error. */
function outcomeOf(call: () => Order): Order | string {
  try {
    return call();
  } catch (error) {
    if (error instanceof PortalError) return error.code;
    throw error;
  }
}

describe('an event that describes moved units', () => {
  it.each(FACTS)('records %s for moved units in every situation, and changes nothing else', async (type) => {
    await checkEach(
      SITUATIONS,
      ({ name }) => name,
      ({ order: before, moved }) => {
        const fact = event(type, [['mug', 1]]);
        if (!moved) {
          refusal('invalid_request', () => recordEvent(before, fact, NOW));
          return;
        }
        const fulfillment = { ...before.fulfillment, events: [...before.fulfillment.events, fact] };
        expect(recordEvent(before, fact, NOW + 1)).toEqual({ ...before, fulfillment, updated_at: NOW + 1 });
      },
    );
  });

  it.each(FACTS)('rejects %s for more units than were moved', (type) => {
    const detail = refusal('invalid_request', () => recordEvent(order(), event(type, [['mug', 2]]), NOW));
    expect(detail).toMatch(/^line_items\[0\]\.quantity: must be at most 1, .* have left the shop$/);
  });
});

describe('the time of an event', () => {
  const MINUTE = 60_000;

  it.each<EventType>(['shipped', 'delivered'])(
    'may be up to five minutes in the future or before the order: %s',
    (type) => {
      const at = (occurred_at: number) => recordEvent(order(), event(type, [['mug', 1]], occurred_at), NOW);
      expect(at(NOW + 5 * MINUTE).fulfillment.events).toHaveLength(2);
      expect(at(NOW - 5 * MINUTE).fulfillment.events).toHaveLength(2);
      expect(refusal('invalid_request', () => at(NOW + 5 * MINUTE + 1))).toMatch(/^occurred_at: .* future$/);
      expect(refusal('invalid_request', () => at(NOW - 5 * MINUTE - 1))).toMatch(/^occurred_at: .* placed$/);
    },
  );
});

describe('the number of events', () => {
  const told = (count: number): Order => {
    const before = order();
    const events = Array.from({ length: count }, () => event('in_transit', [['mug', 1]]));
    return frozen({ ...before, fulfillment: { ...before.fulfillment, events } });
  };

  it.each<EventType>(['shipped', 'delivered'])('is limited to 500, as permitted_actions shows: %s', (type) => {
    const one = event(type, [['mug', 1]]);
    const full = recordEvent(told(MAX_EVENTS - 1), one, NOW);
    expect(full.fulfillment.events).toHaveLength(500);
    expect(refusal('limit_exceeded', () => recordEvent(full, one, NOW))).toContain('fewer than 500 events');
    const may = (of: Order) => permittedActions(of, new Set(['fulfillment']));
    expect(may(told(MAX_EVENTS - 1))).toContain('fulfill');
    expect(may(told(MAX_EVENTS))).not.toContain('fulfill');
  });
});
