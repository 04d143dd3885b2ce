import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { writeDemo } from './database-template.js';

/** Path of the built program, as users run it. `npm test` builds it first. */
export const MAIN = join(PACKAGE_ROOT, 'bin', 'portal.js');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Ignores the settings of an installed portal, which are not meant for tests. */
const NO_SETTINGS = { PORTAL_CONFIG: devNull };

/** Environment of this process without `PORTAL_` settings. */
export function environment(): Record<string, string | undefined> {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PORTAL_'));
  return { ...Object.fromEntries(others), ...NO_SETTINGS };
}

/** Runs `portal` to completion. */
export async function portal(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<Ran> {
  const child = start(args, env, cwd);
  child.stdin.end();
  return waitForExit(child);
}

/** Resolves with the output and exit code of a started `portal` when it ends. */
export async function waitForExit(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  const [stdout, stderr, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

export interface Serving {
  readonly url: string;
  readonly pid: number;
  /** Sends a signal and waits for the exit. Returns the exit code; null if the signal killed the process. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/**
 * Starts `portal serve --demo` on a free port and waits until it listens. `node`: flags for Node; `log`: destination of
 * the log lines. If the file does not exist, it is first created with the demo's rows.
 */
export async function serve(database: string, ...more: ServeOptions): Promise<Serving> {
  if (!/^postgres(ql)?:/.test(database) && !existsSync(database)) await writeDemo(database);
  return serveAsItIs(database, ...more);
}

type ServeOptions = [env?: Readonly<Record<string, string>>, node?: readonly string[], log?: Writable];

async function serveAsItIs(
  database: string,
  ...[env = {}, node = [], log = process.stderr]: ServeOptions
): Promise<Serving> {
  const settings = { PORTAL_DB: database, PORTAL_PORT: '0', PORTAL_LOG_LEVEL: 'error', ...env };
  const child = start(['serve', '--demo'], settings, undefined, node);
  child.stdin.end();
  child.stderr.pipe(log);
  const url = await listeningUrl(child.stdout);
  child.stdout.resume();
  return {
    url,
    pid: child.pid ?? 0,
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const closed = once(child, 'exit');
      child.kill(signal);
      const [code] = await closed;
      return code;
    },
  };
}

/**
 * Starts `count` portals concurrently on one database, which they create together. If one fails to start, the others
 * are stopped.
 */
export async function serveAll(
  count: number,
  database: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Serving[]> {
  const started = await Promise.allSettled(Array.from({ length: count }, () => serveAsItIs(database, env)));
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (running.length === count) return running;
  await Promise.all(running.map((server) => server.stop('SIGTERM')));
  throw new Error(started.map((one) => (one.status === 'rejected' ? String(one.reason) : '')).join(' '));
}

/** Starts `portal` with this environment and an open stdin. */
export function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
  node: readonly string[] = [],
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...node, MAIN, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...NO_SETTINGS, ...env },
    cwd,
    stdio: 'pipe',
  });
}

async function textOf(stream: Readable): Promise<string> {
  stream.setEncoding('utf8');
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

/** Listening address of a `portal serve`, as printed on its stdout. */
export async function listeningUrl(stdout: Readable): Promise<string> {
  stdout.setEncoding('utf8');
  let text = '';
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const url = /HTTP API\s+(http:\/\/\S+)\/api/.exec(text)?.[1];
    if (url) return url;
  }
  throw new Error(`the portal did not start: ${text}`);
}
