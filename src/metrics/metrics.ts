import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Tally } from '../calls/tally.js';
import type { CommitStats } from '../store/commit-stats.js';
import { VERSION } from '../version.js';
import { events, type OutboxAge } from './events.js';
import { fileSizes } from './file-sizes.js';
import { counter, counters, gauge } from './kinds.js';
import type { OrganizationUsage } from './organization-usage.js';
import { organizations } from './organizations.js';
import { RequestTimes } from './request-times.js';
import { Stalls } from './stalls.js';

/** Values read at each scrape. */
export interface MetricSources {
  readonly tally: Tally;
  readonly commits: CommitStats;
  /**
   * Connections to a database server, and reads and transactions that wait for a connection; `undefined` for a file.
   */
  readonly pool: (() => { readonly open: number; readonly waiting: number }) | undefined;
  /** Path of the database file; `undefined` for a server. */
  readonly database: string | undefined;
  /** Open connections, requests in flight and open streams. */
  readonly load: () => { readonly connections: number; readonly requests: number; readonly streams: number };
  /** Undelivered events. */
  readonly outbox: () => Promise<OutboxAge>;
  /** Usage and quotas of the organizations nearest to a quota. */
  readonly organizations: () => Promise<readonly OrganizationUsage[]>;
  /** Receipt logs for which nothing is signed, because an audit found a fault. */
  readonly invalidLogs: () => number;
  /** Closed connections, by reason. */
  readonly closed: () => Readonly<Record<string, number>>;
}

/** Histogram buckets for the duration of transactions, and for their number of writes. */
const FLUSH_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const BATCH_JOBS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Metrics of this process (docs/running.md, Health and metrics). */
export class Metrics {
  private readonly registry = new Registry();
  private readonly times = new RequestTimes(this.registry);
  private readonly stalls = new Stalls(this.registry);

  constructor(sources: MetricSources) {
    const { registry } = this;
    buildInfo(registry);
    connections(registry, sources);
    writes(registry, sources);
    business(registry, sources.tally);
    events(registry, sources);
    organizations(registry, sources.organizations);
    gauge(
      registry,
      {
        name: 'portal_invalid_logs',
        help: "Receipt logs that failed the portal's own audit; nothing is signed for them",
      },
      sources.invalidLogs,
    );
    if (sources.pool) pool(registry, sources.pool);
    if (sources.database !== undefined) fileSizes(registry, sources.database);
  }

  /** Counts one finished request; `outcome` is `ok`, an error code or a status. */
  count(operation: string, outcome: string, milliseconds: number): void {
    this.times.count(operation, outcome, milliseconds);
  }

  /**
   * Adds metrics for memory, processor, descriptors, garbage collection and event-loop lag. Call it once per process,
   * since it cannot be stopped.
   */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry });
    this.stalls.watch();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Renders the metrics in the Prometheus text format. */
  text(): Promise<string> {
    return this.registry.metrics();
  }
}

function buildInfo(registry: Registry): void {
  new Gauge({
    name: 'portal_build_info',
    help: 'Version of the program and of Node.js; the value is always 1',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: VERSION, node: process.version }, 1);
}

function connections(registry: Registry, { load, closed, tally }: MetricSources): void {
  gauge(registry, { name: 'portal_connections', help: 'Open connections' }, () => load().connections);
  gauge(registry, { name: 'portal_requests_in_progress', help: 'Requests in flight' }, () => load().requests);
  gauge(
    registry,
    { name: 'portal_streams', help: 'Open streams of messages (subscriptions/listen)' },
    () => load().streams,
  );
  counters(
    registry,
    {
      name: 'portal_connections_closed_total',
      help: 'Closed connections, by reason: unread = did not read its responses, surplus = idle for longest when a new one was above a limit',
    },
    'reason',
    () => Object.entries(closed()),
  );
  counters(
    registry,
    { name: 'portal_rejects_total', help: 'Requests rejected because of load or a limit, by reason' },
    'reason',
    () => tally.rejects,
  );
}

function writes(registry: Registry, { commits }: MetricSources): void {
  const seconds = new Histogram({
    name: 'portal_store_flush_duration_seconds',
    help: 'Duration of a write transaction, in seconds, until it is durable',
    buckets: FLUSH_SECONDS,
    registers: [registry],
  });
  const batch = new Histogram({
    name: 'portal_store_batch_jobs',
    help: 'Writes per transaction',
    buckets: BATCH_JOBS,
    registers: [registry],
  });
  const before = commits.onFlush;
  commits.onFlush = (jobs, milliseconds) => {
    before(jobs, milliseconds);
    seconds.observe(milliseconds / 1000);
    batch.observe(jobs);
  };
  counter(registry, { name: 'portal_store_flushes_total', help: 'Transactions committed' }, () => commits.flushes);
  counter(registry, { name: 'portal_store_jobs_total', help: 'Writes committed' }, () => commits.jobs);
  counter(
    registry,
    { name: 'portal_store_busy_total', help: 'Batches of writes that waited for another process' },
    () => commits.busy,
  );
  gauge(
    registry,
    { name: 'portal_store_queue_jobs', help: 'Writes waiting for a transaction' },
    () => commits.queue.jobs,
  );
  gauge(
    registry,
    { name: 'portal_store_queue_wait_seconds', help: 'Expected wait of a new write for its transaction, in seconds' },
    () => commits.queue.wait / 1000,
  );
}

function pool(registry: Registry, stats: NonNullable<MetricSources['pool']>): void {
  gauge(
    registry,
    { name: 'portal_database_connections', help: 'Open connections to the database server' },
    () => stats().open,
  );
  gauge(
    registry,
    {
      name: 'portal_database_waiting',
      help: 'Reads and transactions waiting for a connection to the database server',
    },
    () => stats().waiting,
  );
}

function business(registry: Registry, { sales, receipts }: Tally): void {
  counters(registry, { name: 'portal_orders_total', help: 'Orders placed, by currency' }, 'currency', () =>
    [...sales].map(([currency, { orders }]) => [currency, orders] as const),
  );
  counters(
    registry,
    {
      name: 'portal_order_amount_minor_units_total',
      help: 'Totals of the orders placed, in minor units (such as cents) of their currency',
    },
    'currency',
    () => [...sales].map(([currency, { amount }]) => [currency, amount] as const),
  );
  counters(
    registry,
    { name: 'portal_receipts_total', help: 'Receipts submitted, by outcome: verified, or an error code' },
    'outcome',
    () => receipts,
  );
}
