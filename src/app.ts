import { setTimeout as sleep } from 'node:timers/promises';
import type { Express } from 'express';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from './config.js';
import { httpApp } from './http/app.js';
import { bodyReader, jsonOf } from './http/body.js';
import { credentialsOf } from './http/credentials.js';
import { faultFields, type Log } from './log.js';
import { type MakeMcpServer, mcpServers } from './mcp/server.js';
import { mcpRouter } from './mcp/streamable-http.js';
import { type Authenticate, makeAuthenticate } from './operations/authenticate.js';
import { type Settler, settleOpenPayment } from './operations/checkout/settle.js';
import { OPERATIONS } from './operations/index.js';
import { type Invoke, makeInvoke } from './operations/invoke.js';
import { PaymentDesk } from './operations/payment-desk.js';
import { RateLimit } from './operations/rate-limit.js';
import { pagesRouter } from './pages/router.js';
import { invoice } from './payment/invoice.js';
import { makeSandboxCard } from './payment/sandbox-card.js';
import type { Clock, Ids, PaymentHandler, Store } from './ports.js';
import { SqliteStore } from './store/sqlite-store.js';
import { makeLinks } from './view/links.js';

/** The composition root: the only place that knows every part. */

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
  readonly invoke: Invoke;
  readonly authenticate: Authenticate;
  readonly makeMcpServer: MakeMcpServer;
  /** HTTP, MCP over HTTP, and the buyer's pages as one express app. */
  readonly http: Express;
  /** Stops background work and MCP streams, then closes the database. */
  close(): Promise<void>;
}

/** Between two looks at payments that were left open. Milliseconds. */
const SETTLE_EVERY = 5_000;
/** Design 4: per key, and failed authentications per address. */
const CALLS = { perSecond: 100, burst: 300 };
const FAILURES = { perSecond: 1, burst: 60 };
/** Bytes of an MCP request at most. */
const MCP_BODY_LIMIT = 1024 * 1024;

/**
 * Opens the database and puts everything together.
 * @throws Error when the file is absent and `create` is false, or is no database of this program
 */
export function makePortalApp(
  config: Config,
  options: { readonly publicUrl: string; readonly create: boolean },
  log: Log,
  parts: Parts = defaultParts(),
): PortalApp {
  const { clock, ids, handlers } = parts;
  const store = new SqliteStore(config.database, { create: options.create });
  const links = makeLinks(options.publicUrl, store.secret('links'));
  const desk = new PaymentDesk(handlers, clock, (attempt, error) =>
    log.error('payment_fault', { attempt: attempt.id, handler: attempt.handler_id, ...faultFields(error) }),
  );
  const limit = (rate: typeof CALLS) => (config.rateLimit ? new RateLimit(rate.perSecond, rate.burst) : undefined);
  const view = { links, handlers: handlers.map(({ description }) => description) };
  const invoke = makeInvoke({ store, clock, ids, desk, view, rateLimit: limit(CALLS) });
  const authenticate = makeAuthenticate(store, clock, limit(FAILURES), (error) =>
    log.warn('last_use', faultFields(error)),
  );
  const makeMcpServer = mcpServers(OPERATIONS, invoke, log);
  const readMcpBody = bodyReader(MCP_BODY_LIMIT);
  const mcp = mcpRouter({
    makeServer: makeMcpServer,
    authenticate: (request) => authenticate(credentialsOf(request)),
    readBody: async (request, response) => jsonOf(request, await readMcpBody(request, response), false),
    allowedHosts: [new URL(options.publicUrl).hostname, ...config.allowedHosts],
    log,
  });
  const http = httpApp({
    operations: OPERATIONS,
    handlers,
    store,
    invoke,
    authenticate,
    log,
    publicMetrics: config.publicMetrics,
    gauges: () => storeGauges(store),
    surfaces: [mcp.router, pagesRouter({ store, clock, links, invoke, operations: OPERATIONS })],
  });
  const stopSettling = settleRegularly({ store, ids, desk, clock }, log);
  return {
    store,
    invoke,
    authenticate,
    makeMcpServer,
    http,
    async close() {
      await stopSettling();
      await mcp.close();
      await store.close();
    },
  };
}

function storeGauges({ commitStats }: SqliteStore) {
  const { flushes, jobs, busy } = commitStats;
  return { portal_store_flushes: flushes, portal_store_jobs: jobs, portal_store_busy: busy };
}

/** Takes up payments that a crash or a slow handler left open: at start, then at every interval. */
function settleRegularly(
  { store, ids, desk, clock }: { store: Store; ids: Ids; desk: PaymentDesk; clock: Clock },
  log: Log,
): () => Promise<void> {
  let running = Promise.resolve();
  const settleAll = async () => {
    const settler: Settler = { store, ids, desk, actor: 'portal', now: clock.now() };
    for (const id of await store.listOpenPayments(clock.now() + 1, 100)) await settleOpenPayment(settler, id);
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
