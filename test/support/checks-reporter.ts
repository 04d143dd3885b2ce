import type { Reporter, TestModule } from 'vitest/node';
import './cells.js';

/** Prints the number of checks: one per cell in tests with cells, and one for every other test. */
export default class ChecksReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const run = tests.filter((test) => test.result().state !== 'skipped');
    const checks = run.reduce((sum, test) => sum + (test.meta().checks ?? 1), 0);
    process.stdout.write(`checks: ${checks} in ${run.length} tests\n`);
  }
}
