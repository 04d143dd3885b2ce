import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sweep } from '../../src/maintenance/sweep.js';
import { generateKeyPair } from '../../src/receipts.js';
import { Consumer, type CountersignedReceipt } from '../actors/consumer.js';
import { Random } from '../faults/random.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';

/**
 * Random histories of acceptance, dispute, silence and clock jumps, with two portals on one database: an order leaves
 * its hold only as its rule says, and once.
 */

const HISTORIES = volume(2, 150);
const LENGTH = 12;
const STEPS = [
  ...(['accept', 'dispute', 'silence', 'set back', 'sweep', 'cancel'] as const),
  ...(['release', 'ship', 'capture'] as const),
];
type Step = (typeof STEPS)[number];

/** Error of an action that the rule of a hold forbids. The payment was taken at once, so nothing is left to capture. */
const REFUSED = { release: 'hold_has_rule', ship: 'order_on_hold', capture: 'order_not_payable' } as const;
const HOLD_S = 600;

const clock = stillClock();
const folder = temporaryFolder();
let portals: readonly TestPortal[];
let consumer: Consumer;
beforeAll(async () => {
  // Maintenance runs only when a portal starts, and in the steps.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const options = { database: join(folder, 'portal.db'), clock };
  const first = await startPortal(options);
  portals = [first, await startPortal(options)];
  consumer = await Consumer.open(first, generateKeyPair(), clock);
});
afterAll(async () => {
  vi.useRealTimers();
  for (const portal of [...portals].reverse()) await portal.close();
  rmSync(folder, { recursive: true });
});

/** State of an order by the rule, computed without the portal's code. */
interface Model {
  status: 'on_hold' | 'processing' | 'canceled';
  /** By receipt. */
  decided: Map<CountersignedReceipt, 'disputed' | 'accepted'>;
  until: number;
}

it('moves goods and money only as the rule of a hold says', async () => {
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const random = new Random(seed);
    const steps: string[] = [];
    try {
      await runHistory(random, steps);
    } catch (error) {
      throw new Error(`history ${seed}: ${steps.join(', ')}`, { cause: error });
    }
  }
});

async function runHistory(random: Random, steps: string[]): Promise<void> {
  const order_id = await consumer.buy();
  const submit = () => consumer.submitReceipt(order_id, random.of(['success', 'success', 'failure']));
  const receipts = [await submit(), await submit()];
  const side = () => random.of(portals);
  const model: Model = { status: 'on_hold', decided: new Map(), until: clock.now() + HOLD_S * 1000 };
  expect((await consumer.hold(order_id, HOLD_S)).status).toBe(200);
  let wasReleased = false;
  for (let at = 0; at < LENGTH; at += 1) {
    const step = random.of(STEPS);
    steps.push(step);
    await take(step);
    expect((await consumer.order(order_id)).status).toBe(model.status);
  }

  async function take(step: Step): Promise<void> {
    if (step === 'accept' || step === 'dispute') return decide(step);
    if (step === 'silence') clock.advance(random.of([1_000, (HOLD_S * 1000) / 2]));
    else if (step === 'set back') clock.advance(-1_000);
    else if (step === 'sweep') await sweepBoth();
    else if (step === 'cancel') await cancel();
    else if (model.status === 'on_hold') {
      const { status, json } = await consumer.act(side(), step, order_id);
      expect([status, json.error]).toEqual([409, REFUSED[step]]);
    }
  }

  function isDisputed(): boolean {
    return [...model.decided.values()].includes('disputed');
  }

  async function decide(decision: 'accept' | 'dispute'): Promise<void> {
    // Another statement each time: the same one again changes nothing.
    clock.advance(1);
    const receipt = random.of(receipts);
    const { status } = await consumer.decide(side(), receipt, decision);
    const before = model.decided.get(receipt);
    const isAllowed = before === undefined || (before === 'disputed' && decision === 'accept');
    expect(status).toBe(isAllowed ? 200 : 409);
    if (!isAllowed) return;
    model.decided.set(receipt, decision === 'accept' ? 'accepted' : 'disputed');
    const isDone = [...model.decided.keys()].some(({ resolution }) => resolution === 'success') && !isDisputed();
    if (model.status === 'on_hold' && isDone) model.status = 'processing';
  }

  async function sweepBoth(): Promise<void> {
    await Promise.all(portals.map(({ app }) => sweep(app.portal)));
    const isOver = model.status === 'on_hold' && !isDisputed() && clock.now() >= model.until;
    if (isOver) model.status = 'processing';
    const actions = (await consumer.history(order_id)).map(({ action }) => action);
    const isReleased = model.status === 'processing' || wasReleased;
    wasReleased = isReleased;
    expect(actions.filter((action) => action === 'order.released')).toHaveLength(isReleased ? 1 : 0);
  }

  async function cancel(): Promise<void> {
    if (random.below(4) > 0 || model.status === 'canceled') return;
    wasReleased ||= model.status === 'processing';
    expect((await consumer.act(side(), 'cancel', order_id)).status).toBe(200);
    model.status = 'canceled';
  }
}
