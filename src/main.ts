#!/usr/bin/env node
import { openProcessOutput } from './cli/output.js';
import { runProgram } from './cli/program.js';
import { withConfigFile } from './config/config-file.js';
import { ConfigError } from './config/values.js';
import { slowHeapGrowth } from './heap-growth.js';
import { withSourceLines } from './source-lines.js';

const onStarted = slowHeapGrowth([...process.execArgv, process.env.NODE_OPTIONS].join(' '));

process.on('uncaughtExceptionMonitor', (error) => {
  if (error instanceof Error && error.stack !== undefined) error.stack = withSourceLines(error.stack);
});

const output = openProcessOutput();
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());

try {
  process.exitCode = await runProgram(process.argv.slice(2), {
    output,
    streams: process,
    env: withConfigFile(process.env),
    stop: stop.signal,
    onStarted,
  });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  output.err(`portal: ${error.message}`);
  process.exitCode = 2;
}
