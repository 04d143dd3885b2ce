import { expect } from 'vitest';
import { amountRefunded } from '../../src/domain/order/adjustment.js';
import type { Order } from '../../src/domain/order/order.js';
import { amountPaid, progressOf } from '../../src/domain/order/order-payment.js';
import { amountLost } from '../../src/domain/payment/dispute.js';
import { required } from '../../src/domain/values/required.js';
import type { RegistryCaller } from '../actors/registry-caller.js';
import type { Random } from '../faults/random.js';
import type { CallMoment } from '../support/cut-handler.js';
import { LINE, type PairCart, type PaymentPair, PROVIDER_WAITS_MS, type Token } from '../support/payment-pair.js';
import type { Answered } from '../support/portal.js';

const STEPS = 14;
const MINUTE_MS = 60_000;
const TOKENS: readonly Token[] = [
  'tok_approved',
  'tok_approved',
  'tok_action',
  'tok_action',
  'tok_pending',
  'tok_declined',
];
const MOMENTS: readonly CallMoment[] = [
  ...(['before authorize', 'after authorize', 'before capture', 'after capture'] as const),
  ...(['before refund', 'after refund', 'before void', 'after void'] as const),
];

type Step = () => Promise<unknown>;

/** Random calls of one buyer and the merchant through both portals, while the provider acts and fails. */
export class PaymentHistory {
  /** Names of the steps so far, for the report of a violation. */
  readonly steps: string[] = [];
  private readonly pair: PaymentPair;
  private readonly random: Random;
  private readonly buyer: string;
  private cart: PairCart | undefined;
  /** Charges of earlier histories, which this one does not touch. */
  private readonly earlier: number;

  constructor(pair: PaymentPair, random: Random, buyer: string) {
    this.pair = pair;
    this.random = random;
    this.buyer = buyer;
    this.earlier = pair.provider.all().length;
  }

  /** Runs the steps, some of them two at once, and then lets everything come to its end. */
  async run(): Promise<void> {
    this.cart = await this.pair.ready(this.buyer, 1 + this.random.below(3));
    await this.together(['pay']);
    for (let step = 1; step < STEPS; step += 1) {
      const names = Object.keys(this.known) as (keyof typeof this.known)[];
      await this.together(
        this.random.chance(0.4) ? [this.random.of(names), this.random.of(names)] : [this.random.of(names)],
      );
    }
    await this.settle();
  }

  private async together(names: readonly (keyof typeof this.known)[]): Promise<void> {
    this.steps.push(names.join(' + '));
    if (this.random.chance(0.3)) this.pair.side(this.random.below(2)).cuts.fail(this.random.of(MOMENTS));
    await Promise.all(names.map((name) => this.known[name]()));
  }

  private readonly known = {
    pay: () => this.onCart((by, cart) => this.pair.pay(cart, this.random.of(TOKENS), by)),
    read: () => this.onCart((by, { checkout_id }) => by.send('get_checkout', { checkout_id })),
    'cancel checkout': () =>
      this.onCart((by, { checkout_id }) =>
        this.random.chance(0.3) ? by.send('cancel_checkout', { checkout_id }) : undefined,
      ),
    confirm: () => this.onCharge((attempt) => this.pair.provider.act(attempt)),
    'fail to confirm': () =>
      this.onCharge((attempt, state) => (state === 'authorized' ? undefined : this.pair.provider.refuse(attempt))),
    'get an event': () => this.onCharge((attempt) => this.notify(attempt)),
    'wait a minute': () => this.pair.pass(MINUTE_MS),
    'wait for too long': () => this.pair.pass(this.random.of([16 * MINUTE_MS, PROVIDER_WAITS_MS])),
    maintain: () => this.pair.maintenance(),
    dispute: () => this.onPaid((attempt) => this.dispute(attempt, 1 + this.random.below(3_000))),
    'end a dispute': () => this.onPaid((attempt) => this.endDisputes(attempt, this.random.of(['won', 'lost']))),
    capture: () => this.onOrder((by, order_id) => by.send('capture_payment', { order_id, ...this.part() })),
    ship: () =>
      this.onOrder((by, order_id) => {
        const line_items = [{ id: LINE, quantity: 1 }];
        return by.send('record_fulfillment_event', { order_id, type: 'picked_up', line_items });
      }),
    refund: () => this.onOrder((by, order_id) => by.send('adjust_order', { order_id, type: 'refund', ...this.part() })),
    'cancel order': () =>
      this.onOrder((by, order_id) => (this.random.chance(0.4) ? by.send('cancel_order', { order_id }) : undefined)),
  } satisfies Record<string, Step>;

