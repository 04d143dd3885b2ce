import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type Serving, serve } from '../support/spawn.js';
import { LogLines, searched } from './secrets.js';
import { tracesSearched } from './traces.js';

/** Flags with which a portal collects garbage on demand, so that heap sizes are comparable. */
const COLLECTS = ['--expose-gc', '--import', "data:text/javascript,process.on('SIGUSR2', () => gc())"];

/** A portal in a separate process, whose log lines, metrics and traces are searched for secrets. */
export interface WatchedPortal extends Serving {
  readonly log: LogLines;
}

/** Starts a portal at the default log level and without a rate limit by default. `node`: additional Node flags. */
export async function watchedPortal(
  database: string,
  env: Readonly<Record<string, string>> = {},
  node: readonly string[] = [],
): Promise<WatchedPortal> {
  const log = new LogLines();
  const settings = { PORTAL_RATE_LIMIT: '0', PORTAL_LOG_LEVEL: 'info', ...(await tracesSearched()), ...env };
  const server = await serve(database, settings, [...COLLECTS, ...node], log).catch((cause) => {
    throw new Error(`the portal did not start: ${log.last.join('\n')}`, { cause });
  });
  return {
    ...server,
    log,
    async stop(signal) {
      if (signal === 'SIGTERM') for (const line of await metricsOf(server.url, log)) searched.search(line);
      return server.stop(signal);
    },
  };
}

/**
 * Returns the lines of a portal's metrics.
 * @throws Error with the last log lines if the portal has ended
 */
export async function metricsOf(url: string, { last }: LogLines): Promise<readonly string[]> {
  try {
    const answer = await fetch(`${url}/metrics`);
    return (await answer.text()).split('\n');
  } catch (cause) {
    throw new Error(`the portal has ended: ${last.join('\n')}`, { cause });
  }
}

/** Resident memory of a process, in bytes. */
export function memoryOf(pid: number): number {
  return statusOf(pid, 'VmRSS');
}

/** Peak resident memory of a process since its start or `forgetPeak`, in bytes. */
export function peakOf(pid: number): number {
  return statusOf(pid, 'VmHWM');
}

export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function statusOf(pid: number, name: string): number {
  const [, kilobytes] =
    new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Heap and external memory in bytes, after a garbage collection. */
export async function heapOf({ url, pid, log }: WatchedPortal): Promise<number> {
  process.kill(pid, 'SIGUSR2');
  const lines = await metricsOf(url, log);
  const value = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]);
  return value('nodejs_heap_size_used_bytes') + value('nodejs_external_memory_bytes');
}

/** Number of files, connections and other descriptors that a process has open. */
export function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
