import { runProgram } from '../../../src/cli/program.js';
import type { Ran } from '../../support/spawn.js';

/** Runs `portal` to its end in this process; faster than a process of its own where there are many runs. */
export async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const output = {
    out: (text: string) => void out.push(`${text}\n`),
    err: (text: string) => void err.push(`${text}\n`),
    terminal: false,
  };
  const code = await runProgram(args, { output, env, stop: new AbortController().signal });
  return { code, stdout: out.join(''), stderr: err.join('') };
}
