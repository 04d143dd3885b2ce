import type { PaymentAction, PaymentAttempt } from '../../../ports/payment.js';
import { expect, shown, skip } from '../assertions.js';
import type { Check } from '../check.js';
import type { Sandbox } from '../sandbox.js';

export const ACTING: readonly Check[] = [
  {
    name: 'action',
    title: 'a payment is authorized once the buyer has done the action, without another call of authorize',
    async run(sandbox) {
      const { attempt, action, act } = await actionRequired(sandbox);
      const again = await sandbox.main.authorize(attempt, sandbox.credential('action'));
      expect(again.state === 'action_required', `repeating authorize gave ${shown(again)}`);
      await act(action, attempt);
      const report = await sandbox.settled(
        () => sandbox.main.status(attempt),
        ({ state }) => state === 'authorized',
      );
      expect(report.state === 'authorized', `after the action, status is ${shown(report)}`);
      if (report.payment_status === 'paid')
        await sandbox.expectMoney(attempt, { captured: sandbox.amount }, 'after the action');
    },
  },
  {
    name: 'action_void',
    title: 'an action after a void charges nothing',
    async run(sandbox) {
      const { attempt, action, act } = await actionRequired(sandbox);
      await sandbox.main.void(attempt);
      // The provider may refuse the buyer.
      await act(action, attempt).catch(() => undefined);
      await sandbox.expectNothingHeld(attempt, 'after an action of a voided attempt');
    },
  },
];

interface Acting {
  readonly attempt: PaymentAttempt;
  readonly action: PaymentAction;
  act(action: PaymentAction, attempt: PaymentAttempt): Promise<void>;
}

async function actionRequired(sandbox: Sandbox): Promise<Acting> {
  const credential = sandbox.credential('action');
  const { act } = sandbox.options;
  if (!act) skip('it needs the option act');
  const attempt = sandbox.newAttempt();
  const outcome = await sandbox.main.authorize(attempt, credential);
  expect(outcome.state === 'action_required', `the credential gave ${shown(outcome)}`);
  expect(outcome.expires_at > Date.now(), 'expires_at must be in the future');
  const report = await sandbox.main.status(attempt);
  expect(report.state === 'action_required', `before the action, status is ${shown(report)}`);
  return { attempt, action: outcome.action, act };
}
