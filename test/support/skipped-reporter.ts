import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** What CI may lack: published test vectors and schemas lie beside the project, not in it. */
const MAY_LACK = ['PORTAL_TEST_VECTORS', 'PORTAL_TEST_UCP'];

/** Says at the end which tests were skipped and why. In CI a test that was skipped for another reason fails the run. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    // Without a reason: left out by a filter of the command line, or by `it.skip`.
    const silent = skipped.filter((test) => reasonOf(test) === undefined);
    for (const test of skipped) if (!silent.includes(test)) say(`skipped: ${nameOf(test)}: ${reasonOf(test)}`);
    if (!process.env.CI) return;
    for (const test of skipped) {
      if (MAY_LACK.some((one) => reasonOf(test)?.includes(one))) continue;
      say(`must not be skipped in CI: ${nameOf(test)}`);
      process.exitCode = 1;
    }
  }
}

function reasonOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === 'skipped' ? result.note : undefined;
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
