import { appendFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Ends a run with one line, `1234 passed, 0 failed`. With `PORTAL_TEST_COUNTS` it appends the two numbers to that file
 * instead, for a command that makes several runs and prints their sum.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // A failed module or hook may leave no failed test.
    const broken = modules.filter((module) => module.state() === 'failed' && !hasFailedTest(module)).length;
    const passed = count('passed');
    const failed = count('failed') + broken + errors.length;
    const file = process.env.PORTAL_TEST_COUNTS;
    if (file === undefined) process.stdout.write(`${passed} passed, ${failed} failed\n`);
    else appendFileSync(file, `${JSON.stringify({ passed, failed })}\n`);
  }
}

function hasFailedTest(module: TestModule): boolean {
  return [...module.children.allTests('failed')].length > 0;
}