  private part(): { readonly amount?: number } {
    return this.random.chance(0.5) ? { amount: 1 + this.random.below(2_000) } : {};
  }

  private async onCart(call: (by: RegistryCaller, cart: PairCart) => Promise<Answered> | undefined): Promise<void> {
    const by = this.pair.as(this.buyer, this.random.below(2));
    expectHandled(await call(by, required(this.cart, 'cart')));
  }

  private async onOrder(call: (by: RegistryCaller, order_id: string) => Promise<Answered> | undefined): Promise<void> {
    const by = this.pair.as(this.buyer, this.random.below(2));
    const [order] = await this.orders();
    if (order) expectHandled(await call(by, order.id));
  }

  private async onCharge(act: (attempt: string, state: string) => Promise<unknown> | undefined): Promise<void> {
    const [charge] = this.charges().slice(-1);
    if (charge) await act(charge.attempt, charge.state);
  }

  private async onPaid(act: (attempt: string) => Promise<unknown>): Promise<void> {
    const [order] = await this.orders();
    if (order?.payment.attempt_id !== undefined) await act(order.payment.attempt_id);
  }

  private async dispute(attempt: string, amount: number): Promise<void> {
    await this.pair.provider.dispute(attempt, amount, this.pair.clock.now());
    await this.notify(attempt);
  }

  private async endDisputes(attempt: string, state: 'won' | 'lost'): Promise<void> {
    await this.pair.provider.endDisputes(attempt, state);
    await this.notify(attempt);
  }

  private async notify(attempt: string): Promise<void> {
    expect(await this.pair.event(this.random.below(2), attempt)).toBe(204);
  }

  private charges() {
    return this.pair.provider.all().slice(this.earlier);
  }

  private async orders(): Promise<Order[]> {
    const listed: readonly { readonly id: string }[] = await this.pair.as(this.buyer, 0).ok('list_orders', {});
    return this.pair
      .side(0)
      .portal.app.store.read((rows) => listed.map(({ id }) => required(rows.get('order', id), 'order')));
  }

  /** Ends the buyer's and the provider's part, and runs maintenance until nothing is open. */
  private async settle(): Promise<void> {
    const { pair } = this;
    for (const index of [0, 1]) pair.side(index).cuts.clear();
    await pair.pass(2 * PROVIDER_WAITS_MS);
    await this.onPaid((attempt) => this.endDisputes(attempt, this.random.of(['won', 'lost'])));
    for (let round = 0; round < 3; round += 1) await pair.maintenance();
    const { store } = pair.side(0).portal.app;
    for (const due of ['open_payments', 'open_money', 'due_payments'] as const)
      expect(await store.due(due, pair.clock.now(), 10)).toEqual([]);
  }

  /** Checks that a dispute is shown while it is open, and that the payment is as before once it is won. */
  async checkDispute(): Promise<void> {
    await this.onPaid(async (attempt) => {
      const statuses = async () => (await this.orders()).map(({ payment_status }) => payment_status);
      const before = await statuses();
      await this.dispute(attempt, 1);
      await this.pair.maintenance();
      const charge = this.charges().find((one) => one.attempt === attempt);
      const isOpen = charge?.disputes.some(({ state }) => state === 'open');
      expect(await statuses()).toEqual(isOpen ? ['disputed'] : before);
      await this.endDisputes(attempt, 'won');
      await this.pair.maintenance();
      expect(await statuses()).toEqual(before);
    });
  }

  /** Checks the money of each charge and order, and returns the number of units that were sold. */
  async check(): Promise<number> {
    const orders = await this.orders();
    expect(orders.length).toBeLessThanOrEqual(1);
    const byAttempt = new Map(orders.map((order) => [order.payment.attempt_id, order]));
    for (const { attempt, state, captured, refunded, disputes } of this.charges()) {
      const order = byAttempt.get(attempt);
      const lost = amountLost({ disputes });
      if (order)
        expect({ captured, refunded, lost }).toEqual({
          captured: amountPaid(order),
          refunded: amountRefunded(order),
          lost: amountLost(progressOf(order)),
        });
      else expect(captured - refunded).toBe(0);
      expect(['ended', 'declined']).toContain(state);
    }
    const units = orders.flatMap(({ line_items }) =>
      line_items.map(({ quantity }) => quantity.total - quantity.canceled),
    );
    return units.reduce((sum, quantity) => sum + quantity, 0);
  }
}

/** A call succeeds, is rejected with a documented error, or is told to repeat because the provider is down. */
function expectHandled(answer: Answered | undefined): void {
  if (answer && answer.status >= 500) expect(answer.json.error).toBe('unavailable');
}
