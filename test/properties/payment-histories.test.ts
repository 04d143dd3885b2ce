import { afterAll, beforeAll, expect, it } from 'vitest';
import { CAPTURE_POLICIES } from '../../src/domain/shop/shop.js';
import { Random } from '../faults/random.js';
import { PaymentPair } from '../support/payment-pair.js';
import { changeSettings } from '../support/tenants.js';
import { volume } from '../support/volume.js';
import { PaymentHistory } from './payment-history.js';

const HISTORIES = volume(8, 200);

let pair: PaymentPair;
beforeAll(async () => {
  pair = await PaymentPair.open();
});
afterAll(() => pair.close());

/** Histories of one test, so that all of them stay below its limit of time on a busy machine. */
const BLOCK = 25;
const FIRSTS = Array.from({ length: Math.ceil(HISTORIES / BLOCK) }, (_, block) => 1 + block * BLOCK);

it.each(FIRSTS)(
  'keeps the money of orders, books and provider equal in random histories from seed %i',
  async (first) => {
    let { sold } = await pair.books();
    for (let seed = first; seed < first + BLOCK && seed <= HISTORIES; seed += 1) {
      const random = new Random(seed);
      await changeSettings(pair.side(0).portal, { payment_capture: random.of(CAPTURE_POLICIES) });
      const history = new PaymentHistory(pair, random, `buyer-${seed}`);
      try {
        await history.run();
        await history.checkDispute();
        sold += await history.check();
        expect((await pair.books()).sold).toBe(sold);
      } catch (error) {
        throw new Error(`history ${seed}: ${history.steps.join(', ')}`, { cause: error });
      }
    }
  },
);
