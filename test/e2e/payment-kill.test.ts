import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cartOf, type Purchase } from '../actors/purchase.js';
import { shopperAt } from '../actors/shopper.js';
import { covering } from '../support/matrix.js';
import type { Point } from '../support/payment-provider.js';
import { partOf, volume } from '../support/volume.js';
import { checkFile, SOUND } from './database-file.js';
import { type Books, PaymentScene } from './payment-scene.js';

/** Longer than the time limit of an open attempt, in milliseconds. */
const TOO_LONG = 16 * 60_000;
/** Maximum number of reads of one checkout. */
const MAX_READS = 200;

const scene = new PaymentScene();
/** Number of buyers so far. */
let buyers = 0;
beforeAll(() => scene.open());
afterAll(() => scene.close());

/** A point at which the portal dies, the stored state of the checkout at that point, and its expected final state. */
interface Fault {
  readonly name: string;
  readonly point: Point;
  readonly left: 'paying' | 'completed' | 'canceled';
  readonly ends: 'completed' | 'canceled' | 'ready_for_complete';
  /** True if the checkout is settled only once the attempt is too old. */
  readonly later?: true;
}

const ASKED: readonly Fault[] = [
  { name: 'before the request', point: 'authorize:before', left: 'paying', ends: 'ready_for_complete', later: true },
  { name: 'during the response', point: 'authorize:during', left: 'paying', ends: 'completed' },
  { name: 'after the response', point: 'authorize:after', left: 'paying', ends: 'completed' },
  { name: 'after the order was written', point: 'answer:complete', left: 'completed', ends: 'completed' },
];

const voidedAnd = (ends: 'canceled' | 'ready_for_complete'): readonly Fault[] => [
  { name: 'before the request', point: 'void:before', left: 'paying', ends },
  { name: 'during the response', point: 'void:during', left: 'paying', ends },
  { name: 'after the response', point: 'void:after', left: 'paying', ends },
];

const CANCELED: readonly Fault[] = [
  ...voidedAnd('canceled'),
  { name: 'after the cancel was written', point: 'answer:cancel', left: 'canceled', ends: 'canceled' },
];

/** Starts a call that the portal does not survive. */
type UntilKilled = (purchase: Purchase) => Promise<void>;

const cutOff = (call: Promise<unknown>) => expect(call).rejects.toThrow('no answer');

const complete: UntilKilled = async (purchase) => {
  await Promise.all([cutOff(scene.complete(purchase)), scene.portal.died]);
};

/** The buyer cancels when the provider has charged, but the portal does not know it yet. */
const cancel: UntilKilled = async (purchase) => {
  scene.provider.manner = 'silent';
  const authorized = scene.provider.nextAuthorization();
  const paying = cutOff(scene.complete(purchase));
  await authorized;
  await Promise.all([paying, cutOff(scene.cancel(purchase)), scene.portal.died]);
};

/** The provider has not decided when the attempt reaches its time limit. */
const growOld: UntilKilled = async (purchase) => {
  scene.provider.manner = 'leaves pending';
  const { status, json } = await scene.complete(purchase);
  expect([status, json.data.status]).toEqual([200, 'complete_in_progress']);
  await scene.kill();
  scene.ahead += TOO_LONG;
  await scene.startToDie();
};

async function readUntilResolved({ by, checkout_id }: Purchase): Promise<unknown> {
  for (let reads = 1; reads <= MAX_READS; reads += 1) {
    const { status } = (await by.ok('get_checkout', { checkout_id })).data;
    if (status !== 'complete_in_progress') return status;
  }
  return `open after ${MAX_READS} reads`;
}

/** Resumes the payment. Returns the resulting checkout status. */
type Recovery = (purchase: Purchase) => Promise<unknown>;

/** Each runs in a separate round. */
const RECOVERIES: readonly Recovery[] = [
  async function reader(purchase) {
    await scene.start();
    return readUntilResolved(purchase);
  },
  async function startAlone(purchase) {
    await scene.start();
    await expect.poll(() => scene.stateOf(purchase)).not.toBe('paying');
    return readUntilResolved(purchase);
  },
  async function twoPortals(purchase) {
    const doors = await Promise.all([scene.start(), scene.start()]);
    const readers = doors.map((door) => ({ ...purchase, by: shopperAt(door, purchase.by.buyer) }));
    const [status, same] = await Promise.all(readers.map(readUntilResolved));
    expect(same).toBe(status);
    // In the next round, only the portal that dies may see the payment.
    await scene.killOthers();
    return status;
  },
];

