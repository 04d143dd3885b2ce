import { runProgram } from '../../src/cli/program.js';
import { type Ran, start, waitForExit } from './spawn.js';

/**
 * Runs `portal` to its end in this process, with the environment that is given and no more. The way to test commands:
 * a process of its own takes 0.65 seconds of a core. That each command works as one is held in test/e2e/processes.test.ts.
 */
export async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  terminal = false,
  ask?: (question: string) => Promise<string>,
): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const output = {
    out: (text: string) => void out.push(`${text}\n`),
    err: (text: string) => void err.push(`${text}\n`),
    piece: async (text: string) => void out.push(text),
    terminal,
    ...(ask && { ask }),
  };
  const code = await runProgram(args, { output, env, stop: new AbortController().signal });
  return { code, stdout: out.join(''), stderr: err.join('') };
}

/** Runs the built `portal` with this text as its standard input. */
export function runWithInput(
  input: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const child = start(args, env);
  child.stdin.end(input);
  return waitForExit(child);
}
