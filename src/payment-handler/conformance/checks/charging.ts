import type { PaymentAttempt, PaymentReport } from '../../../ports/payment.js';
import { expect, shown } from '../assertions.js';
import type { Check } from '../check.js';
import type { Sandbox } from '../sandbox.js';

export const CHARGING: readonly Check[] = [
  {
    name: 'authorize',
    title: 'authorize authorizes the approved credential, and status reports the same',
    async run(sandbox) {
      const { attempt, outcome } = await sandbox.authorized();
      expectSame(await sandbox.main.status(attempt), outcome, 'status');
      if (outcome.payment_status === 'paid')
        await sandbox.expectMoney(attempt, { captured: sandbox.amount, refunded: 0 }, 'after the payment');
    },
  },
  {
    name: 'declined',
    title: 'authorize declines a declined credential, and the attempt stays declined',
    async run(sandbox) {
      const { attempt, outcome: first } = await sandbox.attempted('declined');
      const outcome = first.state === 'pending' ? await sandbox.settledStatus(attempt) : first;
      expect(outcome.state === 'declined', `the declined credential gave ${shown(outcome)}`);
      const after = await sandbox.main.status(attempt);
      expect(after.state === 'declined', `status is ${shown(after)} after a decline`);
    },
  },
  {
    name: 'pending',
    title: 'an open payment is pending, and void ends it',
    async run(sandbox) {
      const { attempt, outcome } = await sandbox.attempted('pending');
      expect(outcome.state === 'pending', `the pending credential gave ${shown(outcome)}`);
      const status = await sandbox.main.status(attempt);
      expect(status.state === 'pending', `status is ${shown(status)} while the payment is open`);
      await sandbox.main.void(attempt);
      await sandbox.expectNothingHeld(attempt, 'after the void of an open payment');
    },
  },
  {
    name: 'unknown',
    title: 'status of an attempt that was never authorized is unknown',
    async run(sandbox) {
      const report = await sandbox.main.status(sandbox.newAttempt());
      const isOwed = report.state === 'authorized' && report.payment_status === 'pending';
      expect(report.state === 'unknown' || isOwed, `status is ${shown(report)}`);
    },
  },
  {
    name: 'repeat',
    title: 'repeating authorize gives the same outcome and charges once',
    async run(sandbox) {
      const { attempt, outcome } = await sandbox.authorized();
      for (const time of ['second', 'third'])
        expectSame(await sandbox.main.authorize(attempt, sandbox.approved), outcome, `the ${time} call`);
      await expectOneCharge(sandbox, attempt, outcome);
    },
  },
  {
    name: 'concurrent',
    title: 'concurrent calls of authorize with one id charge once',
    async run(sandbox) {
      const attempt = sandbox.newAttempt();
      const calls = Array.from({ length: 5 }, () => sandbox.main.authorize(attempt, sandbox.approved));
      const results = await Promise.allSettled(calls);
      const outcome = await sandbox.settledStatus(attempt);
      expect(outcome.state === 'authorized', `afterwards, status is ${shown(outcome)}`);
      for (const result of results)
        if (result.status === 'fulfilled' && result.value.state === 'authorized')
          expectSame(result.value, outcome, 'a concurrent call');
      await expectOneCharge(sandbox, attempt, outcome);
    },
  },
  {
    name: 'attempts',
    title: 'another attempt is another charge',
    async run(sandbox) {
      const first = await sandbox.authorized();
      const second = await sandbox.authorized();
      const { provider_reference } = second.outcome;
      expect(
        provider_reference === undefined || provider_reference !== first.outcome.provider_reference,
        `both attempts have the reference ${provider_reference}`,
      );
      for (const { attempt, outcome } of [first, second]) await expectOneCharge(sandbox, attempt, outcome);
    },
  },
  {
    name: 'processes',
    title: 'another process knows the attempt, and charges it no second time',
    async run(sandbox) {
      const other = sandbox.another();
      const { attempt, outcome } = await sandbox.authorized();
      expectSame(await other.status(attempt), outcome, 'status in another process');
      expectSame(await other.authorize(attempt, sandbox.approved), outcome, 'authorize in another process');
      await expectOneCharge(sandbox, attempt, outcome);
    },
  },
];

/** @throws Error unless both are about the same payment, in the same state */
function expectSame(outcome: PaymentReport, expected: PaymentReport, what: string): void {
  const [one, other] = [identityOf(outcome), identityOf(expected)];
  expect(one === other, `${what} gave ${one}, not ${other}`);
}

function identityOf(outcome: PaymentReport): string {
  if (outcome.state !== 'authorized') return shown({ state: outcome.state });
  const { state, payment_status, provider_reference } = outcome;
  return shown({ state, payment_status, provider_reference });
}

async function expectOneCharge(sandbox: Sandbox, attempt: PaymentAttempt, outcome: PaymentReport): Promise<void> {
  const isPaid = outcome.state === 'authorized' && outcome.payment_status === 'paid';
  if (isPaid) await sandbox.expectMoney(attempt, { captured: sandbox.amount }, 'after one attempt');
}
