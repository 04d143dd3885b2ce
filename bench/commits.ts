import { Client } from './client.js';
import type { Measured } from './processes.js';

/** Counters of a portal's store since the portal started. */
export interface Commits {
  readonly jobs: number;
  readonly flushes: number;
  /** Batches that were run again. */
  readonly retries: number;
}

export async function commits(portal: Measured): Promise<Commits> {
  const client = new Client(portal.url, 1);
  const text = await client.text({ method: 'GET', path: '/metrics' });
  client.close();
  const value = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  return {
    jobs: value('portal_store_jobs_total'),
    flushes: value('portal_store_flushes_total'),
    retries: value('portal_store_busy_total'),
  };
}

/**
 * Returns the mean number of jobs per flush, or `undefined` if there were at most ten flushes. A row that only reads
 * stays below that, since the portal then writes only the key's last use, once a minute.
 */
export function batchOf(before: Commits, after: Commits): number | undefined {
  const flushes = after.flushes - before.flushes;
  return flushes > 10 ? (after.jobs - before.jobs) / flushes : undefined;
}
