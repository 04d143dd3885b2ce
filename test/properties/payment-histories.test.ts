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

it('keeps the money of orders, books and provider equal in random histories', async () => {
  let sold = 0;
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
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
});
