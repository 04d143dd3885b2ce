import { expect, it, onTestFinished } from 'vitest';
import { AnswerPasses } from '../../src/operations/privacy/answer-passes.js';
import type { StoreReader } from '../../src/ports.js';
import { type Shopper, shopper } from '../actors/shopper.js';
import { startPortal } from '../support/portal.js';

/** More than one page of stored responses, to test paging. */
const BUYERS = 60;

const emailOf = (n: number) => `grace${n}@example.com`;

async function setEmail(by: Shopper, n: number): Promise<string> {
  const { id } = (await by.ok('get_cart', {})).data;
  const args = { checkout_id: id, buyer: { email: emailOf(n) } };
  await by.ok('set_buyer', args, { 'idempotency-key': `buyer-${n}` });
  return id;
}

it('reads stored responses in slices, in one pass for waiting lookups, and gives each its own matches', async () => {
  const portal = await startPortal();
  onTestFinished(() => portal.close());
  const carts: string[] = [];
  for (let n = 0; n < BUYERS; n += 1) carts.push(await setEmail(shopper(portal, { buyer: `b${n}` }), n));

  const { store } = portal.app;
  let passes = 0;
  const list: StoreReader['list'] = (name, filter, after, limit) => {
    if (after === undefined) passes += 1;
    return store.list(name, filter, after, limit);
  };
  let turns = 0;
  const slices = {
    isOver: true,
    next: async () => {
      turns += 1;
    },
  };
  const answers = new AnswerPasses({ list }, slices);
  const first = answers.find(({ text }) => text?.includes(emailOf(0)) === true);
  await expect.poll(() => passes).toBe(1);
  const found = await Promise.all([first, ...carts.map((id) => answers.find(({ ids }) => ids.includes(id)))]);
  expect(found.map((ids) => ids.length)).toEqual([1, ...carts.map(() => 1)]);
  expect(new Set(found.flat().map(({ id }) => id)).size).toBe(BUYERS);
  expect(passes).toBe(2);
  expect(turns).toBeGreaterThanOrEqual(2 * BUYERS);
});
