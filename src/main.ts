#!/usr/bin/env node
import { processOutput } from './cli/output.js';
import { runProgram } from './cli/program.js';
import { withSourceLines } from './source-lines.js';

process.on('uncaughtExceptionMonitor', (error) => {
  if (error instanceof Error && error.stack !== undefined) error.stack = withSourceLines(error.stack);
});

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());

process.exitCode = await runProgram(process.argv.slice(2), {
  output: processOutput,
  env: process.env,
  stop: stop.signal,
});
