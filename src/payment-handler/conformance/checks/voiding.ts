import { expect, shown } from '../assertions.js';
import type { Check } from '../check.js';

export const VOIDING: readonly Check[] = [
  {
    name: 'void_first',
    title: 'a void before authorize is final',
    async run(sandbox) {
      const attempt = sandbox.newAttempt();
      await sandbox.main.void(attempt);
      // An exception is also a refusal.
      const outcome = await sandbox.main.authorize(attempt, sandbox.approved).catch(() => undefined);
      const isCharged = outcome?.state === 'authorized' && outcome.payment_status !== 'pending';
      expect(!isCharged, `authorize of a voided attempt gave ${shown(outcome)}`);
      await sandbox.expectNothingHeld(attempt, 'after authorize of a voided attempt');
    },
  },
  {
    name: 'void_after',
    title: 'a void after authorize gives the money back, and may be repeated',
    async run(sandbox) {
      const attempt = await sandbox.charged();
      await sandbox.main.void(attempt);
      await Promise.all([sandbox.main.void(attempt), sandbox.main.void(attempt)]);
      await sandbox.expectNothingHeld(attempt, 'after the void');
    },
  },
  {
    name: 'void_during',
    title: 'a void during authorize leaves no charge',
    async run(sandbox) {
      const attempt = sandbox.newAttempt();
      const authorizing = sandbox.main.authorize(attempt, sandbox.approved).catch(() => undefined);
      await sandbox.main.void(attempt);
      await authorizing;
      await sandbox.expectNothingHeld(attempt, 'after a void during authorize');
    },
  },
];
