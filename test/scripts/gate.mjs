import { runSteps } from './run-steps.mjs';

/** All checks that a change must pass before it lands (test/README.md). No step uses the registry. */
process.exitCode = await runSteps([
  { name: 'check', command: 'npm run --silent check' },
  { name: 'build', command: 'npm run --silent build' },
  { name: 'tests', command: 'node test/scripts/tool.mjs vitest run --config test/gate.config.ts' },
  { name: 'Node 22 and 24', command: 'node test/scripts/on-node.mjs --offline 22 24' },
  { name: 'faults', command: 'node test/faults/run.mjs --short' },
  { name: 'demo', command: 'npm run --silent demo' },
]);
