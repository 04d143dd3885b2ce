import { describe, expect, it } from 'vitest';
import {
  acceptRequest,
  findRequest,
  makeRequest,
  type RequestContent,
  refuseRequest,
  waitingSince,
  withdrawRequest,
} from '../../../src/domain/order/answer-request.js';
import { recordEvent } from '../../../src/domain/order/fulfill.js';
import type { Order } from '../../../src/domain/order/order.js';
import { createOrderEvidence } from '../../../src/domain/order/order-evidence.js';
import {
  MAX_REQUESTS,
  REQUEST_ACTIONS,
  REQUEST_STATUSES,
  type RequestAction,
  type RequestStatus,
} from '../../../src/domain/order/order-request.js';
import { orderContextHash } from '../../../src/domain/order/receipt-context.js';
import { isAccepted } from '../../../src/domain/order/request-rules.js';
import { eraseOrder } from '../../../src/domain/privacy/erase.js';
import { DEFAULT_SETTINGS, type OrderRequestRules, type ShippingRate } from '../../../src/domain/shop/shop.js';
import type { Destination } from '../../../src/domain/values/address.js';
import { item, line, NOW, rate, refusal } from '../fixtures.js';
import { frozen, placed } from './orders.js';

const DAY = 24 * 60 * 60 * 1000;
const PORTLAND: Destination = { address_country: 'US', address_region: 'OR', postal_code: '97205', full_name: 'Ada' };
const SALEM: Destination = { ...PORTLAND, postal_code: '97301', instructions: 'Ring twice' };

/** A paid order of four mugs and a bowl, to be shipped to Portland. */
const shipped = (): Order => {
  const order = placed({
    lines: [line('mug', { quantity: 4 }), line('bowl')],
    items: [item('mug'), item('bowl')],
    settings: { shipping: [rate('post')] },
    checkout: { destination: PORTLAND, selected_option_id: 'post' },
  });
  return frozen({ ...order, evidence: createOrderEvidence((length) => 's'.repeat(length)) });
};

const sent = (order: Order, quantity = 4, at = NOW): Order =>
  recordEvent(order, { id: 'evt', type: 'shipped', line_items: [{ id: 'mug', quantity }], occurred_at: at }, at);

const CANCEL: RequestContent = { type: 'cancel', reason: 'Ordered twice' };
const RETURN: RequestContent = { type: 'return', line_items: [{ id: 'mug', quantity: 2 }] };
const MOVE: RequestContent = { type: 'address_change', destination: SALEM };
const asked = (order: Order, content: RequestContent): Order => makeRequest(order, content, 'req', NOW);
const by = { adjustmentId: 'adj', now: NOW + 1 };

describe('a request', () => {
  const ACTS: Readonly<Record<RequestAction, (order: Order) => Order>> = {
    accept: (order) => acceptRequest(order, 'req', {}, by),
    refuse: (order) => refuseRequest(order, 'req', 'Too late', NOW + 1),
    withdraw: (order) => withdrawRequest(order, 'req', NOW + 1),
  };
  /** Written by hand from docs/orders.md. */
  const NEXT: Readonly<Record<RequestStatus, readonly (RequestStatus | undefined)[]>> = {
    waiting: ['accepted', 'refused', 'withdrawn'],
    accepted: [undefined, undefined, undefined],
    refused: [undefined, undefined, undefined],
    withdrawn: [undefined, undefined, undefined],
  };
  const waiting = asked(shipped(), { ...CANCEL, line_items: [{ id: 'mug', quantity: 1 }] });
  const STARTS: Readonly<Record<RequestStatus, Order>> = {
    waiting,
    accepted: ACTS.accept(waiting),
    refused: ACTS.refuse(waiting),
    withdrawn: ACTS.withdraw(waiting),
  };
  const pairs = REQUEST_STATUSES.flatMap((status) =>
    REQUEST_ACTIONS.map((action, index) => ({ status, action, next: NEXT[status][index] })),
  );

  it.each(pairs)('that is $status: $action leads to $next', ({ status, action, next }) => {
    const before = STARTS[status];
    expect(findRequest(before, 'req').status).toBe(status);
    if (next === undefined) refusal('order_request_closed', () => ACTS[action](before));
    else {
      const after = ACTS[action](before);
      expect(findRequest(after, 'req')).toMatchObject({ status: next, answered_at: NOW + 1 });
      expect([waitingSince(before), waitingSince(after)]).toEqual([NOW, null]);
    }
  });

  it('is found by its id only', () => {
    refusal('order_request_not_found', () => acceptRequest(waiting, 'other', {}, by));
  });

  it('waits alone of its type, and orders have a maximum', () => {
    refusal('order_request_waiting', () => makeRequest(waiting, CANCEL, 'again', NOW));
    expect(makeRequest(waiting, MOVE, 'other', NOW).requests).toHaveLength(2);
    const many = Array.from({ length: MAX_REQUESTS }, (_, index) => index).reduce(
      (order, index) => withdrawRequest(makeRequest(order, CANCEL, `r${index}`, NOW), `r${index}`, NOW),
      shipped(),
    );
    refusal('limit_exceeded', () => makeRequest(many, CANCEL, 'more', NOW));
  });

  it('loses its words and its street when the person is erased', () => {
    const answered = refuseRequest(asked(shipped(), { ...MOVE, reason: 'Moved' }), 'req', 'Sorry, Ada', NOW);
    const [erased] = eraseOrder(answered, NOW).requests ?? [];
    expect(erased).not.toHaveProperty('reason');
    expect(erased).not.toHaveProperty('answer');
    expect(erased?.destination).toEqual({ address_country: 'US', address_region: 'OR', postal_code: '97301' });
  });
});

