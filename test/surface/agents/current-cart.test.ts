import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { callTool, PAYMENT, type Scene, sceneOf } from './scene.js';

const MUG = [{ item: { id: 'enamel-mug' }, quantity: 1 }];

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const linesOf = async ({ by }: Scene) => (await by.ok('get_cart', {})).data.line_items.length;
const ordersOf = async ({ by }: Scene) => (await by.ok('list_orders', {})).data.length;

describe('a call without checkout_id', () => {
  test('starts a cart when the buyer has none', async () => {
    const answer = await callTool(portal, 'fresh', 'add_line_items', { line_items: MUG });
    expect(answer).toMatchObject({ ok: true });
  });

  test('replays the first response even when another cart has become the current one', async () => {
    const scene = await sceneOf(portal, 'empty', 'repeats');
    const add = { line_items: MUG, idempotency_key: 'add-1' };
    const first = await callTool(portal, scene.buyer, 'add_line_items', add);
    await scene.by.ok('cancel_checkout', { checkout_id: scene.known.cart });
    expect(await callTool(portal, scene.buyer, 'add_line_items', add)).toEqual(first);
    expect(await linesOf(scene)).toBe(0);
    await callTool(portal, scene.buyer, 'add_line_items', { ...add, idempotency_key: 'add-2' });
    expect(await linesOf(scene)).toBe(1);
  });

  test('is rejected if its idempotency key was used with other arguments', async () => {
    const { buyer } = await sceneOf(portal, 'empty', 'conflicts');
    await callTool(portal, buyer, 'add_line_items', { line_items: MUG, idempotency_key: 'add-1' });
    const other = { line_items: [{ ...MUG[0], quantity: 2 }], idempotency_key: 'add-1' };
    expect(await callTool(portal, buyer, 'add_line_items', other)).toMatchObject({ error: 'idempotency_conflict' });
  });
});

describe('completing without checkout_id', () => {
  test('replays the completed checkout and charges nothing when the call is repeated', async () => {
    const scene = await sceneOf(portal, 'ready', 'lost');
    const pay = { expected_total: scene.known.total, payment: PAYMENT };
    const first = await callTool(portal, scene.buyer, 'complete_checkout', pay);
    expect(first).toMatchObject({ ok: true });
    expect(await callTool(portal, scene.buyer, 'complete_checkout', pay)).toEqual(first);
    expect(await linesOf(scene)).toBe(0);
    expect(await callTool(portal, scene.buyer, 'complete_checkout', pay)).toEqual(first);
    expect(await ordersOf(scene)).toBe(1);
  });

  test('does not replay the completed checkout if the total differs', async () => {
    const scene = await sceneOf(portal, 'ordered', 'other-total');
    const pay = { expected_total: scene.known.total + 1, payment: PAYMENT };
    expect(await callTool(portal, scene.buyer, 'complete_checkout', pay)).toMatchObject({
      error: 'checkout_not_ready',
      says: expect.stringContaining('The cart is empty'),
    });
    expect(await ordersOf(scene)).toBe(1);
  });

  test('applies to the current cart, instead of the completed checkout, as soon as the cart has an item', async () => {
    const scene = await sceneOf(portal, 'ordered', 'next-cart');
    await callTool(portal, scene.buyer, 'add_line_items', { line_items: MUG });
    const pay = { expected_total: scene.known.total, payment: PAYMENT };
    expect(await callTool(portal, scene.buyer, 'complete_checkout', pay)).toMatchObject({
      error: 'checkout_not_ready',
    });
    expect(await ordersOf(scene)).toBe(1);
  });

  test("never completes another buyer's cart", async () => {
    const { known } = await sceneOf(portal, 'ordered', 'somebody');
    const pay = { expected_total: known.total, payment: PAYMENT };
    expect(await callTool(portal, 'nobody', 'complete_checkout', pay)).toMatchObject({ error: 'checkout_not_ready' });
  });
});
