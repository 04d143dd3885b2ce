import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { environment, listeningUrl } from '../support/spawn.js';
import { LogLines, searched } from './secrets.js';
import { metricsOf } from './watched-portal.js';

/**
 * A portal installed in a folder, and the command that starts it there. Its log lines and metrics are searched for
 * secrets. It has no traces, since their packages are not installed.
 */
export interface Installed {
  readonly folder: string;
  readonly command: readonly string[];
}

/**
 * Runs a command of the installed portal and returns its stdout.
 * @throws Error with the command's stderr
 */
export function ran(installed: Installed, args: readonly string[], cwd = installed.folder): string {
  const { status, stdout, stderr } = spawnSync(...argsOf(installed, args), {
    cwd,
    encoding: 'utf8',
    env: environment(),
  });
  for (const line of stderr.split('\n')) searched.search(line);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** Serves the installed portal's `portal.db` at the default log level while the callback runs. */
export async function served(installed: Installed, use: (url: string) => Promise<void>): Promise<void> {
  const [command, args] = argsOf(installed, ['serve', '--db', 'portal.db', '--port', '0']);
  const child = spawn(command, args, {
    cwd: installed.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(),
  });
  const log = child.stderr.pipe(new LogLines());
  const isSearched = once(log, 'finish');
  try {
    const url = await listeningUrl(child.stdout);
    await use(url);
    for (const line of await metricsOf(url, log)) searched.search(line);
  } finally {
    child.stdout.resume();
    child.kill('SIGTERM');
    await isSearched;
  }
}

/**
 * Runs any program.
 * @throws Error with the program's stderr
 */
export function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
}

function argsOf({ command }: Installed, args: readonly string[]): [command: string, args: readonly string[]] {
  const [first = '', ...others] = command;
  return [first, [...others, ...args]];
}
