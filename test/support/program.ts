import { PassThrough } from 'node:stream';
import type { Cli } from '../../src/cli/command.js';
import { runProgram } from '../../src/cli/program.js';
import type { StdioStreams } from '../../src/mcp/stdio.js';
import { type Ran, start, waitForExit } from './spawn.js';

/**
 * Runs `portal` to completion in this process, with only the given environment, since a new process takes half a second
 * of CPU time. test/e2e/processes.test.ts runs each command as a process.
 */
export async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  terminal = false,
  ask?: (question: string) => Promise<string>,
  streams: StdioStreams = noStreams(),
): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const output: Cli['output'] = {
    out: (text) => void out.push(`${text}\n`),
    err: (text) => void err.push(`${text}\n`),
    piece: async (text) => void out.push(text),
    terminal,
    ...(ask && { ask }),
  };
  const code = await runProgram(args, { output, streams, env, stop: new AbortController().signal });
  return { code, stdout: out.join(''), stderr: err.join('') };
}

export function noStreams(): StdioStreams {
  return { stdin: new PassThrough().end(), stdout: new PassThrough() };
}

/** Runs the built `portal` with this text on stdin. */
export function runWithInput(
  input: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const child = start(args, env);
  child.stdin.end(input);
  return waitForExit(child);
}
