import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { unpackOutcome } from '../../../src/calls/packed-outcome.js';
import { changePayment } from '../../../src/domain/payment/payment.js';
import type { CapturePolicy } from '../../../src/domain/shop/shop.js';
import { required } from '../../../src/domain/values/required.js';
import { type PaymentHandler, replaceWrite } from '../../../src/ports.js';
import { historyOf, type RegistryCaller, registryCaller } from '../../actors/registry-caller.js';
import { totalOf } from '../../actors/shopper.js';
import { type Answered, startPortal, type TestPortal } from '../../support/portal.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { anotherKey, changeSettings } from '../../support/tenants.js';
import { type Waits, waitingClock } from '../../support/waiting-clock.js';
import { refundHandler } from './refund-handler.js';

/** A counted item of the demo shop. */
const ITEM = 'desk-calendar';
const UNITS = 2;

type Json = Answered['json'];

interface Options {
  readonly waits: Waits;
  /** State of the payment after an authorization. */
  readonly due: 'paid' | 'pending' | 'authorized';
  /** When the shop captures authorized payments. */
  readonly capture: CapturePolicy;
}

/** A shop with scripted refunds, and an order of two counted units. */
export class RefundShop {
  readonly handler = refundHandler();
  readonly clock;
  private readonly folder = temporaryFolder();
  private readonly portals: TestPortal[] = [];
  private placed: { readonly key: string; readonly by: RegistryCaller; readonly order: Json } | undefined;

  private constructor() {
    this.clock = waitingClock();
  }

  /**
   * Opens the shop and places its order. With `patient`, calls then wait for the handler in real time; with `told`,
   * until the test advances the clock; with `no`, waits end immediately. Maintenance runs only when a portal starts
   * and when a test advances the timers.
   */
  static async open({ waits = 'no', due = 'paid', capture }: Partial<Options> = {}): Promise<RefundShop> {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const shop = new RefundShop();
    shop.handler.due = due;
    const portal = await shop.start();
    const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    if (capture) await changeSettings(portal, { payment_capture: capture });
    const by = registryCaller(() => shop.newest.url, key, 'ada');
    shop.placed = { key, by, order: await ordered(by) };
    shop.clock.waits = waits;
    return shop;
  }

  async close(): Promise<void> {
    vi.useRealTimers();
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }

  /**
   * Starts another portal on the same file, with the same clock and, by default, the same handler. Later calls go to
   * the newest portal.
   */
  async start(handlers: readonly PaymentHandler[] = [this.handler]): Promise<TestPortal> {
    const portal = await startPortal({
      handlers,
      clock: this.clock,
      database: join(this.folder, 'portal.db'),
    });
    this.portals.push(portal);
    return portal;
  }

  /** Closes all portals. */
  async stop(): Promise<void> {
    for (const portal of this.portals.splice(0).reverse()) await portal.close();
  }

  /** Runs one round of maintenance on a portal that does nothing else. */
  async maintenance(): Promise<void> {
    const portal = await this.start();
    this.portals.pop();
    await portal.close();
  }

  get by(): RegistryCaller {
    return this.own.by;
  }

  get order_id(): string {
    return this.own.order.id;
  }

  get total(): number {
    return totalOf(this.own.order);
  }

  /** Returns a caller of this portal. */
  at(portal: TestPortal): RegistryCaller {
    return registryCaller(() => portal.url, this.own.key, 'ada');
  }

  refund(amount?: number, key?: string, by = this.by, order_id = this.order_id): Promise<Answered> {
    const args = { order_id, type: 'refund', ...(amount !== undefined && { amount }) };
    return by.send('adjust_order', args, key ? { 'idempotency-key': key } : {});
  }

  cancel(key?: string): Promise<Answered> {
    return this.by.send('cancel_order', { order_id: this.order_id }, key ? { 'idempotency-key': key } : {});
  }

  /** Places a second order with the same content. */
  async another(): Promise<string> {
    return (await ordered(this.by)).id;
  }

