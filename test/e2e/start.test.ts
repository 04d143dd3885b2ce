import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { driverProblem } from '../../build/driver.mjs';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { emptyPostgres } from '../support/postgres.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A working copy of the repository after `npm ci --omit=dev`, without build tools and without a build. */
let checkout: string;
beforeEach(() => {
  checkout = temporaryFolder();
  for (const name of ['package.json', 'bin', 'build', 'db'])
    cpSync(join(PACKAGE_ROOT, name), join(checkout, name), { recursive: true });
  mkdirSync(join(checkout, 'node_modules'));
  symlinkSync(join(PACKAGE_ROOT, 'node_modules', 'better-sqlite3'), join(checkout, 'node_modules', 'better-sqlite3'));
});
afterEach(() => rmSync(checkout, { recursive: true }));

function addBuild(): void {
  const dist = join(PACKAGE_ROOT, 'dist');
  for (const file of readdirSync(dist).filter((name) => /^(?:portal.*\.js|openapi\.json|tools\.json)$/.test(name)))
    cpSync(join(dist, file), join(checkout, 'dist', file), { recursive: true });
}

function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = { PORTAL_DB: join(checkout, 'portal.db') },
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(command, args, {
    cwd: checkout,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORTAL_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
}

async function ended(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Ended> {
  let stderr = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}

describe('without the build tools', () => {
  test('explains why npm start fails', async () => {
    const { code, stderr } = await ended(run('npm', ['start', '--silent']));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^portal: it is not built, and .*`npm ci` \(without --omit=dev\)/m);
    expect(stderr).not.toMatch(/^ +at |not found/m);
  });

  test('explains why npm run build fails', async () => {
    const { code, stderr } = await ended(run('npm', ['run', '--silent', 'build']));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^portal: .*`npm ci` \(without --omit=dev\)/m);
    expect(stderr).not.toMatch(/^ +at |not found/m);
  });

  test('explains why npx portal fails', async () => {
    const { code, stderr } = await ended(run('npx', ['--offline', 'portal', 'serve']));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^portal: it is not built yet: run `npm ci` and `npm run build`/m);
    expect(stderr).not.toMatch(/^ +at |not found/m);
  });
});

/** Returns the ids of all descendants of a process. */
async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = run('ps', ['-eo', 'pid=,ppid=']);
  let text = '';
  for await (const chunk of stdout) text += chunk;
  const pairs = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    pairs.flatMap(([id = 0, of]) => (of === parent ? [id, ...below(id)] : []));
  return below(pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns the output of `npm start` up to the point where it serves. */
async function startText(npm: ReturnType<typeof run>): Promise<string> {
  npm.stdout.setEncoding('utf8');
  let said = '';
  for await (const text of npm.stdout.iterator({ destroyOnReturn: false })) {
    said += text;
    if (said.includes('HTTP API')) break;
  }
  return said;
}

test.each(['SIGTERM', 'SIGINT'] as const)('leaves no process of npm start running after %s', async (signal) => {
  addBuild();
  const npm = run('npm', ['start', '--silent']);
  const exited = once(npm, 'exit');
  await startText(npm);
  const below = await childrenOf(npm.pid ?? 0);
  const end = ended(npm);
  npm.kill(signal);
  await exited;
  const left = below.filter(isAlive);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  const { code, stderr } = await end;
  expect([left, below.length, code]).toEqual([[], 1, 0]);
  expect(stderr).toContain('"event":"stopped"');
});

test('serves the demo on PostgreSQL with npm start and the URL of an empty database', async () => {
  addBuild();
  const readme = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');
  expect(readme).toMatch(/^PORTAL_DB=postgres:\/\/\S+ npm start$/m);
  const PORTAL_DB = await emptyPostgres();
  const npm = run('npm', ['start', '--silent'], { PORTAL_DB, XDG_DATA_HOME: checkout });
  const said = await startText(npm);
  const [, url = ''] = /HTTP API\s+(http:\/\/\S+)\/api/.exec(said) ?? [];
  const headers = { 'x-api-key': /dk_\w+/.exec(said)?.[0] ?? '' };
  const found = await fetch(`${url}/api/commerce/items?query=mug`, { headers });
  expect(JSON.parse(await found.text()).data[0]).toMatchObject({ id: 'enamel-mug' });
  const end = ended(npm);
  npm.kill('SIGTERM');
  expect((await end).code).toBe(0);
});

describe('better-sqlite3', () => {
  /** Installs a fake driver with this version, binary content and behavior when loaded. */
  function install(version: string, binary: string, script = 'module.exports = class { close() {} };'): void {
    const home = join(checkout, 'node_modules', 'better-sqlite3');
    rmSync(home);
    const file = join(home, 'build', 'Release', 'better_sqlite3.node');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, binary);
    writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'better-sqlite3', version, main: 'index.js' }));
    writeFileSync(join(home, 'index.js'), script);
  }
  const AS_NODE_20 =
    'data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, napi: "9" } })';
  const HOOKS = '\0AddEnvironmentCleanupHook\0RemoveEnvironmentCleanupHook\0';

  test('is accepted as installed in this repository', () => {
    expect(driverProblem(PACKAGE_ROOT)).toBeUndefined();
  });

  test.each([
    ['12.11.1', HOOKS, 10, 'npm install --no-save better-sqlite3@13'],
    ['12.11.1', '\0AddEnvironmentCleanupHook\0', 10, undefined],
    ['12.11.1', '\0AddEnvironmentCleanupHook\0', 9, undefined],
    ['13.2.0', HOOKS, 10, undefined],
  ])('of version %s with the binary %j is reported on Node-API %i with this advice, if any: %s', (...of) => {
    const [version, binary, nodeApi, advice] = of;
    install(version, binary);
    const problem = driverProblem(checkout, nodeApi);
    if (advice === undefined) expect(problem).toBeUndefined();
    else expect(problem).toContain(advice);
  });

  test('is reported, and not loaded, if it would crash this Node', () => {
    install('13.2.0', '', 'throw new Error()');
    expect(driverProblem(checkout, 9)).toBe('better-sqlite3 13.2.0 needs Node 22.14 or later: run `npm ci`');
  });

  test('is reported by the installed program, and not loaded, if it would crash this Node', async () => {
    install('13.2.0', '', 'process.abort()');
    addBuild();
    const { code, stderr } = await ended(run(process.execPath, ['--import', AS_NODE_20, 'bin/portal.js', '--version']));
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^portal: better-sqlite3 13\.2\.0 needs Node 22\.14 or later, and this is v.*: install .*\n$/,
    );
  });

  test('is reported by npm start if it cannot be loaded, with the next step', async () => {
    install('12.11.1', '', `throw new Error('compiled against\\na different Node.js version');`);
    addBuild();
    const { code, stderr } = await ended(run('npm', ['start', '--silent']));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^portal: better-sqlite3 cannot be loaded: .*`npm rebuild better-sqlite3`/m);
    expect(stderr).toContain('(compiled against a different Node.js version)');
  });
});
