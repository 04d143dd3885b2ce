import { afterEach, describe, expect, test } from 'vitest';
import { CARD, totalOf } from '../actors/shopper.js';
import { openSurface, type Surface } from '../support/surfaces.js';
import { volume } from '../support/volume.js';
import { CHANGES, type Change, STEPS } from './messages/changes.js';
import { openShop, type Scene } from './messages/scene.js';

let world: Scene | undefined;
afterEach(async () => {
  await world?.portal.close();
  world = undefined;
});

/** Fills a cart over MCP, where every response has the total and lists what is missing. */
class Filler {
  private readonly surface: Surface;
  readonly id: string;

  private constructor(surface: Surface, id: string) {
    this.surface = surface;
    this.id = id;
  }

  static async of({ portal }: Scene, buyer: string): Promise<Filler> {
    const target = { url: portal.url, database: portal.database, key: portal.demo.deployment_key, buyer };
    const surface = await openSurface('mcp 2.x http', target);
    const { body } = await surface.call('get_cart', {});
    return new Filler(surface, body.data.id);
  }

  /** Makes the step, or reads the checkout if there is no such step. Returns the checkout. */
  async step(index: number) {
    const [operation, args] = STEPS[index] ?? ['get_checkout', {}];
    const outcome = await this.surface.call(operation, { checkout_id: this.id, ...args });
    if (outcome.body === undefined) expect.fail(`${operation}: ${JSON.stringify(outcome)}`);
    return outcome.body.data;
  }

  complete(expected_total: number) {
    const payment = { instruments: [CARD] };
    return this.surface.call('complete_checkout', { checkout_id: this.id, expected_total, payment });
  }

  close(): Promise<void> {
    return this.surface.close();
  }
}

type Checkout = Awaited<ReturnType<Filler['step']>>;

/** Returns the responses to all steps and to a final read if the shop changes nothing. */
async function undisturbed(where: Scene): Promise<Checkout[]> {
  const filler = await Filler.of(where, 'undisturbed');
  const answers: Checkout[] = [];
  for (let index = 0; index <= STEPS.length; index += 1) answers.push(await filler.step(index));
  await filler.close();
  expect(answers.at(-1).status).toBe('ready_for_complete');
  return answers;
}

/** These messages remain until the buyer accepts the change, even if the shop reverts it. */
const TOLD = ['fulfillment_price_changed', 'tax_changed', 'fee_changed'];

const codesOf = ({ messages }: Checkout): string[] => messages.map(({ code }: { code: string }) => code);

/** Leaves out what differs between carts with equal content: ids, links and the messages of `TOLD`. */
function contentOf({ id, continue_url, messages, ...content }: Checkout) {
  return { ...content, messages: messages.filter(({ code }: { code: string }) => !TOLD.includes(code)) };
}

function saysSo({ code }: Change, now: Checkout, before: Checkout): boolean {
  if (code !== undefined) return now.messages.some((message: { code: string }) => message.code === code);
  return totalOf(now) !== totalOf(before);
}

/**
 * Makes the change after `after` steps. Later responses must report it, and completing at the old total must fail.
 * When the change is undone, the checkout must be as before and can be completed.
 */
async function disturbed(where: Scene, change: Change, after: number, expected: readonly Checkout[]): Promise<void> {
  const filler = await Filler.of(where, `ada-${after}`);
  for (let index = 0; index < after; index += 1) await filler.step(index);
  await change.happens(where, after);
  for (let index = after; index <= STEPS.length; index += 1) {
    const answer = await filler.step(index);
    const steps = Math.min(index + 1, STEPS.length);
    if (steps >= change.shown) expect([steps, saysSo(change, answer, expected[index])]).toEqual([steps, true]);
  }
  const total = totalOf(expected.at(-1));
  const refused = await filler.complete(total);
  expect(refused.error).toBe(change.refusal);
  if (change.says !== undefined && after === STEPS.length) {
    expect(codesOf(await filler.step(STEPS.length))).toContain(change.says);
    expect(refused.detail).toMatch(/minor units\)\. .*( changed from | now; )/);
  }
  await change.undone(where, after);
  expect(contentOf(await filler.step(STEPS.length))).toEqual(contentOf(expected.at(-1)));
  expect((await filler.complete(total)).body?.data.status).toBe('completed');
  await filler.close();
}

/**
 * Steps that a change can follow. At small volume: the first, the last, and every third in between, starting at a
 * different step for each change.
 */
const CELLS = CHANGES.map((change, index) => {
  const all = STEPS.map((_step, at) => at + 1).filter((after) => after >= change.after);
  const few = all.filter((after) => after === change.after || after === STEPS.length || after % 3 === index % 3);
  return { ...change, steps: volume(few, all) };
});

describe('a change by the shop between two calls is reported, is never paid unseen, and loses nothing', () => {
  test.each(CELLS)('$name', async (change) => {
    const own = await openShop('empty');
    world = own;
    const expected = await undisturbed(own);
    for (const after of change.steps) await disturbed(own, change, after, expected);
  });
});
