import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from './config.js';
import { faultFields, type Log } from './log.js';
import { type MakeMcpServer, mcpServers } from './mcp/server.js';
import { type Authenticate, makeAuthenticate } from './operations/authenticate.js';
import { Backoff } from './operations/backoff.js';
import { type Settler, settleOpenPayment } from './operations/checkout/settle.js';
import { OPERATIONS } from './operations/index.js';
import { type Invoke, makeInvoke, type Portal } from './operations/invoke.js';
import { PaymentDesk } from './operations/payment-desk.js';
import { RateLimit } from './operations/rate-limit.js';
import { invoice } from './payment/invoice.js';
import { makeSandboxCard } from './payment/sandbox-card.js';
import type { Clock, Ids, PaymentHandler } from './ports.js';
import { SqliteStore } from './store/sqlite-store.js';
import { makeLinks } from './view/links.js';

/** The composition root: the only place, with `server.ts` for HTTP, that knows every part. */

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
};

export const systemIds: Ids = { next: (prefix) => `${prefix}_${uuidv7()}` };

/** Parts that tests replace by others of the same port. */
export interface Parts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly handlers: readonly PaymentHandler[];
}

export function defaultParts(): Parts {
  return { clock: systemClock, ids: systemIds, handlers: [invoice, makeSandboxCard()] };
}

/** A database with the operations on it, for every surface. */
export interface PortalApp {
  readonly store: SqliteStore;
  readonly portal: Portal;
  readonly invoke: Invoke;
  readonly authenticate: Authenticate;
  readonly makeMcpServer: MakeMcpServer;
  readonly handlers: readonly PaymentHandler[];
  readonly log: Log;
  /** Stops background work, waits for queued writes, and closes the database. */
  close(): Promise<void>;
}

/** Between two looks at payments that were left open. Milliseconds. */
const SETTLE_EVERY = 5_000;
/** The longest a payment that stays open is left alone. Milliseconds. */
const SETTLE_AT_LEAST_EVERY = 60_000;
/** Open payments looked at in one round. */
const SETTLE_AT_ONCE = 100;
/** docs/api.md, HTTP: per key, and failed authentications per address. */
const CALLS = { perSecond: 100, burst: 300 };
const FAILURES = { perSecond: 1, burst: 60 };

/**
 * Opens the database and puts everything together. `publicUrl` is asked for when a link is made,
 * since a server knows its port only when it listens.
 * @throws Error when the file is absent and `create` is false, or is no database of this program
 */
export function makePortalApp(
  config: Config,
  options: { readonly publicUrl: () => string; readonly create: boolean },
  log: Log,
  parts: Parts = defaultParts(),
): PortalApp {
  const { clock, ids, handlers } = parts;
  const store = new SqliteStore(config.database, { create: options.create });
  const limit = (rate: typeof CALLS) => (config.rateLimit ? new RateLimit(rate.perSecond, rate.burst) : undefined);
  const portal: Portal = {
    store,
    clock,
    ids,
    desk: new PaymentDesk(handlers, clock, (attempt, error) =>
      log.error('payment_fault', { attempt: attempt.id, handler: attempt.handler_id, ...faultFields(error) }),
    ),
    view: {
      links: makeLinks(options.publicUrl, store.secret('links')),
      handlers: handlers.map(({ description }) => description),
    },
    rateLimit: limit(CALLS),
  };
  const invoke = makeInvoke(portal);
  const stopSettling = settleRegularly(portal, log);
  return {
    store,
    portal,
    invoke,
    handlers,
    log,
    authenticate: makeAuthenticate(store, clock, limit(FAILURES), (error) => log.warn('last_use', faultFields(error))),
    makeMcpServer: mcpServers(OPERATIONS, invoke, log),
    async close() {
      await stopSettling();
      await store.close();
    },
  };
}

/** Takes up payments that a crash or a slow handler left open: at start, then at every interval. */
function settleRegularly({ store, ids, desk, clock }: Portal, log: Log): () => Promise<void> {
  let running = Promise.resolve();
  const waiting = new Backoff(SETTLE_EVERY, SETTLE_AT_LEAST_EVERY);
  const settleAll = async () => {
    const settler: Settler = { store, ids, desk, actor: 'portal', now: clock.now() };
    const open = await store.listOpenPayments(clock.now() + 1, SETTLE_AT_ONCE);
    await Promise.all(open.filter((id) => waiting.due(id, settler.now)).map((id) => settleOne(settler, id)));
  };
  /** One handler that fails must not keep the others' payments open. */
  const settleOne = async (settler: Settler, id: string) => {
    waiting.tried(id, settler.now);
    try {
      await settleOpenPayment(settler, id);
    } catch (error) {
      log.error('settle', { checkout: id, ...faultFields(error) });
    }
  };
  const round = () => {
    running = running.then(settleAll).catch((error: unknown) => log.error('settle', faultFields(error)));
  };
  round();
  const timer = setInterval(round, SETTLE_EVERY).unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
