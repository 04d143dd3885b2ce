import { spawnSync } from 'node:child_process';
import { runProgram } from '../../../src/cli/program.js';
import { MAIN, type Ran } from '../../support/spawn.js';

/** Runs `portal` to its end in this process; faster than a process of its own where there are many runs. */
export async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  terminal = false,
): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const output = {
    out: (text: string) => void out.push(`${text}\n`),
    err: (text: string) => void err.push(`${text}\n`),
    terminal,
  };
  const code = await runProgram(args, { output, env, stop: new AbortController().signal });
  return { code, stdout: out.join(''), stderr: err.join('') };
}

/** Runs the built `portal` with this text as its standard input. */
export function runWithInput(input: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Ran {
  const child = spawnSync(process.execPath, [MAIN, ...args], {
    input,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  });
  return { code: child.status, stdout: child.stdout, stderr: child.stderr };
}
