import type { AuthorizedPayment, Capture, PaymentAttempt } from '../../../ports/payment.js';
import { isTime } from '../../values.js';
import { expect, shown, skip } from '../assertions.js';
import type { Check } from '../check.js';
import type { Sandbox } from '../sandbox.js';

/** An authorized payment of which nothing is captured. */
interface Authorized {
  readonly attempt: PaymentAttempt;
  readonly outcome: AuthorizedPayment;
  /** True if it can be captured in parts. */
  readonly inParts: boolean;
}

/** A check of handlers that can authorize now and capture later. */
function capturing(name: string, title: string, run: (sandbox: Sandbox, to: Authorized) => Promise<void>): Check {
  return {
    name,
    title,
    async run(sandbox) {
      const { captures = 'none' } = sandbox.handler;
      if (captures === 'none') skip('captures is "none"');
      const { attempt, outcome } = await sandbox.authorized('later');
      expect(outcome.payment_status === 'authorized', `authorize with capture "later" gave ${shown(outcome)}`);
      await run(sandbox, { attempt, outcome, inParts: (outcome.captures ?? captures) === 'many' });
    },
  };
}

export const CAPTURING: readonly Check[] = [
  capturing('later', 'authorize with capture "later" authorizes without capturing', async (sandbox, { attempt }) => {
    const report = await sandbox.main.status(attempt);
    const isAuthorized = report.state === 'authorized' && report.payment_status === 'authorized';
    expect(isAuthorized, `status is ${shown(report)}`);
    const { authorized_until } = report;
    expect(isTime(authorized_until) && authorized_until > Date.now(), 'authorized_until must be in the future');
    await sandbox.expectMoney(attempt, { captured: 0, refunded: 0 }, 'before any capture');
  }),
  capturing('capture', 'a final capture of the whole amount captures it', async (sandbox, { attempt }) => {
    await expectCaptured(sandbox, sandbox.newCapture(attempt, sandbox.amount, true));
    await sandbox.expectMoney(attempt, { captured: sandbox.amount, refunded: 0 }, 'after the capture');
  }),
  capturing('capture_repeat', 'capturing twice with one id captures once', async (sandbox, { attempt, inParts }) => {
    const capture = sandbox.newCapture(attempt, sandbox.part, !inParts);
    const repeat = () => sandbox.main.capture(capture);
    for (const result of await Promise.allSettled([repeat(), repeat(), repeat()]))
      if (result.status === 'fulfilled') expect(result.value.state !== 'failed', `it gave ${shown(result.value)}`);
    for (let time = 0; time < 2; time += 1) await expectCaptured(sandbox, capture);
    await sandbox.expectMoney(attempt, { captured: sandbox.part }, 'after repeated captures');
  }),
  capturing('capture_parts', 'captures with two ids capture both parts', async (sandbox, { attempt, inParts }) => {
    if (!inParts) skip('a payment can be captured once');
    const rest = sandbox.amount - sandbox.part;
    await expectCaptured(sandbox, sandbox.newCapture(attempt, sandbox.part, false));
    await expectCaptured(sandbox, sandbox.newCapture(attempt, rest, true));
    await sandbox.expectMoney(attempt, { captured: sandbox.amount }, 'after two captures');
  }),
  capturing('capture_final', 'nothing is captured after a final capture', async (sandbox, { attempt }) => {
    await expectTracked(sandbox, attempt);
    await expectCaptured(sandbox, sandbox.newCapture(attempt, sandbox.part, true));
    await expectNoCapture(sandbox, sandbox.newCapture(attempt, sandbox.part, true), 'after a final capture');
    await sandbox.expectMoney(attempt, { captured: sandbox.part }, 'after a final capture of a part');
  }),
  capturing('capture_excess', 'no more is captured than was authorized', async (sandbox, { attempt }) => {
    await expectTracked(sandbox, attempt);
    await expectNoCapture(sandbox, sandbox.newCapture(attempt, sandbox.amount + 1, true), 'of more than the amount');
    await sandbox.expectMoney(attempt, { captured: 0 }, 'after a failed capture');
  }),
  capturing('capture_void', 'nothing is captured after a void', async (sandbox, { attempt }) => {
    await sandbox.main.void(attempt);
    await expectNoCapture(sandbox, sandbox.newCapture(attempt, sandbox.amount, true), 'after a void');
    await sandbox.expectNothingHeld(attempt, 'after a void of an authorization');
  }),
  capturing('void_rest', 'a void of the rest keeps what was captured', async (sandbox, { attempt, inParts }) => {
    if (!inParts) skip('a payment can be captured once');
    const first = sandbox.newCapture(attempt, sandbox.part, false);
    await expectCaptured(sandbox, first);
    for (let time = 0; time < 2; time += 1) await sandbox.main.void(attempt);
    await expectNoCapture(sandbox, sandbox.newCapture(attempt, sandbox.part, true), 'after a void of the rest');
    await expectCaptured(sandbox, first);
    await sandbox.expectMoney(attempt, { captured: sandbox.part, refunded: 0 }, 'after a void of the rest');
  }),
  capturing('renew', 'renew extends the authorization, or fails', async (sandbox, { attempt }) => {
    if (!sandbox.handler.renew) skip('the handler has no renew');
    const outcome = await sandbox.main.renew(attempt);
    if (outcome.state === 'failed') return;
    expect(outcome.authorized_until > Date.now(), 'authorized_until must be in the future');
    await sandbox.expectMoney(attempt, { captured: 0 }, 'after the renewal');
  }),
];

async function expectTracked(sandbox: Sandbox, attempt: PaymentAttempt): Promise<void> {
  const { captured } = await sandbox.money(attempt);
  if (captured === undefined) skip('it needs the option money, or the total captured in status');
}

async function expectCaptured(sandbox: Sandbox, capture: Capture): Promise<void> {
  const outcome = await sandbox.decided(() => sandbox.main.capture(capture));
  const isWhole = outcome.state === 'completed' && (outcome.captured ?? capture.amount) === capture.amount;
  expect(isWhole, `a capture of ${capture.amount} gave ${shown(outcome)}`);
}

/** An exception leaves the outcome open, so the capture must fail, now and when it is repeated. */
async function expectNoCapture(sandbox: Sandbox, capture: Capture, when: string): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    const outcome = await sandbox.decided(() => sandbox.main.capture(capture));
    expect(outcome.state === 'failed', `a capture ${when} gave ${shown(outcome)}`);
  }
}
