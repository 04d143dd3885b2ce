import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { rolldown } from 'rolldown';

/**
 * `npm run test:conformance`: runs the official suite, with both sets of requirements, and the Inspector against a
 * portal with the suite's fixtures, then the Inspector as an assistant that knows only a URL. Suite and Inspector come
 * from the npm registry and need Node 22. The exit code is 0 if only scenarios listed in a baseline fail, the Inspector
 * has no warning, and it buys.
 */

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const REVISIONS = ['2026-07-28', '2025-11-25'];

/** Arguments of `npx`: Node 22, and no warnings of npm in what the program prints. */
const UNDER_22 = ['--loglevel=error', '-y', '-p', 'node@22', '-p'];

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const OUT = here('../../dist/conformance');

/** Runs a package under Node 22, regardless of this process's version. Returns the exit code and stderr. */
async function under22(name, args, stdio = 'inherit') {
  const child = spawn('npx', [...UNDER_22, name, ...args], { cwd: OUT, stdio });
  let stderr = '';
  child.stdout?.resume();
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}

/** Bundles a module in TypeScript. Returns the path of the file. */
async function bundle(name) {
  const file = join(OUT, `${name}.js`);
  const program = await rolldown({ input: here(`${name}.ts`), platform: 'node', external: ['better-sqlite3'] });
  await program.write({ file, format: 'esm', codeSplitting: false });
  await program.close();
  return file;
}

async function startPortal() {
  const child = fork(await bundle('portal'));
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the portal did not start'))),
  ]);
  return { url: message.url, end: () => child.disconnect() };
}

async function suite(url) {
  let failed = 0;
  for (const revision of REVISIONS) {
    process.stdout.write(`\n${SUITE} --requirements ${revision}\n`);
    const baseline = here(`baseline-${revision}.yml`);
    const args = ['server', '--url', `${url}/mcp`, '--requirements', revision, '--expected-failures', baseline];
    const { code } = await under22(SUITE, ['conformance', ...args, '-o', join(OUT, revision)]);
    if (code !== 0) failed += 1;
  }
  return failed;
}

/** Warnings also count as failures, since some clients drop a tool that others only warn about. */
async function inspector(url) {
  const args = ['--cli', `${url}/mcp`, '--transport', 'http', '--method', 'tools/list', '--strict', '--format', 'json'];
  const { code, stderr } = await under22(INSPECTOR, ['mcp-inspector', ...args], 'pipe');
  const isClean = code === 0 && !/warning/i.test(stderr);
  process.stdout.write(`\n${INSPECTOR} --cli --strict: exit code ${code}, ${isClean ? 'no warning' : 'not clean'}\n`);
  if (!isClean) process.stdout.write(stderr);
  return isClean ? 0 : 1;
}

/** The Inspector connects by URL, and buys within the limits that a person sets in a browser. */
async function assistant() {
  const { inspectorFlow } = await import(await bundle('inspector-flow'));
  const start = (args, env) =>
    spawn('npx', [...UNDER_22, INSPECTOR, 'mcp-inspector', '--cli', ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  try {
    await inspectorFlow(here('../../bin/portal.js'), chromium, start);
  } catch (error) {
    process.stdout.write(`\n${INSPECTOR} as an assistant: ${error}\n`);
    return 1;
  }
  process.stdout.write(`\n${INSPECTOR} as an assistant: bought within its limits until its grant ended\n`);
  return 0;
}

mkdirSync(OUT, { recursive: true });
const portal = await startPortal();
try {
  const failed = (await suite(portal.url)) + (await inspector(portal.url)) + (await assistant());
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  portal.end();
}
