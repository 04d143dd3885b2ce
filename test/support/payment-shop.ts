import { setImmediate } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import type { PaymentHandler } from '../../src/ports.js';
import { registryCaller } from '../actors/registry-caller.js';
import { type Shopper, shopper, totalOf } from '../actors/shopper.js';
import { type Answered, startPortal, type TestPortal } from './portal.js';
import { type Authorization, scriptedHandler } from './scripted-handler.js';
import { stillClock } from './still-clock.js';
import { fullKey } from './tenants.js';

/** The demo shop's item with a single unit left. */
const LAST_ONE = 'copper-saucepan';
const CODE = 'ONCE';
const DISCOUNT = { title: 'Once', kind: 'fixed', amount: 100, max_uses: 3, once_per_buyer: true };
const INVOICE = { instruments: [{ id: 'i', handler_id: 'invoice' }] };

/** Units and discount uses left in the shop, and the number of orders. */
export interface Books {
  readonly units: number;
  readonly uses: number;
  readonly orders: number;
}
export const UNTOUCHED: Books = { units: 1, uses: 3, orders: 0 };
export const TAKEN: Books = { units: 0, uses: 2, orders: 0 };
export const SOLD: Books = { units: 0, uses: 2, orders: 1 };

/** Milliseconds. */
export const MINUTE = 60_000;
/** Waits shorter than this, in milliseconds, are for another call's payment. */
const SHORT = 1_000;

interface Cart {
  readonly checkout_id: string;
  readonly expected_total: number;
}

/** A ready cart with the last unit, in a shop with a scripted payment handler. */
export class PaymentShop {
  readonly handler = scriptedHandler();
  readonly clock;
  private readonly portals: TestPortal[] = [];
  private ready: { readonly by: Shopper; readonly cart: Cart } | undefined;
  private waited: () => void = () => undefined;

  private constructor(patient: boolean) {
    const still = stillClock();
    const sleep = (milliseconds: number) => {
      if (milliseconds < SHORT) this.waited();
      return patient ? still.sleep(milliseconds) : setImmediate();
    };
    this.clock = { ...still, sleep };
  }

  /**
   * With `patient`, calls wait for the handler in real time; otherwise waits end immediately. Maintenance runs only
   * when a portal starts and when a test advances the timers.
   */
  static async open({ patient = false } = {}): Promise<PaymentShop> {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const shop = new PaymentShop(patient);
    const by = shopper(await shop.another());
    expect((await shop.discount('PUT', DISCOUNT)).status).toBe(200);
    shop.ready = { by, cart: await readyCart(by) };
    return shop;
  }

  async close(): Promise<void> {
    vi.useRealTimers();
    for (const portal of this.portals.reverse()) await portal.close();
  }

  /** Starts another portal on the same file, with the same handler and clock. */
  async another(handlers: readonly PaymentHandler[] = [this.handler]): Promise<TestPortal> {
    const database = this.portals[0]?.database;
    const portal = await startPortal({ handlers, clock: this.clock, ...(database && { database }) });
    this.portals.push(portal);
    return portal;
  }

  /** Runs one round of maintenance on a portal that does nothing else. Returns the lines that it logs. */
  async maintenance(handlers?: readonly PaymentHandler[]): Promise<readonly string[]> {
    const portal = await this.another(handlers);
    this.portals.pop();
    await portal.close();
    return portal.logged;
  }

  /** Creates a webhook for one type of event. Returns a function that reads the data of its events. */
  async subscribe(type: string): Promise<() => Promise<readonly unknown[]>> {
    const portal = given(this.portals[0]);
    const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
    const { id } = await owner.ok('create_webhook', { url: 'https://merchant.example/hook', events: [type] });
    const filter = { receiver: id, state: undefined };
    return async () => {
      const { entries } = await portal.app.store.list('deliveries', filter, undefined, 10);
      return entries.map(({ payload }) => JSON.parse(payload ?? '').data);
    };
  }

  /** Returns the stored payment of an attempt, and the actions in its history. */
  async payment(id: string) {
    const { store } = given(this.portals[0]).app;
    const history = await store.list('audit_events', { type: 'payment', id }, undefined, 10);
    const actions = history.entries.map(({ action }) => action);
    return { payment: await store.read((rows) => rows.get('payment', id)), actions };
  }

  get by(): Shopper {
    return given(this.ready).by;
  }

  get checkout_id(): string {
    return given(this.ready).cart.checkout_id;
  }

  /** Completes the cart with the same arguments each time. */
  complete(key?: string, as = this.by): Promise<Answered> {
    const args = { ...given(this.ready).cart, payment: INVOICE };
    return as.send('complete_checkout', args, key ? { 'idempotency-key': key } : {});
  }

  /** Starts a payment whose call ends before the handler responds. Returns the handler's open authorization. */
  async begin(key?: string): Promise<Authorization> {
    const { status, json } = await this.complete(key);
    expect([status, json.data.status]).toEqual([200, 'complete_in_progress']);
    return this.handler.next();
  }

  async cancel(as = this.by): Promise<string> {
    return (await as.ok('cancel_checkout', { checkout_id: this.checkout_id })).data.status;
  }

  async status(as = this.by): Promise<string> {
    const { data } = await as.ok('get_checkout', { checkout_id: this.checkout_id });
    // If the discount's use were not released, the discount would not apply and the total would differ.
    expect(totalOf(data)).toBe(given(this.ready).cart.expected_total);
    return data.status;
  }

  async books(): Promise<Books> {
    const { availability } = (await this.by.ok('get_item', { item_id: LAST_ONE })).data;
    const { uses_left } = (await this.discount('GET')).json.data;
    const orders = (await this.by.ok('list_orders', {})).data;
    return { units: availability.quantity, uses: uses_left, orders: orders.length };
  }

  /** Resolves when all writes after the handler's responses are done. Writes run in order, so a new write is last. */
  async written(): Promise<void> {
    await setImmediate();
    await given(this.portals[0]).app.store.update(() => ({ writes: [], result: undefined }));
  }

  /** Log lines about the handler's errors and invalid outcomes. */
  faults(): string[] {
    return this.portals.flatMap(({ logged }) => logged.filter((line) => line.includes('payment_fault')));
  }

  /** Resolves when a call next waits for another call's payment. */
  nextWait(): Promise<void> {
    return new Promise((resolve) => {
      this.waited = resolve;
    });
  }

  private discount(method: string, body?: unknown): Promise<Answered> {
    const { demo, request } = given(this.portals[0]);
    const path = `/api/shops/${demo.shop_id}/discounts/${CODE}`;
    return request(method, path, { key: demo.organization_key, body });
  }
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the shop is not open');
  return value;
}

async function readyCart(by: Shopper): Promise<Cart> {
  const checkout_id: string = (await by.ok('get_cart', {})).data.id;
  await by.ok('add_line_items', { checkout_id, line_items: [{ item: { id: LAST_ONE }, quantity: 1 }] });
  await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
  await by.ok('apply_discount', { checkout_id, code: CODE });
  const { data } = await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'pickup-portland' });
  expect(data.status).toBe('ready_for_complete');
  return { checkout_id, expected_total: totalOf(data) };
}
