import type { Portal } from '../calls/portal.js';
import { faultFields, type Log } from '../log.js';
import { resolveDuePayment } from '../payments/resolve-authorization.js';
import { resolveOpenMoney } from '../payments/resolve-money.js';
import { portalResolver, type Resolver, resolveOpenPayment } from '../payments/resolve-payment.js';
import type { Processes } from '../ports.js';
import { ownerOf } from '../records/owner.js';
import { Backoff } from './backoff.js';
import { sweep } from './sweep.js';

/** Interval between checks for open payments. */
const RESOLVE_INTERVAL_MS = 5_000;
/** Maximum backoff between checks of the same payment. */
const MAX_RESOLVE_WAIT_MS = 60_000;
/** Maximum payments resolved per round. The same limit applies to refunds and voids. */
const MAX_RESOLVED_AT_ONCE = 100;
/**
 * Maximum open payments whose ids are read per round, to find those that are due. The same limit applies to open
 * refunds and voids.
 */
const MAX_OPEN = 5_000;
/** Interval between sweeps. */
const SWEEP_INTERVAL_MS = 60_000;
/** Interval at which processes on one database announce that they are running. */
const HEARTBEAT_INTERVAL_MS = 5_000;
/** Interval between checks that the database was not moved. */
const MOVED_INTERVAL_MS = 2_000;
/** Interval between checks of the database file's mark. */
const MARK_INTERVAL_MS = 1_000;

interface Rounds {
  /** Milliseconds between two rounds that record the sizes of logs, and between two that sign public logs. */
  readonly every: number;
  /** If true, checkpoints of public logs are signed too. */
  readonly signsPublic: boolean;
  /** Marks the file, so that a copy of it without its write-ahead log can be recognized. */
  markFile(): void;
  /** Ends the process if the database must no longer be served. */
  assertServing(): Promise<void>;
  /** PostgreSQL only: the processes that share the database. */
  readonly processes: Processes | undefined;
}

/**
 * Starts the background tasks, which run now and at intervals. They resolve the payments and refunds that a crash or a
 * slow handler left open, sweep, record the sizes of logs, sign public logs, mark the database file, check that the
 * database was not moved, and announce this process to others. Returns a function that stops them.
 */
export function startMaintenance(portal: Portal, log: Log, rounds: Rounds): () => Promise<void> {
  let stopping = false;
  const stops = [
    runRegularly('resolve', RESOLVE_INTERVAL_MS, resolveRound(portal, log), log),
    runRegularly('sweep', SWEEP_INTERVAL_MS, () => sweep(portal, () => stopping), log),
    runRegularly('log_heads', rounds.every, () => portal.checkpoints.note(), log),
    runRegularly('file_mark', MARK_INTERVAL_MS, async () => rounds.markFile(), log),
    runRegularly('moved', MOVED_INTERVAL_MS, () => rounds.assertServing(), log),
    runRegularly('process', HEARTBEAT_INTERVAL_MS, async () => rounds.processes?.seen(), log),
    ...(rounds.signsPublic ? [runRegularly('checkpoints', rounds.every, () => portal.checkpoints.round(), log)] : []),
  ];
  return async () => {
    stopping = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Runs a task now and at every interval, one run at a time. Returns a function that stops it. */
function runRegularly(name: string, every: number, task: () => Promise<void>, log: Log): () => Promise<void> {
  let running = Promise.resolve();
  const round = () => {
    running = running.then(task).catch((error: unknown) => log.error(name, faultFields(error)));
  };
  round();
  const timer = setInterval(round, every).unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}

/** Rows with unsettled money. */
interface OpenRows {
  readonly table: 'checkout' | 'order' | 'payment';
  readonly due: 'open_payments' | 'open_money' | 'due_payments';
  resolve(by: Resolver, id: string): Promise<void>;
}

const OPEN_ROWS: readonly OpenRows[] = [
  { table: 'checkout', due: 'open_payments', resolve: resolveOpenPayment },
  { table: 'order', due: 'open_money', resolve: resolveOpenMoney },
  { table: 'payment', due: 'due_payments', resolve: resolveDuePayment },
];

/**
 * Resolves open payments of checkouts, and concurrently open refunds, captures and voids of orders, and authorizations
 * that end. Each is checked less often the longer it stays open.
 */
function resolveRound({ store, ids, gateway, clock }: Portal, log: Log): () => Promise<void> {
  const waiting = new Backoff(RESOLVE_INTERVAL_MS, MAX_RESOLVE_WAIT_MS);
  /** Logs an error instead of throwing it: a failing handler must not keep payments of other handlers open. */
  const resolveOne = async ({ table, resolve }: OpenRows, id: string, now: number) => {
    waiting.tried(id, now);
    try {
      const organizationId = await store.read((rows) => ownerOf(rows, table, id));
      await resolve(portalResolver(store, gateway, ids, now, organizationId), id);
    } catch (error) {
      log.error('resolve', { about: id, ...faultFields(error) });
    }
  };
  /** Skips recently tried payments, which must not delay the others. */
  const resolveDue = async (open: OpenRows, now: number) => {
    const found = await store.due(open.due, now, MAX_OPEN);
    const due = found.filter((id) => waiting.due(id, now)).slice(0, MAX_RESOLVED_AT_ONCE);
    await Promise.all(due.map((id) => resolveOne(open, id, now)));
  };
  return async () => {
    const now = clock.now();
    await Promise.all(OPEN_ROWS.map((open) => resolveDue(open, now)));
  };
}
