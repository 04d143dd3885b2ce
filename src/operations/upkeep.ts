import { faultFields, type Log } from '../log.js';
import { Backoff } from './backoff.js';
import { type Settler, settleOpenPayment } from './checkout/settle.js';
import type { Portal } from './invoke.js';
import { settleOpenMoney } from './order/settle-money.js';
import { sweep } from './sweep.js';

/** Between two looks at payments that were left open. Milliseconds. */
const SETTLE_EVERY = 5_000;
/** The longest a payment that stays open is left alone. Milliseconds. */
const SETTLE_AT_LEAST_EVERY = 60_000;
/** Open payments asked about in one round, and ids of open ones read to find those that are due. */
const SETTLE_AT_ONCE = 100;
const MAX_OPEN = 5_000;
/** Between two looks at what is over. Milliseconds. */
const SWEEP_EVERY = 60_000;

/**
 * What the portal does by itself, at start and then again and again: it takes up payments and refunds that a crash or
 * a slow handler left open, and clears away what is over. Answers how to stop it.
 */
export function keepUp(portal: Portal, log: Log): () => Promise<void> {
  let stopping = false;
  const stops = [
    regularly('settle', SETTLE_EVERY, settleRound(portal, log), log),
    regularly('sweep', SWEEP_EVERY, () => sweep(portal, () => stopping), log),
  ];
  return async () => {
    stopping = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Runs a task now and at every interval, one run at a time. Answers how to stop it. */
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

/** Payments of checkouts, then refunds and voids of orders; each is looked at less often the longer it stays open. */
function settleRound({ store, ids, desk, clock }: Portal, log: Log): () => Promise<void> {
  const waiting = new Backoff(SETTLE_EVERY, SETTLE_AT_LEAST_EVERY);
  type Settle = (settler: Settler, id: string) => Promise<void>;
  /** One handler that fails must not keep the others' payments open. */
  const settleOne = async (settle: Settle, settler: Settler, id: string) => {
    waiting.tried(id, settler.now);
    try {
      await settle(settler, id);
    } catch (error) {
      log.error('settle', { about: id, ...faultFields(error) });
    }
  };
  /** Those that were just tried must not keep the others from their turn. */
  const settleDue = (settle: Settle, settler: Settler, open: readonly string[]) => {
    const due = open.filter((id) => waiting.due(id, settler.now)).slice(0, SETTLE_AT_ONCE);
    return Promise.all(due.map((id) => settleOne(settle, settler, id)));
  };
  return async () => {
    const now = clock.now();
    const settler: Settler = { store, ids, desk, actor: 'portal', now };
    await Promise.all([
      settleDue(settleOpenPayment, settler, await store.listOpenPayments(now + 1, MAX_OPEN)),
      settleDue(settleOpenMoney, settler, await store.listOpenMoney(now + 1, MAX_OPEN)),
    ]);
  };
}
