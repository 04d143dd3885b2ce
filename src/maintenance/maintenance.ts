import type { Portal } from '../calls/portal.js';
import { faultFields, type Log } from '../log.js';
import type { Processes } from '../ports.js';
import { recheckStopped } from './recheck-stopped.js';
import { RESOLVE_INTERVAL_MS, Resolving } from './resolving.js';
import { runRegularly } from './run-regularly.js';
import { sweep } from './sweep.js';

/** Interval between sweeps. */
const SWEEP_INTERVAL_MS = 60_000;
/** Interval between checks for problems of which the operator gets a mail. */
const OPERATOR_INTERVAL_MS = 60_000;
/** Interval at which processes on one database announce that they are running. */
const HEARTBEAT_INTERVAL_MS = 5_000;
/** Interval between checks that the database was not moved. */
const MOVED_INTERVAL_MS = 2_000;
/** Interval at which entries of orders get their places in the logs. */
const SEQUENCE_INTERVAL_MS = 1_000;
/** Interval between tries of tasks that each process completes once. */
const ONCE_INTERVAL_MS = 60_000;
/** Interval between checks of the database file's mark. */
const MARK_INTERVAL_MS = 1_000;

interface Entering {
  /** Gives the entries of orders their places in the logs; ends soon after `isStopping` returns true. */
  sequence(isStopping: () => boolean): Promise<void>;
  /** Enters orders and consumers of earlier versions; ends soon after `isStopping` returns true. */
  upgrade(isStopping: () => boolean): Promise<void>;
}

export interface Rounds {
  /** Milliseconds between two rounds that record the sizes of logs, and between two that sign public logs. */
  readonly every: number;
  /** If true, checkpoints of public logs are signed too. */
  readonly signsPublic: boolean;
  /** `undefined` if orders and consumers are not entered in the logs here. */
  readonly entering: Entering | undefined;
  /** Marks the file, so that a copy of it without its write-ahead log can be recognized. */
  markFile(): void;
  /** Ends the process if the database must no longer be served. */
  assertServing(): Promise<void>;
  /** Checks for problems of which the operator gets a mail; `undefined` if there is no address. */
  readonly watchForOperator: (() => Promise<void>) | undefined;
  /** PostgreSQL only: the processes that share the database. */
  readonly processes: Processes | undefined;
}

/** The running background tasks. */
interface Maintenance {
  /** Resolves a payment now. With too many in flight, the next round resolves it, because it is due. */
  resolvePayment(id: string): void;
  stop(): Promise<void>;
}

/**
 * Starts the background tasks, which run now and at intervals. They resolve the payments and refunds that a crash or a
 * slow handler left open, sweep, enter orders in the logs, check stopped logs again, record the sizes of logs, sign
 * public logs, mark the database file, check that the database was not moved, and announce this process to others.
 */
export function startMaintenance(portal: Portal, log: Log, rounds: Rounds): Maintenance {
  const ending = new AbortController();
  const isStopping = () => ending.signal.aborted;
  const resolving = new Resolving(portal, log);
  const skip = (about: string, error: unknown) => log.error('sweep', { about, ...faultFields(error) });
  const stops = [
    runRegularly('resolve', RESOLVE_INTERVAL_MS, () => resolving.round(), log),
    runRegularly('sweep', SWEEP_INTERVAL_MS, () => sweep(portal, isStopping, skip), log),
    runRegularly('log_heads', rounds.every, () => portal.checkpoints.note(), log),
    runRegularly('log_stops', ONCE_INTERVAL_MS, recheckStopped(portal, log, ending.signal), log),
    runRegularly('log_entries', SEQUENCE_INTERVAL_MS, async () => rounds.entering?.sequence(isStopping), log),
    runRegularly('order_entries', ONCE_INTERVAL_MS, async () => rounds.entering?.upgrade(isStopping), log),
    runRegularly('file_mark', MARK_INTERVAL_MS, async () => rounds.markFile(), log),
    runRegularly('moved', MOVED_INTERVAL_MS, () => rounds.assertServing(), log),
    runRegularly('process', HEARTBEAT_INTERVAL_MS, async () => rounds.processes?.seen(), log),
    ...(rounds.watchForOperator
      ? [runRegularly('operator_mail', OPERATOR_INTERVAL_MS, rounds.watchForOperator, log)]
      : []),
    ...(rounds.signsPublic
      ? [runRegularly('checkpoints', rounds.every, () => portal.checkpoints.round(isStopping), log)]
      : []),
  ];
  return {
    resolvePayment: (id) => resolving.resolvePayment(id),
    async stop() {
      ending.abort();
      await Promise.all([...stops.map((stop) => stop()), resolving.end()]);
    },
  };
}
