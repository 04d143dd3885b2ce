import type { Portal } from '../calls/portal.js';
import { faultFields, type Log } from '../log.js';
import { resolveOpenMoney } from '../payments/resolve-money.js';
import { portalResolver, type Resolver, resolveOpenPayment } from '../payments/resolve-payment.js';
import type { Processes } from '../ports.js';
import { Backoff } from './backoff.js';
import { sweep } from './sweep.js';

/** Interval between two checks of payments that were left open. Milliseconds. */
const RESOLVE_EVERY = 5_000;
/** The longest wait between two checks of the same open payment. Milliseconds. */
const RESOLVE_AT_LEAST_EVERY = 60_000;
/** Open payments asked about in one round, and ids of open ones read to find those that are due. */
const RESOLVE_AT_ONCE = 100;
const MAX_OPEN = 5_000;
/** Interval between two searches for what has expired. Milliseconds. */
const SWEEP_EVERY = 60_000;
/** Interval at which the processes on a database tell each other that they run. Milliseconds. */
const SEEN_EVERY = 5_000;
/** Interval between two looks whether the database was moved. Milliseconds. */
const MOVED_EVERY = 2_000;
/** Interval between two looks whether the mark of the database file is to be set again. Milliseconds. */
const MARK_EVERY = 1_000;

interface Rounds {
  /** Time between two rounds. Milliseconds. */
  readonly every: number;
  /** Whether checkpoints of public logs are signed too. */
  readonly signsPublic: boolean;
  /** Keeps a copy of the database file that is made without its write-ahead log recognizable. */
  markFile(): void;
  /** Ends the process when the database is not to be served any more. */
  assertServing(): Promise<void>;
  /** Of a database on a server. */
  readonly processes: Processes | undefined;
}

/**
 * What the portal does by itself, at start and then regularly: it resolves payments and refunds that a crash or a slow
 * handler left open, removes what has expired, notes how far the logs have grown, and signs for public ones. Answers a function that stops it.
 */
export function startMaintenance(portal: Portal, log: Log, rounds: Rounds): () => Promise<void> {
  let stopping = false;
  const stops = [
    regularly('resolve', RESOLVE_EVERY, resolveRound(portal, log), log),
    regularly('sweep', SWEEP_EVERY, () => sweep(portal, () => stopping), log),
    regularly('log_heads', rounds.every, () => portal.checkpoints.note(), log),
    regularly('file_mark', MARK_EVERY, async () => rounds.markFile(), log),
    regularly('moved', MOVED_EVERY, () => rounds.assertServing(), log),
    regularly('process', SEEN_EVERY, async () => rounds.processes?.seen(), log),
    ...(rounds.signsPublic ? [regularly('checkpoints', rounds.every, () => portal.checkpoints.round(), log)] : []),
  ];
  return async () => {
    stopping = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Runs a task now and at every interval, one run at a time. Answers a function that stops it. */
function regularly(name: string, every: number, task: () => Promise<void>, log: Log): () => Promise<void> {
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

/** Payments of checkouts, then refunds and voids of orders; each is checked less often the longer it stays open. */
function resolveRound({ store, ids, gateway, clock }: Portal, log: Log): () => Promise<void> {
  const waiting = new Backoff(RESOLVE_EVERY, RESOLVE_AT_LEAST_EVERY);
  type Resolve = (resolver: Resolver, id: string) => Promise<void>;
  /** One handler that fails must not keep the others' payments open. */
  const resolveOne = async (resolve: Resolve, resolver: Resolver, id: string) => {
    waiting.tried(id, resolver.now);
    try {
      await resolve(resolver, id);
    } catch (error) {
      log.error('resolve', { about: id, ...faultFields(error) });
    }
  };
  /** Those that were just tried must not delay the others. */
  const resolveDue = (resolve: Resolve, resolver: Resolver, open: readonly string[]) => {
    const due = open.filter((id) => waiting.due(id, resolver.now)).slice(0, RESOLVE_AT_ONCE);
    return Promise.all(due.map((id) => resolveOne(resolve, resolver, id)));
  };
  return async () => {
    const now = clock.now();
    const resolver = portalResolver(store, gateway, ids, now);
    await Promise.all([
      resolveDue(resolveOpenPayment, resolver, await store.due('open_payments', now, MAX_OPEN)),
      resolveDue(resolveOpenMoney, resolver, await store.due('open_money', now, MAX_OPEN)),
    ]);
  };
}
