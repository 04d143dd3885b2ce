import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { leavesChild } from './leftovers.js';
import { processSeconds } from './processor-time.js';

const DIST = fileURLToPath(new URL('..', import.meta.url));
/** Interval between samples of a command's CPU time and memory, in milliseconds. */
const LOOK_EVERY = 50;

/** Resources that a command used. */
export interface Cost {
  readonly seconds: number;
  /** Processor seconds, user and system. */
  readonly cpu: number;
  /** Peak memory in bytes. */
  readonly memory: number;
  /** For each transaction, the milliseconds for which it held the write lock. */
  readonly holds: readonly number[];
  /** Standard output of the command, cut off after about 10,000 characters. */
  readonly said: string;
}

/** Runs a portal command on a database and measures its resource use. */
export async function run(database: string, args: readonly string[], flags: readonly string[] = []): Promise<Cost> {
  const watch = `${database}.holds`;
  const watcher = ['--import', join(DIST, 'bench', 'lock-watch.js')];
  const started = performance.now();
  const child = spawn(process.execPath, [...flags, ...watcher, join(DIST, '..', 'bin', 'portal.js'), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORTAL_DB: database, LOCK_WATCH: watch },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  leavesChild(child);
  let cost = { cpu: 0, memory: 0 };
  const looking = setInterval(() => {
    cost = costOf(child.pid ?? 0) ?? cost;
  }, LOOK_EVERY);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < 10_000) said += text;
  });
  const [code] = await once(child, 'close');
  clearInterval(looking);
  if (code !== 0) throw new Error(`portal ${args.join(' ')} ended with ${code}: ${said}`);
  const holds: number[] = JSON.parse(readFileSync(watch, 'utf8'));
  rmSync(watch);
  return { seconds: (performance.now() - started) / 1000, ...cost, holds, said };
}

/** Returns `undefined` once the process has ended. */
function costOf(pid: number): Pick<Cost, 'cpu' | 'memory'> | undefined {
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (peak === undefined) return undefined;
    return { cpu: processSeconds(pid), memory: Number(peak) * 1024 };
  } catch {
    return undefined;
  }
}