describe('a request to cancel', () => {
  it('cancels what it names when it is accepted, with the reason of the buyer', () => {
    const { requests, ...order } = acceptRequest(asked(shipped(), CANCEL), 'req', { reason: 'Done' }, by);
    expect(order).toMatchObject({ status: 'canceled', cancel_reason: 'Ordered twice', cancel_visible: true });
    expect(order.adjustments).toMatchObject([{ id: 'adj', type: 'refund' }]);
    expect(requests).toMatchObject([{ status: 'accepted', answer: 'Done' }]);
  });

  it('is rejected if nothing of it can be canceled', () => {
    refusal('order_not_cancelable', () => asked(sent(shipped()), CANCEL));
    refusal('invalid_request', () => asked(shipped(), { ...CANCEL, line_items: [{ id: 'mug', quantity: 5 }] }));
  });

  it('can be accepted if the merchant has canceled the order meanwhile', () => {
    const canceled = acceptRequest(makeRequest(asked(shipped(), CANCEL), MOVE, 'move', NOW), 'req', {}, by);
    const again = { ...canceled, requests: asked(shipped(), CANCEL).requests ?? [] };
    expect(acceptRequest(again, 'req', {}, by).adjustments).toBe(canceled.adjustments);
  });
});

describe('a request to return', () => {
  it('names all units that are with the buyer by default', () => {
    expect(asked(sent(shipped(), 3), { type: 'return' }).requests).toMatchObject([
      { line_items: [{ id: 'mug', quantity: 3 }] },
    ]);
    refusal('invalid_request', () => asked(shipped(), { type: 'return' }));
  });

  it('moves money only once the units have been received', () => {
    const waiting = asked(sent(shipped()), RETURN);
    expect(acceptRequest(waiting, 'req', { reason: 'Send it to us' }, by).adjustments).toEqual([]);
    const received = acceptRequest(waiting, 'req', { received: true }, by);
    expect(received.adjustments).toMatchObject([{ type: 'return', line_items: [{ id: 'mug', quantity: 2 }] }]);
  });
});

describe('a request for another address', () => {
  it('changes the destination and its description, and keeps the context of receipts', () => {
    const order = shipped();
    const moved = acceptRequest(asked(order, MOVE), 'req', {}, by);
    expect(moved.fulfillment.expectations).toMatchObject([
      { destination: SALEM, description: 'post: Ada. Ring twice' },
    ]);
    expect(orderContextHash(moved)).toBe(orderContextHash(order));
    const back = acceptRequest(makeRequest(moved, { ...MOVE, destination: PORTLAND }, 'b', NOW), 'b', {}, by);
    expect(orderContextHash(back)).toBe(orderContextHash(order));
    expect(orderContextHash(eraseOrder(moved, NOW))).toBe(orderContextHash(order));
  });

  it.each<[string, Order, Destination]>([
    ['address_country', shipped(), { ...SALEM, address_country: 'CA' }],
    ['address_region', shipped(), { ...SALEM, address_region: 'WA' }],
  ])('is rejected with another %s', (member, order, destination) => {
    const text = refusal('invalid_request', () => asked(order, { ...MOVE, destination }));
    expect(text).toContain(`destination.${member}`);
  });

  it('is rejected once something was shipped, and for an order that is picked up', () => {
    refusal('order_not_fulfillable', () => asked(sent(shipped(), 1), MOVE));
    const pickedUp = placed({ lines: [line('mug')], checkout: { selected_option_id: 'counter' } });
    refusal('order_not_fulfillable', () => asked(pickedUp, MOVE));
  });
});

describe('a rule of the shop', () => {
  const accepts = (
    order: Order,
    content: RequestContent,
    order_requests: OrderRequestRules,
    { now = NOW, shipping = [rate('post')] }: { now?: number; shipping?: ShippingRate[] } = {},
  ) =>
    isAccepted(
      order,
      findRequest(asked(order, content), 'req'),
      { ...DEFAULT_SETTINGS, shipping, order_requests },
      now,
    );

  it('cancels only while the order is processing', () => {
    const units = { ...CANCEL, line_items: [{ id: 'bowl', quantity: 1 }] };
    const rules = { cancel_before_shipping: true };
    expect(accepts(shipped(), units, rules)).toBe(true);
    expect(accepts(shipped(), units, {})).toBe(false);
    expect(accepts(sent(shipped()), units, rules)).toBe(false);
    expect(accepts({ ...shipped(), status: 'on_hold' }, units, rules)).toBe(false);
  });

  it('agrees to a return until the given days after shipping', () => {
    const rules = { return_days: 14 };
    expect(accepts(sent(shipped()), RETURN, rules, { now: NOW + 14 * DAY })).toBe(true);
    expect(accepts(sent(shipped()), RETURN, rules, { now: NOW + 14 * DAY + 1 })).toBe(false);
    expect(accepts(sent(shipped()), RETURN, {}, { now: NOW })).toBe(false);
  });

  it('changes the address only if the same shipping rates apply', () => {
    const rules = { address_before_shipping: true };
    const local = rate('local', { zone: { postal_prefixes: ['972'] } });
    expect(accepts(shipped(), MOVE, rules)).toBe(true);
    expect(accepts(shipped(), MOVE, rules, { shipping: [rate('post'), local] })).toBe(false);
    expect(accepts(shipped(), MOVE, {})).toBe(false);
  });
});
