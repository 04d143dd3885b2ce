import { runSteps } from './run-steps.mjs';

/**
 * Runs every night and before a release: all tests at full volume, and the steps that `npm run test:gate` omits. The
 * script uses the registry, and continues after a failure. Since `npm run faults` has time and memory limits, no other
 * program may run at the same time.
 */
process.exitCode = await runSteps(
  [
    { name: 'check', command: 'npm run --silent check' },
    { name: 'build', command: 'npm run --silent build' },
    {
      name: 'tests at full volume',
      command: 'node test/scripts/tool.mjs vitest run',
      env: { PORTAL_TEST_VOLUME: 'full', PORTAL_TEST_REGISTRY: '1' },
    },
    { name: 'engine', command: 'npm run --silent test:engine', env: { PORTAL_TEST_VOLUME: 'full' } },
    { name: 'PostgreSQL', command: 'npm run --silent test:postgres' },
    { name: 'conformance', command: 'npm run --silent test:conformance' },
    { name: 'Node 22 and 24', command: 'npm run --silent test:node -- --all 22 24' },
    { name: 'pages in a new clone', command: 'npm run --silent test:docs' },
    { name: 'examples', command: 'npm run --silent test:examples' },
    { name: 'dependencies', command: 'npm run --silent check:dependencies' },
    { name: 'faults', command: 'npm run --silent faults' },
  ],
  { keepsGoing: true },
);