  /** Resets the stored responses to the state after a process died during settlement. */
  async cutOff(): Promise<void> {
    const { store } = this.newest.app;
    const keys = await store.due('old_answers', Number.MAX_SAFE_INTEGER, 10);
    await store.update((rows) => ({
      writes: [...rows.many('idempotency', keys).values()].map((row) => {
        const outcome = { ...Object(unpackOutcome(row.outcome)), interim: true };
        return replaceWrite('idempotency', row, { ...row, outcome });
      }),
      result: undefined,
    }));
  }

  order(by = this.by): Promise<Json> {
    return by.ok('get_order', { order_id: this.order_id });
  }

  /** Ships units of the order. */
  ship(quantity: number): Promise<Answered> {
    const line_items = [{ id: 'days', quantity }];
    return this.by.send('record_fulfillment_event', { order_id: this.order_id, type: 'picked_up', line_items });
  }

  capture(args: object = {}, key?: string): Promise<Answered> {
    return this.by.send('capture_payment', { order_id: this.order_id, ...args }, key ? { 'idempotency-key': key } : {});
  }

  /** Returns the amount that the handler captured, in minor units. */
  taken(): number {
    return [...this.handler.taken.values()].reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Returns the stored payment of the order. */
  payment() {
    return this.newest.app.store.read((rows) => {
      const order = required(rows.get('order', this.order_id), 'order');
      return { order, payment: rows.get('payment', order.payment.attempt_id ?? '') };
    });
  }

  /** Has the portal ask the handler about the payment, as after an event of its provider. */
  async ask(): Promise<void> {
    const { app } = this.newest;
    const id = await app.store.update((rows) => {
      const { attempt_id = '' } = required(rows.get('order', this.order_id), 'order').payment;
      const payment = required(rows.get('payment', attempt_id), 'payment');
      const asked = changePayment(payment, { ask_at: this.clock.now() }, this.clock.now());
      return { writes: [replaceWrite('payment', payment, asked)], result: attempt_id };
    });
    app.resolvePayment(id);
    await expect.poll(() => app.store.due('due_payments', this.clock.now(), 1)).toEqual([]);
  }

  async units(): Promise<number> {
    return (await this.by.ok('get_item', { item_id: ITEM })).availability.quantity;
  }

  async actions(): Promise<string[]> {
    return (await historyOf(this.by, this.order_id)).map(({ action }) => action);
  }

  /** Returns the amount that the handler refunded, in total or for one refund, in minor units. */
  givenBack(refund?: string): number {
    const given = [...this.handler.given].filter(([id]) => refund === undefined || id === refund);
    return given.reduce((sum, [, amount]) => sum + amount, 0);
  }

  /** Returns the log lines of the newest portal. */
  logged(): readonly string[] {
    return this.newest.logged;
  }

  private get newest(): TestPortal {
    const portal = this.portals.at(-1);
    if (!portal) throw new Error('no portal');
    return portal;
  }

  private get own() {
    if (!this.placed) throw new Error('the shop is not open');
    return this.placed;
  }
}

async function ordered(by: RegistryCaller): Promise<Json> {
  const { id: checkout_id } = await by.ok('get_cart', {});
  const line_items = [{ id: 'days', item: { id: ITEM }, quantity: UNITS }];
  await by.ok('add_line_items', { checkout_id, line_items });
  await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
  await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'pickup-portland' });
  const expected_total = totalOf(await by.ok('get_checkout', { checkout_id }));
  const payment = { instruments: [{ id: 'i', handler_id: 'invoice' }] };
  const { order } = await by.ok('complete_checkout', { checkout_id, expected_total, payment });
  return by.ok('get_order', { order_id: order.id });
}

/** Summarizes an order: its status, its payment status, and its adjustments with their amounts and statuses. */
export const inShort = ({ status, payment_status, adjustments = [] }: Json) =>
  `${status} ${payment_status} [${adjustments.map((one: Json) => `${one.amount} ${one.status}`).join(', ')}]`;
