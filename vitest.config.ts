import { defineConfig } from 'vitest/config';

/** Only a test that hangs takes so long, on the busiest machine. Milliseconds. */
const HANGS = 600_000;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['./test/programs/bundle.ts', './test/support/postgres-server.ts'],
    // The modules of the portal are loaded once a worker, not once a file: what a file changes of them or of the
    // process (a clock, a spy), it puts back.
    isolate: false,
    // Requests and answers are short-lived: with more room for them, fewer are copied by the collector.
    execArgv: ['--max-semi-space-size=32'],
    testTimeout: HANGS,
    hookTimeout: HANGS,
    expect: { poll: { timeout: HANGS } },
    reporters: ['default', './test/support/skipped-reporter.ts'],
    // Two cores: more workers only make the races of the concurrency tests slower.
    maxWorkers: 2,
  },
});
