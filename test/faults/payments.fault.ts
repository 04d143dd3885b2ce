import { join } from 'node:path';
import { expect } from 'vitest';
import { ready } from '../actors/purchase.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { shopperAt } from '../actors/shopper.js';
import type { Answered } from '../support/portal.js';
import { hasPostgres, NO_POSTGRES } from '../support/postgres-binaries.js';
import { endAction } from '../support/stripe/intents.js';
import { StripeStandIn } from '../support/stripe/stripe-stand-in.js';
import { volume } from '../support/volume.js';
import type { Fault, Figures } from './fault.js';
import { searchedRun } from './searched-run.js';
import { StripePortal } from './stripe-portal.js';
import { withPostgres } from './with-postgres.js';

/** Longer than a payment without an outcome may stay open, in milliseconds. */
const TOO_LONG_MS = 16 * 60_000;

/** A call that a portal does not survive, what the buyer and the merchant did before, and how it must end. */
interface Call {
  readonly name: string;
  /** Paths of its requests to Stripe. */
  readonly paths: readonly string[];
  prepare(buyer: Buyer): Promise<unknown>;
  send(buyer: Buyer): Promise<Answered>;
  /** Status that the call must reach when it is repeated. */
  readonly ends: string;
  status(buyer: Buyer): Promise<string>;
  /** Money at Stripe in the end: one payment of the total at most. */
  readonly money: 'authorized' | 'captured' | 'refunded' | 'none';
}

/** One buyer with one purchase; each kill has its own. */
interface Buyer {
  readonly by: RegistryCaller;
  readonly checkout_id: string;
  readonly total: number;
}

/** A counted item of the demo shop. */
const ITEM = 'desk-calendar';
const KEY = { 'idempotency-key': 'the only one' };

function pay({ by, checkout_id, total: expected_total }: Buyer, token = 'pm_card_visa'): Promise<Answered> {
  const credential = { type: 'token', token };
  const payment = { instruments: [{ id: 'i', handler_id: 'stripe', credential }] };
  return by.send('complete_checkout', { checkout_id, expected_total, payment }, KEY);
}

const checkoutStatus = async ({ by, checkout_id }: Buyer): Promise<string> =>
  (await by.ok('get_checkout', { checkout_id })).status;

async function orderOf({ by, checkout_id }: Buyer): Promise<Answered['json']> {
  const { order } = await by.ok('get_checkout', { checkout_id });
  return by.ok('get_order', { order_id: order.id });
}

const onOrder = async (buyer: Buyer, operation: string, args: object = {}): Promise<Answered> =>
  buyer.by.send(operation, { order_id: (await orderOf(buyer)).id, ...args }, KEY);
const paymentStatus = async (buyer: Buyer): Promise<string> => (await orderOf(buyer)).payment_status;
const capture = (buyer: Buyer) => onOrder(buyer, 'capture_payment');

const CALLS: readonly Call[] = [
  {
    name: 'pay',
    paths: ['/payment_intents', '/confirm'],
    prepare: async () => undefined,
    send: pay,
    ends: 'completed',
    status: checkoutStatus,
    money: 'authorized',
  },
  {
    name: 'cancel during 3-D Secure',
    paths: ['/cancel'],
    prepare: (buyer) => pay(buyer, 'pm_card_authenticationRequired'),
    send: ({ by, checkout_id }) => by.send('cancel_checkout', { checkout_id }, KEY),
    ends: 'canceled',
    status: checkoutStatus,
    money: 'none',
  },
  {
    name: 'capture',
    paths: ['/capture'],
    prepare: pay,
    send: capture,
    ends: 'paid',
    status: paymentStatus,
    money: 'captured',
  },
  {
    name: 'refund',
    paths: ['/refunds'],
    prepare: async (buyer) => [await pay(buyer), await capture(buyer)],
    send: (buyer) => onOrder(buyer, 'adjust_order', { type: 'refund' }),
    ends: 'refunded',
    status: paymentStatus,
    money: 'refunded',
  },
];

/** Runs a call and kills the portal at one of its steps. */
type Killing = (send: () => Promise<unknown>) => Promise<void>;

class Scene {
  readonly standIn = new StripeStandIn(() => Date.now());
  private readonly env: Readonly<Record<string, string>>;
  private running: StripePortal | undefined;
  private ahead = 0;
  private buyers = 0;
  /** Units that orders of the purchases so far keep. */
  sold = 0;

  /** `env`: names the database. */
  constructor(env: Readonly<Record<string, string>>) {
    this.env = env;
  }

  get portal(): StripePortal {
    if (!this.running) throw new Error('no portal');
    return this.running;
  }

  async start(): Promise<void> {
    this.running = await StripePortal.start(this.env, this.standIn.state.url, this.ahead);
  }

  async restart(): Promise<void> {
    this.ahead += TOO_LONG_MS;
    await this.start();
  }

  async close(): Promise<void> {
    await this.running?.kill();
    await this.standIn.close();
  }

  async prepare(call: Call): Promise<Buyer> {
    this.buyers += 1;
    const name = `buyer-${this.buyers}`;
    const { key } = this.portal.door;
    const cart = await ready(shopperAt(this.portal.door, name), { lines: [ITEM] });
    const buyer = { ...cart, by: registryCaller(() => this.portal.door.url, key, name) };
    await call.prepare(buyer);
    if (call.money === 'authorized' || call.money === 'captured') this.sold += 1;
    return buyer;
  }

