import { runSteps } from './run-steps.mjs';

/** Everything that must hold before a change lands, each test once (test/README.md). Nothing here uses the registry. */
process.exitCode = await runSteps([
  { name: 'check', command: 'npm run --silent check' },
  { name: 'build', command: 'npm run --silent build' },
  { name: 'tests', command: 'node test/scripts/tool.mjs vitest run --config test/gate.config.ts' },
  { name: 'Node 22 and 24', command: 'node test/scripts/on-node.mjs --offline 22 24' },
  { name: 'faults', command: 'node test/faults/run.mjs --short' },
  { name: 'demo', command: 'npm run --silent demo' },
]);
