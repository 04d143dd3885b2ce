import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import type { CapturePolicy } from '../../src/domain/shop/shop.js';
import { required } from '../../src/domain/values/required.js';
import type { PaymentHandler, PaymentReport } from '../../src/payment-handler.js';
import { fill } from '../actors/purchase.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { shopperAt } from '../actors/shopper.js';
import { modelFactory } from '../payment-handler/model-handler.js';
import { ModelProvider, withdrawnOf } from '../payment-handler/model-provider.js';
import { Cuts, cutHandler } from './cut-handler.js';
import { type Answered, startPortal, type TestPortal } from './portal.js';
import { releasePostgresOf } from './postgres-of-path.js';
import { temporaryFolder } from './temporary-folder.js';
import { anotherKey, changeSettings, fullKey } from './tenants.js';
import { type WaitingClock, waitingClock } from './waiting-clock.js';

/** Units that are delivered at first, enough for every history. */
const UNITS = 1_000;

/** A counted item of the demo shop. */
export const ITEM = 'desk-calendar';
export const LINE = 'days';

/** Time after which the provider ends an action or an authorization, in milliseconds. */
export const PROVIDER_WAITS_MS = 60 * 60 * 1000;
/** Longer than a payment without an outcome may stay open, in milliseconds. */
export const TOO_LONG_MS = 16 * 60 * 1000;

/** Outcome of a payment at the provider, by the token that causes it. */
export type Token = 'tok_approved' | 'tok_action' | 'tok_pending' | 'tok_declined';

export interface PairCart {
  readonly checkout_id: string;
  readonly expected_total: number;
}

/** A checkout, the orders of the shop and its money, in the portal's books and at the provider. Minor units. */
export interface PairBooks {
  readonly orders: number;
  /** Units that are no longer in stock. */
  readonly sold: number;
  readonly captured: number;
  readonly refunded: number;
}

interface Side {
  readonly portal: TestPortal;
  readonly cuts: Cuts;
}

/** Two portals on one database, each with its own handler, and a provider that outlives both. */
export class PaymentPair {
  readonly provider = new ModelProvider();
  readonly clock = pollingAtOnce(waitingClock());
  private readonly folder = temporaryFolder();
  private readonly database = join(this.folder, 'portal.db');
  private readonly sides: Side[] = [];
  private keys = { shopper: '', owner: '' };
  private stock = 0;

  /** Maintenance runs only when a portal starts. */
  static async open(payment_capture: CapturePolicy = 'at_once'): Promise<PaymentPair> {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const pair = new PaymentPair();
    const { portal } = await pair.start();
    const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    pair.keys = { shopper: key, owner: await fullKey(portal, 'organization') };
    await changeSettings(portal, { payment_handlers: ['model_pay'], payment_capture });
    await pair.start();
    await pair.restock(UNITS);
    pair.stock = await pair.unitsLeft();
    return pair;
  }

  async close(): Promise<void> {
    vi.useRealTimers();
    for (const { portal } of this.sides.splice(0).reverse()) await portal.close();
    await releasePostgresOf(this.database);
    rmSync(this.folder, { recursive: true });
  }

  /** One of the portals: its number is 0 or 1, and 0 after the other was stopped. */
  side(index: number): Side {
    return required(this.sides[index], 'portal');
  }

  /** Stops the first portal, whose calls in flight never end. */
  async stopFirst(): Promise<void> {
    await this.sides.shift()?.portal.close();
  }

  /** Advances the clock. The provider ends what it has waited for long enough. */
  async pass(milliseconds: number): Promise<void> {
    this.clock.advance(milliseconds);
    const begun = await this.side(0).portal.app.store.read((rows) =>
      this.provider.all().map(({ attempt }) => [attempt, rows.get('payment', attempt)?.created_at ?? 0] as const),
    );
    const isOver = (started_at: number) => this.clock.now() >= started_at + PROVIDER_WAITS_MS;
    for (const [attempt, started_at] of begun) if (isOver(started_at)) await this.provider.refuse(attempt);
  }

  /** Runs one round of maintenance on a portal that does nothing else. */
  async maintenance(): Promise<void> {
    const { portal } = await this.start();
    this.sides.pop();
    await portal.close();
  }

  /** Returns a cart with this many units, ready to pay. */
  async ready(buyer = 'ada', quantity = 1): Promise<PairCart> {
    const by = shopperAt({ url: this.side(0).portal.url, key: this.keys.shopper }, buyer);
    const lines = [{ id: LINE, item: { id: ITEM }, quantity }];
    const { checkout_id, total } = await fill(by, { lines, email: `${buyer}@example.com` });
    return { checkout_id, expected_total: total };
  }

  /** Returns a caller of one of the portals. */
  as(buyer: string, index: number): RegistryCaller {
    return registryCaller(() => this.side(index).portal.url, this.keys.shopper, buyer);
  }

  by(index: number): RegistryCaller {
    return this.as('ada', index);
  }