  async unitsLeft(): Promise<number> {
    const by = shopperAt(() => this.portal.door);
    return (await by.ok('get_item', { item_id: ITEM })).data.availability.quantity;
  }

  /** Money of a checkout at Stripe, by the state of its payments. */
  moneyOf({ checkout_id }: Buyer): { readonly state: string; readonly amount: number }[] {
    const intents = [...this.standIn.state.intents.values()].filter(
      ({ metadata }) => metadata.checkout_id === checkout_id,
    );
    return intents.flatMap(({ status, amount_capturable, amount_received, latest_charge }) => {
      if (status === 'requires_capture') return { state: 'authorized', amount: amount_capturable };
      if (status !== 'succeeded') return [];
      const { amount_refunded } = this.standIn.state.charge(latest_charge);
      return amount_refunded > 0
        ? { state: 'refunded', amount: amount_refunded }
        : { state: 'captured', amount: amount_received };
    });
  }

  /** The buyer confirms what is still to be confirmed, as late as possible. */
  confirmAll(): void {
    const { state } = this.standIn;
    for (const intent of state.intents.values())
      if (intent.status === 'requires_action') endAction(state, intent, true);
  }

  async assertClean(): Promise<void> {
    const { code, stdout } = await searchedRun(['check'], this.env);
    expect(stdout).not.toContain('INVALID');
    expect(code).toBe(0);
  }
}

/** Every step of a call at which a portal can die, by name: around each request, and in and after each write. */
async function stepsOf(scene: Scene, call: Call): Promise<Map<string, Killing>> {
  const steps = new Map<string, Killing>();
  for (const path of call.paths)
    for (const when of ['before', 'after'] as const)
      steps.set(`${call.name}, ${when} Stripe has acted on ${path}`, async (send) => {
        const held = scene.standIn.faults.hold(path, when);
        const cut = send().catch(() => undefined);
        await held.arrived;
        await scene.portal.kill();
        held.release();
        await cut;
      });
  const buyer = await scene.prepare(call);
  await scene.portal.arm('');
  await call.send(buyer);
  const writes = await scene.portal.arm('');
  for (let write = 1; write <= writes; write += 1)
    for (const at of ['decided', 'committed'])
      steps.set(`${call.name}, ${at} write ${write}`, async (send) => {
        await scene.portal.arm(`${at} ${write}`);
        await Promise.all([send().catch(() => undefined), scene.portal.died]);
      });
  return steps;
}

export const fault: Fault = {
  missing: () => (hasPostgres() ? undefined : NO_POSTGRES),
  title:
    'kill -9 at every step of payments by a stand-in of Stripe, on both engines: no payment is lost, and none is made twice',
  async run(folder) {
    const onSqlite = await killOn('SQLite', { PORTAL_DB: join(folder, 'portal.db') });
    const files = { XDG_DATA_HOME: folder, PORTAL_LOG_KEY: join(folder, 'log-key') };
    const onPostgres = await withPostgres(folder, (url) => killOn('PostgreSQL', { ...files, PORTAL_DB: url }));
    return { calls: CALLS.map(({ name }) => name).join(', '), ...onSqlite, ...onPostgres };
  },
};

/** `env`: names the database. */
async function killOn(engine: string, env: Readonly<Record<string, string>>): Promise<Figures> {
  const scene = new Scene(env);
  await scene.standIn.listen();
  try {
    await scene.start();
    return await killEverywhere(scene, engine);
  } finally {
    await scene.close();
  }
}

async function killEverywhere(scene: Scene, engine: string): Promise<Figures> {
  const names: string[] = [];
  let [lost, doubled] = [0, 0];
  const units = await scene.unitsLeft();
  for (const call of CALLS) {
    const steps = await stepsOf(scene, call);
    for (const [name, kill] of [...steps].slice(0, volume(2, steps.size))) {
      names.push(name);
      const buyer = await scene.prepare(call);
      await kill(() => call.send(buyer));
      await scene.restart();
      await expect.poll(() => repeat(call, buyer), { message: `${name}, ${engine}`, timeout: 60_000 }).toBe(call.ends);
      scene.confirmAll();
      const money = scene.moneyOf(buyer);
      const expected = call.money === 'none' ? [] : [{ state: call.money, amount: buyer.total }];
      if (money.length > expected.length) doubled += 1;
      else if (JSON.stringify(money) !== JSON.stringify(expected)) lost += 1;
    }
  }
  expect(await scene.unitsLeft()).toBe(units - scene.sold);
  await scene.portal.kill();
  await scene.assertClean();
  expect({ lost, doubled }, engine).toEqual({ lost: 0, doubled: 0 });
  return { [`${engine}: kills, lost, doubled`]: [names.length, lost, doubled].join(', ') };
}

/** Repeats the call, like a client that got no response. Returns the status that it has led to. */
async function repeat(call: Call, buyer: Buyer): Promise<string> {
  const { status, text } = await call.send(buyer);
  if (status >= 500) throw new Error(text);
  return call.status(buyer);
}
