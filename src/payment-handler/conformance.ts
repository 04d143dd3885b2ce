import type { PaymentHandler } from '../ports/payment.js';
import { SkipCheck } from './conformance/assertions.js';
import type { Check } from './conformance/check.js';
import { ACTING } from './conformance/checks/acting.js';
import { CAPTURING } from './conformance/checks/capturing.js';
import { CHARGING } from './conformance/checks/charging.js';
import { DEFINITION } from './conformance/checks/definition.js';
import { FAILING } from './conformance/checks/failing.js';
import { RECEIVING } from './conformance/checks/receiving.js';
import { REFUNDING } from './conformance/checks/refunding.js';
import { VOIDING } from './conformance/checks/voiding.js';
import type { ConformanceOptions } from './conformance/options.js';
import { Sandbox } from './conformance/sandbox.js';
import type { PaymentHandlerFactory } from './factory.js';

/**
 * Tests a payment handler against the sandbox of its provider (docs/payment-handlers.md). The package exports it as
 * `commerce-portal/payment-handler/conformance`.
 */

export type {
  ConformanceOptions,
  HandlerConfiguration,
  MovedMoney,
  SandboxCredentials,
} from './conformance/options.js';

/** Result of a check. */
export interface ConformanceCheck {
  /** Short name in `a-z_`, the same in every version. */
  readonly name: string;
  /** The outcome that was checked, as a sentence. */
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** Says why it failed or was skipped. */
  readonly reason?: string;
}

export interface ConformanceReport {
  /** Id of the handler. */
  readonly handler: string;
  /** False if a check failed. */
  readonly passed: boolean;
  readonly checks: readonly ConformanceCheck[];
}

/** Checks of what all calls did are last. */
const CHECKS: readonly Check[] = [
  ...DEFINITION,
  ...CHARGING,
  ...VOIDING,
  ...CAPTURING,
  ...REFUNDING,
  ...ACTING,
  ...RECEIVING,
  ...FAILING,
];

/**
 * Runs all checks, one after the other, each with attempts of its own.
 * @throws InvalidPaymentHandler if the handler is not valid
 * @throws Error if the factory throws, or if an option that all checks need is absent
 */
export async function testPaymentHandler(
  handler: PaymentHandler | PaymentHandlerFactory,
  options: ConformanceOptions = {},
): Promise<ConformanceReport> {
  const sandbox = new Sandbox(handler, options);
  if (sandbox.handler.needsInstrument && sandbox.approved === undefined)
    throw new Error('the option credentials.approved is required, because the handler needs an instrument');
  const checks: ConformanceCheck[] = [];
  for (const check of CHECKS) checks.push(await resultOf(check, sandbox));
  return {
    handler: sandbox.handler.description.id,
    passed: checks.every(({ state }) => state !== 'failed'),
    checks,
  };
}

/**
 * Runs all checks, for any test runner. Returns the report.
 * @throws Error with a summary if a check failed
 */
export async function assertPaymentHandler(
  handler: PaymentHandler | PaymentHandlerFactory,
  options: ConformanceOptions = {},
): Promise<ConformanceReport> {
  const report = await testPaymentHandler(handler, options);
  if (!report.passed) throw new Error(formatReport(report));
  return report;
}

/** Formats a report as text: a line for each check. */
export function formatReport({ handler, checks }: ConformanceReport): string {
  const count = (state: ConformanceCheck['state']) => checks.filter((one) => one.state === state).length;
  return [
    `${handler}: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`,
    ...checks.map(({ name, title, state, reason }) => {
      const why = reason === undefined ? '' : `: ${reason}`;
      return `  ${state.padEnd(7)} ${name}: ${title}${why}`;
    }),
  ].join('\n');
}

async function resultOf({ name, title, run }: Check, sandbox: Sandbox): Promise<ConformanceCheck> {
  try {
    await run(sandbox);
    return { name, title, state: 'passed' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, title, state: error instanceof SkipCheck ? 'skipped' : 'failed', reason };
  }
}