  pay(cart: PairCart, token: Token, by = this.by(0), key?: string): Promise<Answered> {
    const payment = { instruments: [{ id: 'i', handler_id: 'model_pay', credential: { type: 'token', token } }] };
    return by.send('complete_checkout', { ...cart, payment }, key ? { 'idempotency-key': key } : {});
  }

  /** Sends the provider's event about an attempt to one of the portals. Returns the HTTP status. */
  async event(index: number, attempt: string, shop_id = this.side(0).portal.demo.shop_id): Promise<number> {
    const { body, headers } = this.provider.event(attempt);
    const sent = { raw: Buffer.from(body).toString(), headers: { signature: headers.signature ?? '' }, key: null };
    return (await this.side(index).portal.request('POST', `/payment-events/model_pay/${shop_id}`, sent)).status;
  }

  /** Creates another shop of the same organization. Returns its id. */
  async anotherShop(): Promise<string> {
    const { portal } = this.side(0);
    const sent = { key: portal.demo.organization_key, body: { name: 'Other' } };
    return (await portal.request('POST', '/api/shops', sent)).json.data.id;
  }

  /** State of a checkout as stored, without asking the provider. */
  async stored({ checkout_id }: PairCart): Promise<string | undefined> {
    return this.side(0).portal.app.store.read((rows) => rows.get('checkout', checkout_id)?.state);
  }

  /** Pays a new cart. Returns its order. */
  async order(quantity = 1): Promise<Answered['json']> {
    const { status, json } = await this.pay(await this.ready('ada', quantity), 'tok_approved');
    expect([status, json.data?.status]).toEqual([200, 'completed']);
    return this.by(0).ok('get_order', { order_id: json.data.order.id });
  }

  /** Id of the attempt that the provider knows, if it knows exactly one. */
  attempt(): string {
    const [only, ...others] = this.provider.all();
    expect(others).toEqual([]);
    return required(only, 'charge').attempt;
  }

  /** Reads the books, and checks that the provider has moved the same money, for orders only and once each. */
  async books(): Promise<PairBooks> {
    const owner = registryCaller(() => this.side(0).portal.url, this.keys.owner);
    const days = { from: '2026-11-01', to: '2026-12-31' };
    const shop_id = this.side(0).portal.demo.shop_id;
    const { orders, paid, refunds, disputes } = await owner.ok('get_shop_summary', { shop_id, ...days });
    const charges = this.provider.all();
    const total = (of: 'captured' | 'refunded', some = charges) => some.reduce((sum, one) => sum + one[of], 0);
    const lost = withdrawnOf(charges.flatMap((one) => one.disputes).filter(({ state }) => state === 'lost'));
    expect(total('captured') - total('refunded') - lost).toBe(paid - refunds - disputes);
    // Charges that became no order were given back.
    expect(charges.filter(({ captured, refunded }) => captured > refunded).length).toBeLessThanOrEqual(orders);
    return { orders, sold: this.stock - (await this.unitsLeft()), captured: paid, refunded: refunds };
  }

  private async restock(by: number): Promise<void> {
    const owner = registryCaller(() => this.side(0).portal.url, this.keys.owner);
    const { shop_id } = this.side(0).portal.demo;
    await owner.ok('move_stock', { shop_id, item_id: ITEM, by, reason: 'a delivery' });
  }

  private async unitsLeft(): Promise<number> {
    return (await this.by(0).ok('get_item', { item_id: ITEM })).availability.quantity;
  }

  private async start(): Promise<Side> {
    const cuts = new Cuts();
    const handler = cutHandler(timed(modelFactory(this.provider).make(() => 'here')), cuts);
    const portal = await startPortal({ handlers: [handler], clock: this.clock, database: this.database });
    const side = { portal, cuts };
    this.sides.push(side);
    return side;
  }
}

/** Waits shorter than this, in milliseconds, are for another call's payment. */
const SHORT_MS = 1_000;

/** Ends the waits between two looks at a payment at once, so that a call for an open payment returns soon. */
function pollingAtOnce(clock: WaitingClock): WaitingClock {
  const sleep = clock.sleep.bind(clock);
  return Object.assign(clock, {
    sleep: (milliseconds: number) => (milliseconds < SHORT_MS ? setImmediate() : sleep(milliseconds)),
  });
}

/** Ends actions and authorizations by the clock of the portals, not by that of the machine. */
function timed(handler: PaymentHandler): PaymentHandler {
  const until = (report: PaymentReport, started_at: number): PaymentReport => {
    const end = started_at + PROVIDER_WAITS_MS;
    if (report.state === 'action_required') return { ...report, expires_at: end };
    const isAuthorized = report.state === 'authorized' && report.payment_status === 'authorized';
    return isAuthorized ? { ...report, authorized_until: end } : report;
  };
  const { renew, ...rest } = handler;
  return {
    ...rest,
    authorize: async (attempt, ...call) => until(await handler.authorize(attempt, ...call), attempt.started_at),
    status: async (attempt, ...call) => until(await handler.status(attempt, ...call), attempt.started_at),
  };
}
