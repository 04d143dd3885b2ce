import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/operations/index.js';
import { registryCaller } from '../actors/registry-caller.js';
import { type Answered, startPortal, type TestPortal } from '../support/portal.js';
import { volume } from '../support/volume.js';
import { COMPLETED, HANGING, heldAnswer } from './refunds/refund-handler.js';
import { inShort, RefundShop } from './refunds/refund-shop.js';
import { rowOf, writesOf } from './repeats/rows.js';
import { Stage } from './repeats/stage.js';

/** One idempotency key is used concurrently through two portals on one file. */

const ROUNDS = volume(2, 5);
const WRITES = writesOf(OPERATIONS);
const replayed = ({ headers }: Answered) => headers.get('idempotent-replayed') === 'true';

describe('two portals on one database', () => {
  let portal: TestPortal;
  let other: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
    other = await startPortal({ database: portal.database });
  });
  afterAll(async () => {
    await other.close();
    await portal.close();
  });

  test.each(WRITES)(
    'run one of two simultaneous calls of $name, and replay its response to the other',
    async (operation) => {
      const { name } = operation;
      const stage = await Stage.open(portal, `two-${name}`);
      const by = stage.callerOf(name);
      const there = registryCaller(() => other.url, by.key, by.buyer);
      for (let round = 0; round < ROUNDS; round += 1) {
        const args = await rowOf(operation).fresh(stage);
        const key = { 'idempotency-key': `round ${round}` };
        const answers = await Promise.all([by.send(name, args, key), there.send(name, args, key)]);
        expect(
          answers.map(({ status }) => status),
          answers[0]?.text,
        ).toEqual([200, 200]);
        expect(answers.filter(replayed)).toHaveLength(1);
        expect(answers[1]?.text).toBe(answers[0]?.text);
        expect(answers[1]?.headers.get('etag')).toBe(answers[0]?.headers.get('etag'));
      }
    },
  );
});

describe('a repeat of a refund that is recorded but not settled', () => {
  let shop: RefundShop;
  afterEach(() => shop.close());
  const SETTLED = 'processing partially_refunded [500 completed]';
  const OPEN = 'processing paid [500 pending]';

  test('waits in another portal for the outcome, without calling the handler', async () => {
    shop = await RefundShop.open({ waits: 'patient' });
    const first = shop.by;
    const held = heldAnswer();
    shop.handler.answering = held.answering;
    const calling = shop.refund(500, 'k', first);
    await held.asked(1);
    const another = shop.at(await shop.start([]));
    const repeating = shop.refund(500, 'k', another);
    await expect.poll(() => shop.handler.asked.length).toBe(1);
    held.answer({ state: 'completed' });
    const [answer, repeat] = await Promise.all([calling, repeating]);
    expect([inShort(answer.json.data), repeat.text]).toEqual([SETTLED, answer.text]);
    expect([replayed(answer), replayed(repeat)]).toEqual([false, true]);
    expect(shop.handler.asked).toHaveLength(1);
  });

  test('returns the recorded refund to both calls when it does not settle in time', async () => {
    shop = await RefundShop.open({ waits: 'told' });
    shop.handler.answering = HANGING;
    const calling = shop.refund(500, 'k');
    await expect.poll(() => shop.handler.asked.length).toBe(1);
    const repeating = shop.refund(500, 'k', shop.at(await shop.start([])));
    shop.clock.advance(10_000);
    const answer = await calling;
    const repeat = await afterPolls(repeating);
    expect(inShort(answer.json.data)).toBe(OPEN);
    expect([repeat.text, replayed(repeat)]).toEqual([answer.text, true]);
  });

  test("waits no longer than the call's time limit when the first process has died", async () => {
    shop = await RefundShop.open();
    shop.handler.answering = HANGING;
    const answer = await shop.refund(500, 'k');
    await shop.cutOff();
    shop.clock.waits = 'told';
    const repeating = shop.refund(500, 'k');
    await shop.clock.someoneWaits();
    shop.clock.advance(11_000);
    const repeat = await repeating;
    expect([repeat.status, repeat.text, replayed(repeat)]).toEqual([200, answer.text, true]);
    shop.handler.answering = COMPLETED;
    expect((await shop.refund(500, 'k')).text).toBe(answer.text);
  });

  /** Advances the clock by polling intervals until the promise resolves. */
  async function afterPolls<T>(waiting: Promise<T>): Promise<T> {
    let over = false;
    const done = waiting.finally(() => {
      over = true;
    });
    while (!over) {
      shop.clock.advance(25);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return done;
  }
});
