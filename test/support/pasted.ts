import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { waitForExit } from './spawn.js';

/** A shell block of a page, and the output that the page shows for it. */
export interface Block {
  readonly script: string;
  readonly shown: readonly string[];
}

/** Returns the shell blocks in part of a page, each with the text block that follows before the next shell block. */
export function blocksIn(part: string): Block[] {
  const [, ...parts] = part.split(/^```sh\n/m);
  return parts.map((text) => {
    const end = text.search(/^```$/m);
    const [script, after] = [text.slice(0, end), text.slice(end + 3)];
    const [, shown = ''] = /^```text\n([\s\S]*?)^```$/m.exec(after) ?? [];
    return { script, shown: shown.split('\n').filter((line) => line !== '') };
  });
}

export function page(name: string): string {
  return readFileSync(join(PACKAGE_ROOT, name), 'utf8');
}

const MARK = '=== the next block ===';
/** Maximum number of output characters shown in a failure. */
const LAST = 3000;

/**
 * Pastes blocks into one shell, as a reader would.
 * @returns the output of each block
 * @throws if a command fails or writes to stderr
 */
export async function runPasted(
  blocks: readonly Block[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  url = '',
): Promise<string[]> {
  const script = blocks.map((block) => block.script).join(`\necho '${MARK}'\n`);
  const text = script.replaceAll('http://127.0.0.1:3000', url);
  const shell = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', text], { cwd, env, stdio: 'pipe' });
  shell.stdin.end();
  const { code, stdout, stderr } = await waitForExit(shell);
  if (code !== 0 || stderr !== '') throw new Error(`exit code ${code}: ${stderr}\n${stdout.slice(-LAST)}`);
  return stdout.split(`${MARK}\n`);
}

/** Returns the first expected line that is not in the output; `…` matches anything. */
export function findMissing({ shown }: Block, output: string): string | undefined {
  const lines = output.split('\n');
  let at = 0;
  for (const text of shown.filter((line) => line !== '…')) {
    const form = new RegExp(`^${text.split('…').map(literally).join('.*')}$`);
    const found = lines.findIndex((line, index) => index >= at && form.test(line));
    if (found < 0) return text;
    at = found + 1;
  }
  return undefined;
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
