import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkoutSummary } from '../../src/view/checkout-summary.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { type Outcome, openSurface, type Surface } from '../support/surfaces.js';
import { addDiscounts } from '../support/tenants.js';
import { volume } from '../support/volume.js';
import { expectSame } from './always.js';
import { type Step, sequences } from './generators/sequences.js';
import { type Cart, expectAddUp, expectBaseOf, isBase, shown } from './variants.js';

/** Each run makes the calls of one sequence over two surfaces. */
const RUNS = volume(25, 1_000);

let portal: TestPortal;
let agent: Surface;
beforeAll(async () => {
  portal = await startPortal();
  await addDiscounts(portal, portal.demo.shop_id, [
    { code: 'ALONE', combinable: false },
    { code: 'ODD', value_ppm: 33_333, item_ids: ['shop-tee', 'coffee-beans'] },
    { code: 'AUTO', value_ppm: 12_345, minimum_subtotal: 5_000, automatic: true },
  ]);
  agent = await openSurface('mcp 2.x http', target());
});
afterAll(async () => {
  await agent.close();
  await portal.close();
});

function target(buyer?: string) {
  const { url, database, demo } = portal;
  return { url, database, key: demo.deployment_key, ...(buyer !== undefined && { buyer }) };
}

/** Number of buyers so far: every run over HTTP has a new one, even while a failure is shrunk. */
let buyers = 0;
const nextBuyer = () => {
  buyers += 1;
  return openSurface('http', target(`buyer-${buyers}`));
};

const bases = { seen: 0 };

/** Calls the operations on a cart in order. Returns each response and the final cart. */
async function transcript(by: Surface, cart: Cart, sequence: readonly Step[]) {
  const told: unknown[] = [];
  let now = cart;
  for (const { call, args, line } of sequence) {
    const line_item_id = line === undefined ? undefined : (now.line_items[line]?.id ?? 'missing');
    const sent = { checkout_id: cart.id, ...args, ...(line_item_id !== undefined && { line_item_id }) };
    const outcome = await by.call(call, sent);
    if (outcome.body) now = await fullOf(by, outcome);
    told.push(outcome.body ? shown(now) : outcome);
  }
  return { told, now };
}

/** Calls the operations as the agent, and cancels its cart even after a failed run, since the agent has no buyer. */
async function transcriptOfAgent(sequence: readonly Step[]) {
  const cart = await fullOf(agent, await agent.call('get_cart', {}));
  let canceled: Cart = cart;
  const cancel = async () => {
    canceled = await fullOf(agent, await agent.call('cancel_checkout', { checkout_id: cart.id }));
  };
  const { told } = await transcript(agent, cart, sequence).finally(cancel);
  return { told, canceled };
}

/** Returns variant F of a response. Checks that a response in variant B, or a summary, agrees with it. */
async function fullOf(by: Surface, { body }: Outcome) {
  if (by.name !== 'http') {
    const { data } = await succeeded(by, 'get_checkout', { checkout_id: body.data.id });
    expectAddUp(data);
    expectSame(body.data, checkoutSummary(data));
    return data;
  }
  expectAddUp(body.data);
  if (!isBase(body.data)) return body.data;
  bases.seen += 1;
  const { data } = await succeeded(by, 'get_checkout', { checkout_id: body.data.id });
  expectAddUp(data);
  expectBaseOf(body.data, data);
  return data;
}

async function succeeded(by: Surface, operation: string, args: Readonly<Record<string, unknown>>) {
  const { body, ...refused } = await by.call(operation, args);
  expect(refused).toEqual({});
  return body;
}

it('the amounts of a cart add up after any calls, in both variants, and are the same over HTTP and MCP', async () => {
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const buyer = await nextBuyer();
    const { data: cart } = await succeeded(buyer, 'get_cart', {});
    const http = await transcript(buyer, cart, sequence);
    const { told, canceled } = await transcriptOfAgent(sequence);
    expectSame(told, http.told);
    const { status, messages } = canceled;
    expectSame(shown(canceled), { ...shown(http.now), status, messages });
  });
  await fc.assert(property, { numRuns: RUNS });
  expect(bases.seen).toBeGreaterThan(RUNS / 2);
});
