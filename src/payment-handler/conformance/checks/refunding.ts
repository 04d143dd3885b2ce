import type { Refund } from '../../../ports/payment.js';
import { expect, shown, skip } from '../assertions.js';
import type { Check } from '../check.js';
import type { Sandbox } from '../sandbox.js';

export const REFUNDING: readonly Check[] = [
  {
    name: 'refund',
    title: 'refund pays a part back, and then another',
    async run(sandbox) {
      const { attempt } = await sandbox.authorized();
      for (const times of [1, 2]) {
        await expectRefunded(sandbox, sandbox.newRefund(attempt, sandbox.part));
        await sandbox.expectMoney(attempt, { refunded: times * sandbox.part }, `after ${times} refunds`);
      }
    },
  },
  {
    name: 'refund_repeat',
    title: 'refunding twice with one id pays once',
    async run(sandbox) {
      const { attempt } = await sandbox.authorized();
      const refund = sandbox.newRefund(attempt, sandbox.part);
      const repeat = () => sandbox.main.refund(refund);
      for (const result of await Promise.allSettled([repeat(), repeat(), repeat()]))
        if (result.status === 'fulfilled') expect(result.value.state !== 'failed', `it gave ${shown(result.value)}`);
      for (let time = 0; time < 2; time += 1) await expectRefunded(sandbox, refund);
      await sandbox.expectMoney(attempt, { refunded: sandbox.part }, 'after repeated refunds');
    },
  },
  {
    name: 'refund_failed',
    title: 'a refund of more than was paid fails, and stays failed',
    async run(sandbox) {
      const attempt = await sandbox.charged();
      const { refunded } = await sandbox.money(attempt);
      if (refunded === undefined) skip('it needs the option money, or the total refunded in status');
      const refund = sandbox.newRefund(attempt, 2 * sandbox.amount);
      for (let time = 0; time < 3; time += 1) {
        const outcome = await sandbox.decided(() => sandbox.main.refund(refund));
        expect(outcome.state === 'failed', `call ${time + 1} gave ${shown(outcome)}`);
      }
      await sandbox.expectMoney(attempt, { refunded: 0 }, 'after a failed refund');
    },
  },
  {
    name: 'refund_processes',
    title: 'another process gets the outcome of the same refund',
    async run(sandbox) {
      const other = sandbox.another();
      const { attempt } = await sandbox.authorized();
      const refund = sandbox.newRefund(attempt, sandbox.part);
      await expectRefunded(sandbox, refund);
      const outcome = await other.refund(refund);
      expect(outcome.state === 'completed', `it gave ${shown(outcome)}`);
      await sandbox.expectMoney(attempt, { refunded: sandbox.part }, 'after a refund in two processes');
    },
  },
];

async function expectRefunded(sandbox: Sandbox, refund: Refund): Promise<void> {
  const outcome = await sandbox.decided(() => sandbox.main.refund(refund));
  expect(outcome.state === 'completed', `a refund of ${refund.amount} gave ${shown(outcome)}`);
}
