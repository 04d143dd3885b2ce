import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Shopper, shopperAt } from '../actors/shopper.js';
import type { Point } from '../support/payment-provider.js';
import { checkFile, SOUND } from './database-file.js';
import { PaymentScene } from './payment-scene.js';

/** Longer than the time limit of an open attempt, in milliseconds. */
const TOO_LONG = 16 * 60_000;
const KEY = { 'idempotency-key': 'the only one' };
const WISH = {
  line_items: [{ item: { id: 'desk-calendar' }, quantity: 1 }],
  buyer: { email: 'ada@example.com' },
  selected_option_id: 'pickup-portland',
  discount_codes: ['ONCE'],
  max_total: 100_000,
  payment: { instruments: [{ id: 'i', handler_id: 'invoice' }] },
};

let scene: PaymentScene;
let by: Shopper;
beforeEach(async () => {
  scene = new PaymentScene();
  await scene.open();
  by = shopperAt(() => scene.portal, 'ada');
});
afterEach(() => scene.close());

const buy = (args: object = {}) => by.send('buy', { ...WISH, ...args }, KEY);

async function expectOneOrder(before: ReturnType<PaymentScene['books']>): Promise<void> {
  expect(scene.books()).toEqual({
    paid: scene.provider.kept(),
    stock: before.stock - 1,
    uses: before.uses + 1,
    buyer_uses: 1,
    open: 0,
    uncounted: 0,
  });
  expect(scene.provider.kept()).toHaveLength(1);
  expect((await by.ok('list_orders', {})).data).toHaveLength(1);
}

it.each<{ readonly when: string; readonly point: Point; readonly replayed: string | null; readonly later?: true }>([
  { when: 'before it asked the provider', point: 'authorize:before', replayed: null, later: true },
  { when: 'after the provider charged', point: 'authorize:during', replayed: null },
  { when: 'after the provider answered', point: 'authorize:after', replayed: null },
  { when: 'after the order was written', point: 'answer:buy', replayed: 'true' },
])('buys once when a portal is killed $when, and the call is repeated', async ({ point, replayed, later }) => {
  const before = scene.books();
  scene.provider.arm(point);
  await Promise.all([expect(buy()).rejects.toThrow('no answer'), scene.portal.died]);
  if (later) scene.ahead += TOO_LONG;
  await scene.start();
  // An attempt that never reached the provider is voided, which reopens the checkout.
  if (later) await expect.poll(() => scene.books().open).toBe(0);
  const again = await buy();
  expect([again.status, again.json.data.status]).toEqual([200, 'completed']);
  expect(again.headers.get('idempotent-replayed')).toBe(replayed);
  expect((await buy()).json.data.order).toEqual(again.json.data.order);
  await expectOneOrder(before);
  const other = await buy({ buyer: { email: 'eve@example.com' } });
  expect([other.status, other.json.error]).toEqual([409, 'idempotency_conflict']);
  expect(checkFile(scene.database)).toEqual(SOUND);
});

it('returns the order that the portal completed meanwhile, without its stored response', async () => {
  const before = scene.books();
  scene.provider.arm('authorize:after');
  await Promise.all([expect(buy()).rejects.toThrow('no answer'), scene.portal.died]);
  await scene.start();
  await expect.poll(() => scene.books().open).toBe(0);
  const again = await buy();
  expect(again.json.data.status).toBe('completed');
  await expectOneOrder(before);
});
