import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs commands one after another. Prints the name and duration of each, and on the last line the total of all test
 * runs: `1234 passed, 0 failed`.
 *
 * @param {readonly { readonly name: string, readonly command: string, readonly env?: Record<string, string> }[]} steps
 * @param {{ readonly keepsGoing?: boolean }} options without `keepsGoing`, stops at the first command that fails
 * @returns {Promise<number>} 0 when all commands succeed, else 1
 */
export async function runSteps(steps, { keepsGoing = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-steps-'));
  const counts = join(folder, 'counts');
  const began = Date.now();
  const done = [];
  try {
    for (const { name, command, env } of steps) {
      print(`\n=== ${name}: ${command}`);
      const started = Date.now();
      const code = await run(command, { ...env, PORTAL_TEST_COUNTS: counts });
      done.push({ name, code, took: Date.now() - started });
      print(`=== ${lineOf(done.at(-1))}`);
      if (code !== 0 && !keepsGoing) break;
    }
    print(`\n${done.map(lineOf).join('\n')}\nall: ${duration(Date.now() - began)}`);
    const { passed, failed } = sumOf(counts);
    const broken = done.filter(({ code }) => code !== 0).map(({ name }) => name);
    if (broken.length > 0) print(`failed: ${broken.join(', ')}`);
    // A command that fails without a failed test counts as one failed test.
    print(`${passed} passed, ${Math.max(failed, broken.length)} failed`);
    return broken.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function run(command, env) {
  const child = spawn(command, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'inherit', shell: true });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

function sumOf(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return lines
    .map((line) => JSON.parse(line))
    .reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
      passed: 0,
      failed: 0,
    });
}

function lineOf({ name, code, took }) {
  return `${name}: ${duration(took)}${code === 0 ? '' : `, failed with exit code ${code}`}`;
}

function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
