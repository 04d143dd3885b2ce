import type { Credential, PaymentAttempt } from '../../../ports/payment.js';
import { expect, shown } from '../assertions.js';
import type { Check } from '../check.js';
import type { Instance } from '../instance.js';
import type { Sandbox } from '../sandbox.js';

export const FAILING: readonly Check[] = [
  {
    name: 'unreachable',
    title: 'while the provider cannot be reached, outcomes stay open, and no void is lost',
    async run(sandbox) {
      const calls = sandbox.unreachable();
      const attempt = sandbox.newAttempt();
      const open = { state: 'pending' as const };
      const outcomes = {
        authorize: await calls.authorize(attempt, sandbox.approved).catch(() => open),
        status: await calls.status(attempt).catch(() => open),
        refund: await calls.refund(sandbox.newRefund(attempt, sandbox.part)).catch(() => open),
      };
      for (const [call, outcome] of Object.entries(outcomes))
        expect(outcome.state === 'pending' || outcome.state === 'unknown', `${call} gave ${shown(outcome)}`);
      if (await voids(calls, attempt)) {
        await sandbox.main.authorize(attempt, sandbox.approved).catch(() => undefined);
        await sandbox.expectNothingHeld(attempt, 'after a void without the provider, and authorize with it');
      }
      const paid = await sandbox.authorized();
      if (paid.outcome.payment_status !== 'pending' && (await voids(calls, paid.attempt)))
        await sandbox.expectNothingHeld(paid.attempt, 'after a void without the provider');
    },
  },
  {
    name: 'secrets',
    title: 'no credential or secret setting is in notes, errors, outcomes or sentences',
    async run(sandbox) {
      const credential = wrongCredential(sandbox);
      sandbox.secrets.addCredential(credential);
      const isUsable = sandbox.main.refuseCredential(credential) === undefined;
      // Only the texts of these calls matter here. The portal does not send a refused credential.
      if (isUsable) await sandbox.main.authorize(sandbox.newAttempt(), credential).catch(() => undefined);
      await sandbox.main.refund(sandbox.newRefund(sandbox.newAttempt(), sandbox.part)).catch(() => undefined);
      const leaks = sandbox.recorder.foundLeaks();
      expect(leaks.length === 0, `a secret is in ${leaks.join(', ')}`);
    },
  },
  {
    name: 'notes',
    title: 'notes keep to their limits',
    async run({ recorder }) {
      const { problems } = recorder.notes;
      expect(problems.length === 0, problems.join('; '));
    },
  },
  {
    name: 'outcomes',
    title: 'every outcome had the documented form',
    async run({ recorder }) {
      expect(recorder.outcomes.size === 0, [...recorder.outcomes].join('; '));
    },
  },
  {
    name: 'calls',
    title: 'every call returned in time',
    async run({ recorder }) {
      expect(recorder.hanging.size === 0, `${[...recorder.hanging].join(', ')} did not return`);
    },
  },
];

/** False if void throws, so that the portal calls it again later. */
function voids(calls: Instance, attempt: PaymentAttempt): Promise<boolean> {
  return calls.void(attempt).then(
    () => true,
    () => false,
  );
}

/** A credential that the provider does not know. */
function wrongCredential({ approved }: Sandbox): Credential {
  return { type: 'token', ...approved, token: `wrong_${crypto.randomUUID()}` };
}
