import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { MAIN } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns `file:line` of the only source line with the text, as in a stack trace. */
function placeOf(path: string, text: string): string {
  const file = join(PACKAGE_ROOT, path);
  const lines = readFileSync(file, 'utf8').split('\n');
  const at = lines.flatMap((line, index) => (line.includes(text) ? [index + 1] : []));
  expect(at).toHaveLength(1);
  return `${pathToFileURL(file).href}:${at[0]}:`;
}

/**
 * Starts `portal serve --demo` with a faulty replacement for a Node function, waits until it listens, and triggers the
 * fault. Returns the stderr of the ended process.
 */
async function stderrOf(preload: string, act: (url: string, pid: number) => unknown): Promise<string> {
  const broken = join(folder, 'broken.mjs');
  writeFileSync(broken, preload);
  const child = spawn(process.execPath, ['--import', broken, MAIN, 'serve', '--demo'], {
    env: { PATH: process.env.PATH, PORTAL_DB: join(folder, 'portal.db'), PORTAL_PORT: '0', PORTAL_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  child.stdout.setEncoding('utf8').on('data', async (text) => {
    const before = stdout;
    stdout += text;
    const url = /HTTP API\s+(http:\/\/\S+)\/api/.exec(stdout)?.[1];
    if (!url || /HTTP API\s+http/.test(before)) return;
    await act(url, child.pid ?? 0);
    child.kill('SIGTERM');
  });
  await once(child, 'close');
  return stderr;
}

test('names source lines in an error that ends the program', async () => {
  const preload = `AbortController.prototype.abort = () => { throw new Error('broken'); };`;
  const stderr = await stderrOf(preload, () => undefined);
  expect(stderr).toContain('Error: broken');
  expect(stderr).toContain(placeOf('src/main.ts', 'stop.abort()'));
  expect(stderr).not.toMatch(/^ +at .*portal[\w-]*\.js:\d/m);
});

test('names source lines in a logged fault', async () => {
  const preload = `globalThis.URLSearchParams = class { constructor() { throw new Error('broken'); } };`;
  const key = () => JSON.parse(readFileSync(join(folder, 'portal.db.demo-keys.json'), 'utf8')).deployment_key;
  const stderr = await stderrOf(preload, async (url) => {
    const response = await fetch(`${url}/api/commerce/items?query=mug`, { headers: { 'x-api-key': key() } });
    expect(response.status).toBe(500);
  });
  const fault = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .find(({ event }) => event === 'fault');
  expect(fault.stack).toContain(placeOf('src/http/routes.ts', 'new URLSearchParams('));
  expect(fault.stack).not.toMatch(/portal[\w-]*\.js:\d/);
});
