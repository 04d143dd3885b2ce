import { configDefaults, defineConfig } from 'vitest/config';
import { hasPostgres, POSTGRES_TESTS } from './support/postgres-binaries.js';

/** Only a test that hangs takes so long, on the busiest machine. Milliseconds. */
const HANGS = 600_000;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(hasPostgres() ? [] : POSTGRES_TESTS)],
    globalSetup: ['./test/programs/bundle.ts', './test/support/postgres-server.ts'],
    // A worker loads the modules of the portal once, not once per file: a file that changes one of them, or the process
    // (a clock, a spy), puts it back.
    isolate: false,
    // Requests and responses are short-lived: with more room for them, the collector copies fewer.
    execArgv: ['--max-semi-space-size=32'],
    // Transformed modules are kept between runs, and shared by the projects of the gate.
    experimental: { fsModuleCache: true },
    testTimeout: HANGS,
    hookTimeout: HANGS,
    expect: { poll: { timeout: HANGS } },
    reporters: [
      'default',
      './test/support/skipped-reporter.ts',
      './test/support/checks-reporter.ts',
      './test/support/count-reporter.ts',
    ],
    // One more than the two cores, since an eighth of the time a worker waits: for PostgreSQL, a browser, a limit of time.
    maxWorkers: 3,
  },
});
