import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { hasPostgres, NO_POSTGRES, POSTGRES_TESTS } from './postgres-binaries.js';

/** Skip reasons allowed in CI, which lacks the published test vectors and schemas and does not use the registry. */
const OPTIONAL = ['PORTAL_TEST_VECTORS', 'PORTAL_TEST_UCP', 'PORTAL_TEST_REGISTRY'];

/** Prints the skipped tests with their reasons. In CI, a test skipped for a reason not in `OPTIONAL` fails the run. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    const named = skipped.map((test) => ({ name: nameOf(test), reason: reasonOf(test) }));
    // test/vitest.config.ts excludes these tests.
    if (!hasPostgres()) named.push(...POSTGRES_TESTS.map((name) => ({ name, reason: NO_POSTGRES })));
    // Tests without a reason were excluded by a command line filter or `it.skip`.
    for (const { name, reason } of named) if (reason !== undefined) print(`skipped: ${name}: ${reason}`);
    if (!process.env.CI) return;
    for (const { name, reason } of named) {
      if (OPTIONAL.some((variable) => reason?.includes(variable))) continue;
      print(`must not be skipped in CI: ${name}`);
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

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
