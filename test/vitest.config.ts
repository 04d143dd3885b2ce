import { configDefaults, defineConfig } from 'vitest/config';
import { hasPostgres, POSTGRES_TESTS } from './support/postgres-binaries.js';

/** Timeout in milliseconds that only a hanging test reaches, even on a busy machine. */
const HANGS = 600_000;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(hasPostgres() ? [] : POSTGRES_TESTS)],
    globalSetup: ['./test/programs/bundle.ts', './test/support/postgres-server.ts'],
    // A worker loads the portal's modules once, not once per file: a file that changes a module or the process (a
    // clock, a spy) must restore it.
    isolate: false,
    // Requests and responses are short-lived: with more space for them, the garbage collector copies fewer.
    execArgv: ['--max-semi-space-size=32'],
    // Transformed modules are cached between runs and shared by the projects of the gate.
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
    // One more than the two cores, since workers wait an eighth of the time for PostgreSQL, browsers or timeouts.
    maxWorkers: 3,
  },
});
