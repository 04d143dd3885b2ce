import { cpus, totalmem } from 'node:os';
import type { Reporter, SerializedError, TestCase } from 'vitest/node';

const MACHINE = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;

/** Prints each script with its figures when it ends, as one line of JSON if `PORTAL_FAULTS_JSON` is set. */
export default class FaultReporter implements Reporter {
  onTestCaseReady({ name }: TestCase): void {
    if (!process.env.PORTAL_FAULTS_JSON) process.stdout.write(`${name} ...\n`);
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    const { figures, missing } = test.meta();
    if (state === 'skipped') process.stderr.write(`${test.name}: not run, for lack of ${missing}\n`);
    if (state === 'failed') process.stderr.write(textOf(errors));
    if (state === 'skipped') return;
    const seconds = Math.round((test.diagnostic()?.duration ?? 0) / 100) / 10;
    const found = { name: test.name, holds: state === 'passed', seconds, machine: MACHINE, ...figures };
    process.stdout.write(process.env.PORTAL_FAULTS_JSON ? `${JSON.stringify(found)}\n` : linesOf(found));
  }

  /** Reports errors outside of scripts, such as one in the setup. */
  onTestRunEnd(modules: readonly { errors(): readonly SerializedError[] }[], errors: readonly SerializedError[]): void {
    process.stderr.write(textOf([...modules.flatMap((module) => module.errors()), ...errors]));
  }
}

function textOf(errors: readonly SerializedError[]): string {
  return errors.map(({ message, stack, diff }) => `${stack ?? message}\n${diff ?? ''}\n`).join('');
}

function linesOf({ name, holds, ...figures }: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(figures).map(([figure, value]) => `  ${figure}: ${value}`);
  return [`${name}: ${holds ? 'holds' : 'DOES NOT HOLD'}`, ...lines, ''].join('\n');
}
