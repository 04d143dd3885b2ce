import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Tally } from '../../src/calls/tally.js';
import { Metrics } from '../../src/metrics/metrics.js';
import { CommitStats } from '../../src/store/commit-stats.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Metrics of a process. Each of its reads from the database waits for `answer`, and fails if `answer` fails. */
function metricsOn<R>(answer: () => Promise<R>): Metrics {
  return new Metrics({
    tally: new Tally(),
    commits: new CommitStats(1, () => ({ jobs: 3, oldest: 0 })),
    pool: () => ({ open: 1, waiting: 0 }),
    database: undefined,
    load: () => ({ connections: 0, requests: 0, streams: 0 }),
    outbox: async () => ({ waiting: 7, oldest: 1, ...(await answer()) }),
    organizations: async () => {
      await answer();
      return [{ id: 'org_1', usage: { keys: 1, items: 0, open_carts: 0, rows: 0, bytes: 0 }, quotas: {} }];
    },
    invalidLogs: () => 0,
    closed: () => ({}),
  });
}

const IN_PROCESS = 'portal_store_queue_jobs 3\n';
const OF_DATABASE = [
  'portal_deliveries_waiting 7\n',
  'portal_organization_usage{organization="org_1",quota="keys"} 1\n',
];

it.each([
  ['does not answer', () => new Promise<object>(() => undefined)],
  ['cannot be read', () => Promise.reject(new Error('gone'))],
])("shows the process's own metrics while the database %s", async (_, answer) => {
  const text = metricsOn(answer).text();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await text).toContain(IN_PROCESS);
  for (const one of OF_DATABASE) expect(await text).not.toContain(one);
});

it("shows the process's and the database's metrics if the database can be read", async () => {
  const text = await metricsOn(async () => ({})).text();
  for (const one of [IN_PROCESS, ...OF_DATABASE]) expect(text).toContain(one);
  expect(vi.getTimerCount()).toBe(0);
});
