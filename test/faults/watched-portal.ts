import { readdirSync, readFileSync } from 'node:fs';
import { type Serving, serve } from '../support/spawn.js';
import { LogLines, searched } from './secrets.js';

/** A portal in a process of its own, whose log lines and metrics are searched for secrets. */
export interface WatchedPortal extends Serving {
  readonly log: LogLines;
}

/** Starts one with the log that it has by default. */
export async function watchedPortal(
  database: string,
  env: Readonly<Record<string, string>> = {},
): Promise<WatchedPortal> {
  const log = new LogLines();
  const server = await serve(database, { PORTAL_RATE_LIMIT: '0', PORTAL_LOG_LEVEL: 'info', ...env }, [], log);
  return {
    ...server,
    log,
    async stop(signal) {
      if (signal === 'SIGTERM') for (const line of await metricsOf(server.url)) searched.search(line);
      return server.stop(signal);
    },
  };
}

async function metricsOf(url: string): Promise<readonly string[]> {
  const answer = await fetch(`${url}/metrics`);
  return (await answer.text()).split('\n');
}

/** Resident memory of a process. Bytes. */
export function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** Files, connections and the like that a process has open. */
export function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
