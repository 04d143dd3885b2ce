import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ABSENT } from '../../src/docs/things.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { registryCaller } from '../actors/registry-caller.js';
import { orderOnAccount, readyCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { fullKey } from '../support/tenants.js';

const TOOLS = OPERATIONS.filter(({ mcp, input }) => mcp && 'order_id' in input.shape);

let portal: TestPortal;
let key: string;
beforeAll(async () => {
  portal = await startPortal();
  key = await fullKey(portal, 'deployment');
});
afterAll(() => portal.close());

const callerOf = (buyer: string) => registryCaller(() => portal.url, key, buyer);

async function placedOrder(buyer: string): Promise<{ readonly id: string; readonly number: string }> {
  const by = shopper(portal, { key, buyer });
  const id = await orderOnAccount(by, await readyCart(by));
  const { display_id } = (await by.ok('get_order', { order_id: id })).data;
  return { id, number: display_id };
}

it('covers at least ten tools that accept an order id', () => {
  expect(TOOLS.length).toBeGreaterThanOrEqual(10);
});

describe.each(TOOLS)('$name', ({ name, sample }) => {
  it('finds an order by its number for its own buyer, but not for another buyer', async () => {
    const buyer = `number-${name}`;
    const { id, number } = await placedOrder(buyer);
    const by = callerOf(buyer);
    if (name === 'release_order') await by.ok('hold_order', { order_id: id });
    const args = { ...sample({ ...ABSENT, orderLine: 'mug' }), order_id: number };
    const stranger = await callerOf('stranger').send(name, args);
    expect([stranger.status, stranger.json.error]).toEqual([404, 'order_not_found']);
    const own = await by.send(name, args);
    // The order is unpaid, so a refund or capture finds it but is rejected.
    if (name === 'adjust_order' || name === 'capture_payment') expect(own.json.error).toBe('order_not_payable');
    else expect(own.status, own.text).toBe(200);
  });
});

it('accepts a number with #, and returns the same error for an unknown number as for an unknown id', async () => {
  const { id, number } = await placedOrder('marked');
  const by = callerOf('marked');
  expect((await by.ok('get_order', { order_id: `#${number}` })).id).toBe(id);
  for (const order_id of ['1', '999999', '#', `${number}a`, '9'.repeat(100)]) {
    const { json } = await by.send('get_order', { order_id });
    expect(json.error, order_id).toBe('order_not_found');
  }
});
