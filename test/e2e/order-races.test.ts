import { afterAll, beforeAll, expect, it } from 'vitest';
import { volume } from '../support/volume.js';
import { type Move, OrderScene, race } from './order-races/scene.js';

const ROUNDS = volume(12, 50);

let scene: OrderScene;
beforeAll(async () => {
  scene = await OrderScene.open();
});
afterAll(() => scene.close());

const HOLD: Move = { call: 'hold_order', args: {}, tells: ['order.held'] };
const RELEASE: Move = { call: 'release_order', args: {}, tells: ['order.released'] };
const SHIP: Move = {
  call: 'record_fulfillment_event',
  args: { type: 'provisioned', line_items: [{ id: 'book', quantity: 1 }] },
  tells: ['order.event_recorded'],
};
const CANCEL: Move = { call: 'cancel_order', args: {}, tells: ['order.canceled', 'order.refund_completed'] };
const refund = (amount: number): Move => ({
  call: 'adjust_order',
  args: { type: 'refund', amount },
  tells: ['order.refund_recorded', 'order.refund_completed'],
});

interface Race {
  readonly name: string;
  /** Call that precedes the race. */
  readonly first?: 'hold_order';
  moves(total: number): readonly [Move, Move];
  /** Allowed results: both responses, order status, payment status, and units moved. */
  readonly ends: readonly string[];
}

const RACES: readonly Race[] = [
  {
    name: 'hold against ship',
    moves: () => [HOLD, SHIP],
    ends: ['200 order_on_hold: on_hold paid 0', '200 200: on_hold paid 1'],
  },
  {
    name: 'two refunds that together exceed the total',
    moves: (total) => [refund(total - 1), refund(2)],
    ends: [
      '200 adjustment_exceeds_paid: processing partially_refunded 0',
      'adjustment_exceeds_paid 200: processing partially_refunded 0',
    ],
  },
  {
    name: 'cancel against ship',
    moves: () => [CANCEL, SHIP],
    ends: ['200 order_not_fulfillable: canceled refunded 0', 'order_not_cancelable 200: partially_fulfilled paid 1'],
  },
  {
    name: 'release against cancel',
    first: 'hold_order',
    moves: () => [RELEASE, CANCEL],
    ends: ['200 200: canceled refunded 0', 'order_not_on_hold 200: canceled refunded 0'],
  },
];

it.each(RACES)(
  `ends in an allowed state with a complete history in each of ${ROUNDS} rounds: $name`,
  async ({ first, moves, ends }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const racers = scene.racers(round);
      const [racer] = racers;
      if (!racer) throw new Error('nobody races');
      const { id, total } = await scene.order(racer);
      if (first) await racer.by.ok(first, { order_id: id });
      const pair = moves(total);
      // Swaps the two calls, so that each is sent first in half of the rounds, both at one portal and at two.
      const swapped = round % 4 >= 2;
      const { answers, order } = await race(racers, id, swapped ? pair.toReversed() : pair);
      const [mine, other] = swapped ? answers.toReversed() : answers;
      const moved = order.line_items[0].quantity.fulfilled;
      expect(ends).toContain(`${mine} ${other}: ${order.status} ${order.payment_status} ${moved}`);
      const back = (order.adjustments ?? []).map(({ amount }: { amount: number }) => amount);
      expect(back.reduce((sum: number, amount: number) => sum + amount, 0)).toBeLessThanOrEqual(total);
    }
  },
);