async function survive(fault: Fault, untilKilled: UntilKilled): Promise<void> {
  const before = scene.books();
  let orders = 0;
  const recoveries = ROUNDS.filter((one) => one.fault === fault && one.untilKilled === untilKilled);
  for (const { recover } of recoveries) {
    buyers += 1;
    const purchase = await scene.prepare(`buyer${buyers}`);
    scene.provider.arm(fault.point);
    await untilKilled(purchase);
    scene.provider.manner = 'approves';
    expect(scene.stateOf(purchase)).toBe(fault.left);
    // A pending payment stays reserved, so that no other payment can exceed the limit meanwhile.
    expect(scene.books()).toMatchObject({ open: fault.left === 'paying' ? 1 : 0, uncounted: 0 });
    if (fault.later) scene.ahead += TOO_LONG;
    expect(await recover(purchase)).toBe(fault.ends);
    if (fault.ends === 'completed') orders += 1;
    balanced(before, orders);
    expect((await cartOf(purchase.by)) === purchase.checkout_id).toBe(fault.ends === 'ready_for_complete');
    await repeated(fault, purchase);
    if (fault.ends === 'ready_for_complete') orders += 1;
    balanced(before, orders);
  }
  expect(checkFile(scene.database)).toEqual(SOUND);
}

/**
 * Checks that every order has its payment and every payment its order, and that stock, uses and what counts toward the
 * limit of the key match the orders.
 */
function balanced(before: Books, orders: number): void {
  const books = scene.books();
  expect(books.paid).toHaveLength(before.paid.length + orders);
  expect(books).toEqual({
    paid: scene.provider.kept(),
    stock: before.stock - orders,
    uses: before.uses + orders,
    buyer_uses: before.buyer_uses + orders,
    open: 0,
    uncounted: 0,
  });
}

/** Repeats the call, like a client that received no response. A canceled checkout must reject its completion. */
async function repeated({ ends, left }: Fault, purchase: Purchase): Promise<void> {
  const replayed = left === 'paying' ? null : 'true';
  if (ends === 'canceled') {
    const again = await scene.cancel(purchase);
    expect([again.status, again.json.data.status]).toEqual([200, 'canceled']);
    expect(again.headers.get('idempotent-replayed')).toBe(replayed);
    const refused = await scene.complete(purchase);
    expect([refused.status, refused.json.error]).toEqual([409, 'checkout_closed']);
    return;
  }
  const again = await scene.complete(purchase);
  expect([again.status, again.json.data.status]).toEqual([200, 'completed']);
  expect(again.headers.get('idempotent-replayed')).toBe(replayed);
  const { order } = (await purchase.by.ok('get_checkout', { checkout_id: purchase.checkout_id })).data;
  const oneMore = await scene.complete(purchase);
  expect([again, oneMore].map(({ json }) => json.data.order.id)).toEqual([order.id, order.id]);
}

const AGED = voidedAnd('ready_for_complete');
const KILLED = [
  ...ASKED.map((fault) => ({ fault, untilKilled: complete })),
  ...CANCELED.map((fault) => ({ fault, untilKilled: cancel })),
  ...AGED.map((fault) => ({ fault, untilKilled: growOld })),
];
/** Every combination of call, point at which the portal dies, and recovery. */
const ALL_ROUNDS = KILLED.flatMap((killed) => RECOVERIES.map((recover) => ({ ...killed, recover })));
const nameOf = ({ fault, untilKilled, recover }: (typeof ALL_ROUNDS)[number]) =>
  `${untilKilled.name}, ${fault.name}, ${recover.name}`;
/** At small volume: each kill point once, and each recovery after each call. In the gate, some more. */
const FEW_ROUNDS = covering(ALL_ROUNDS, ({ fault, untilKilled, recover }) => [
  `${untilKilled.name}, ${fault.name}`,
  `${untilKilled.name}, ${recover.name}`,
]);
const MORE_ROUNDS = new Set([...FEW_ROUNDS, ...partOf(ALL_ROUNDS, 6, nameOf)]);
const ROUNDS = volume(
  FEW_ROUNDS,
  ALL_ROUNDS,
  ALL_ROUNDS.filter((round) => MORE_ROUNDS.has(round)),
);

describe('a portal killed while it authorizes at the provider', () => {
  it.each(ASKED)('recovers from a kill $name', (fault) => survive(fault, complete));
});

describe('a portal killed while it voids a canceled payment at the provider', () => {
  it.each(CANCELED)('recovers from a kill $name', (fault) => survive(fault, cancel));
});

describe('a portal killed while it voids a payment that is too old at the provider', () => {
  it.each(AGED)('recovers from a kill $name', (fault) => survive(fault, growOld));
});
