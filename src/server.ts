import { createServer, type Server } from 'node:http';
import { type Express, type RequestHandler, Router } from 'express';
import type { PortalApp } from './app.js';
import { assertWithinLimit } from './calls/load-limits.js';
import { RateLimit } from './calls/rate-limit.js';
import { type Config, isDatabaseUrl } from './config.js';
import { Admission } from './http/admission.js';
import { httpApp } from './http/app.js';
import { belowPaths } from './http/below-paths.js';
import { bodyReader, parseJsonBody } from './http/body.js';
import { BodyBudget } from './http/body-budget.js';
import { readCredentials, readKey } from './http/credentials.js';
import { demoKeysPage } from './http/demo-keys.js';
import { recordedExamples } from './http/examples.js';
import { makeListener } from './http/listener.js';
import { type MetricsReaders, metricsListener } from './http/metrics-route.js';
import { openLimit } from './http/open-limit.js';
import { paymentEvents } from './http/payment-events.js';
import { notesOf } from './http/reply.js';
import { type CategoriesOf, makeCategoriesOf } from './lists/shop-categories.js';
import { mcpRouter } from './mcp/streamable-http.js';
import type { Streams } from './mcp/streams.js';
import { type MetricSources, Metrics } from './metrics/metrics.js';
import { FullestOrganizations } from './metrics/organization-usage.js';
import { challengeOf } from './oauth/challenge.js';
import { readIssuers } from './oauth/outside/issuer-settings.js';
import { OutsideTokens } from './oauth/outside/outside-tokens.js';
import { oauthRouter } from './oauth/router.js';
import { Tickets } from './oauth/ticket.js';
import { accountRouter } from './pages/account/router.js';
import { deskRouter } from './pages/desk/router.js';
import { demoKeysDocument } from './pages/docs/demo-keys-page.js';
import { sendNotFoundPage } from './pages/error-page.js';
import { grantRouter } from './pages/grant/grant-router.js';
import { sendLogPage } from './pages/log/log-page.js';
import { openPages } from './pages/open-pages.js';
import { passkeyRouter } from './pages/passkeys/router.js';
import { pagesRouter } from './pages/router.js';
import { signInRouter } from './pages/sign-in/router.js';
import { ucpSurface } from './ucp/surface.js';

const MEBIBYTE = 2 ** 20;
/** Maximum size of an MCP request, in bytes. */
const MCP_BODY_LIMIT = MEBIBYTE;
/** Maximum size of a UCP request, in bytes. */
const UCP_BODY_LIMIT = 256 * 1024;
/** Fetches of metadata documents of OAuth clients, from all addresses together. */
const DOCUMENTS = { perSecond: 10, burst: 50 };

/** Limit per network address on requests that begin or finish a sign-in. */
const SIGN_INS = { perSecond: 1 / 30, burst: 30 };
/** Exports and erasures of a person: one a minute, three at once. */
const OWN_DATA = { perSecond: 1 / 60, burst: 3 };
/** Files of items that a person has compared or imported at the desk: six a minute, 20 at once. */
const ITEM_FILES = { perSecond: 1 / 10, burst: 20 };
/** Mails of a shop to people who sign in, to all addresses together: one a second, 100 at once. */
const SHOP_SIGN_INS = { perSecond: 1, burst: 100 };

/**
 * Idle time after which a connection with an unfinished response is closed. Longer than calls wait for payments, and
 * longer than the interval of keepalive frames in MCP streams.
 */
const STALLED_SECONDS = 120;

export interface PortalServer {
  /** The HTTP API, MCP over HTTP, UCP and the buyer's pages, as one Express app. */
  readonly http: Express;
  /** The HTTP server, which does not listen yet. */
  readonly server: Server;
  readonly metrics: Metrics;
  /** Path of the page with the demo's keys; absent without a demo. */
  readonly demoPath: string | undefined;
  /** Server for the metrics port if one is set; it does not listen yet. */
  readonly metricsServer: Server | undefined;
  /** Ends the open MCP streams of all surfaces. */
  close(): Promise<void>;
}

/**
 * Creates the HTTP server of a portal. It is separate from `app.ts`, so that a stdio process need not load it.
 * `keysOfDemo` are shown at `demoPath`.
 */
export function makePortalServer(app: PortalApp, config: Config, keysOfDemo: readonly string[] = []): PortalServer {
  const { portal, invoke, authenticate, handlers, operations, log } = app;
  const { clock, view } = portal;
  const bodies = new BodyBudget(config.maxBodyMib * MEBIBYTE, config, portal.tally);
  const admission = new Admission(config, portal.tally);
  const streams: Streams = {
    most: config.maxStreams,
    open: (request, response) => admission.openStream(request, response),
  };
  const countOpen = openLimit(
    config.rateLimit ? new RateLimit(config.openRate, 3 * config.openRate) : undefined,
    clock,
    portal.tally,
  );
  const ucp = ucpSurface({
    portal,
    invoke,
    authenticate,
    log,
    openLimit: countOpen,
    readBody: bodyReader(UCP_BODY_LIMIT, bodies),
    streams,
    ...app.ucp,
  });
  const outside = outsideTokens(app, config);
  const mcp = mcpEndpoint(app, config, { bodies, streams, outside, hosts: ucp.hosts });
  const metrics = new Metrics({
    ...sourcesOf(app, config),
    load: () => admission.load,
    closed: () => ({ unread: listener.stats.closed, surplus: admission.evicted }),
  });
  const { demoPath, ...docs } = docsPages(app, keysOfDemo);
  const categoriesOf = makeCategoriesOf(portal.store, () => clock.now());
  const pages = { store: portal.store, payments: portal.gateway, clock, links: view.links, invoke, handlers, log };
  const http: Express = httpApp({
    operations,
    ...docs,
    openLimit: countOpen,
    admission,
    tracing: app.tracing,
    bodies,
    refusals: portal.tally,
    trustedProxies: config.trustedProxies,
    handlers,
    store: portal.store,
    invoke,
    authenticate,
    log,
    metrics,
    metricsReaders: readersOf(config),
    ...logDeps(portal, config),
    media: portal.media,
    surfaces: [ucp, paymentEvents({ ...portal, bodies, resolvePayment: app.resolvePayment })],
    routers: [
      // First, since it passes on other paths at once, while Express tries each pattern of the routers below.
      personRouter(app, config, countOpen, categoriesOf),
      mcp.router,
      pagesRouter({ ...pages, publicLogs: config.publicLogs, openLimit: countOpen }),
      ...oauthRouters(app, config, { bodies, openLimit: countOpen, outside, categoriesOf }),
    ],
    sendNotFoundPage,
  });
  const listener = makeListener(http, admission, { ...config, stalledSeconds: STALLED_SECONDS });
  const metricsServer = config.metricsPort === undefined ? undefined : createServer(metricsListener(metrics));
  return {
    http,
    metrics,
    metricsServer,
    server: listener.server,
    demoPath,
    close: () => closeAll(mcp, ucp),
  };
}

/** Dependencies of the public logs and their page. */
function logDeps({ checkpoints, clock }: PortalApp['portal'], { publicLogs }: Config) {
  return { checkpoints, clock, publicLogs, sendLogPage };
}

/** Serves the sign-in, the desk, and the accounts of buyers. */
function personRouter(
  { portal, invoke, log }: PortalApp,
  config: Config,
  countOpen: RequestHandler,
  categoriesOf: CategoriesOf,
): RequestHandler {
  const { store, clock, ids, mail, tally, view, answers, gateway } = portal;
  const limit = config.rateLimit ? new RateLimit(SIGN_INS.perSecond, SIGN_INS.burst) : undefined;
  const deps = {
    ...{ store, clock, ids, invoke, log, view, answers, links: view.links, mailSecret: mail.secret },
    payments: gateway,
    publicUrl: () => view.links.publicUrl(),
    signInLimit: openLimit(limit, clock, tally),
    categoriesOf,
    dataLimit: config.rateLimit ? new RateLimit(OWN_DATA.perSecond, OWN_DATA.burst) : undefined,
    fileLimit: config.rateLimit ? new RateLimit(ITEM_FILES.perSecond, ITEM_FILES.burst) : undefined,
    shopLimit: config.rateLimit ? new RateLimit(SHOP_SIGN_INS.perSecond, SHOP_SIGN_INS.burst) : undefined,
  };
  const router = Router();
  router.use(countOpen, deskRouter(deps), signInRouter(deps), accountRouter(deps), passkeyRouter(deps));
  return belowPaths(['/sign-in', '/desk', '/account', '/passkeys'], router);
}

/** Builds the start page and `/docs`, and the page with the demo's keys. */
function docsPages({ operations, handlers, portal }: PortalApp, keysOfDemo: readonly string[]) {
  const publicUrl = () => portal.view.links.absolute('/').slice(0, -1);
  const demo = demoKeysPage({
    keys: keysOfDemo,
    store: portal.store,
    page: (keys) => demoKeysDocument(operations, publicUrl(), keys),
  });
  return {
    openPages: openPages({ operations, handlers, examples: recordedExamples, publicUrl }),
    demoKeys: demo.handler,
    demoPath: demo.path,
  };
}

interface McpParts {
  readonly bodies: BodyBudget;
  readonly streams: Streams;
  readonly outside: OutsideTokens;
  /** Hosts of the deployments that UCP platforms reach. */
  hosts(): Promise<readonly string[]>;
}

function mcpEndpoint(app: PortalApp, config: Config, { bodies, streams, outside, hosts }: McpParts) {
  const { portal, authenticate, log } = app;
  const readBody = bodyReader(MCP_BODY_LIMIT, bodies);
  return mcpRouter({
    makeServer: app.makeMcpServer,
    callTool: app.callTool,
    async authenticate(request, path) {
      const sent = readCredentials(request);
      if (!config.oauth) return authenticate(sent);
      const grant = sent.key === undefined ? undefined : await outside.findGrant(sent.key, path);
      return authenticate({ ...sent, resource: path, grant });
    },
    challenge: (path, request, status, missingScope) =>
      config.oauth
        ? challengeOf(portal.view.links.publicUrl(), path, {
            ...{ status, missingScope },
            isTokenSent: readKey(request) !== undefined,
          })
        : undefined,
    notesOf,
    assertWithinLimit: (caller) => assertWithinLimit(portal, caller),
    readBody: async (request, response) => parseJsonBody(request, await readBody(request, response), false),
    streams,
    allowedHosts: async () => [...hostnameOf(config.publicUrl), ...config.allowedHosts, ...(await hosts())],
    log,
  });
}

/** Accepts the tokens of the configured outside issuers. @throws ConfigError */
function outsideTokens({ portal, connector }: PortalApp, config: Config): OutsideTokens {
  const { store, clock, ids, quotas, view, outbound } = portal;
  const deps = {
    ...{ store, ids, quotas, connector, outbound, secret: store.secret('oauth'), now: () => clock.now() },
    resources: { store, defaultDeployment: config.oauthDeployment, publicUrl: () => view.links.publicUrl() },
    limit: config.rateLimit ? new RateLimit(DOCUMENTS.perSecond, DOCUMENTS.burst) : undefined,
  };
  return new OutsideTokens(deps, config.oauth ? readIssuers(config.oauthIssuers, outbound) : []);
}

interface OauthParts {
  readonly bodies: BodyBudget;
  readonly openLimit: RequestHandler;
  readonly outside: OutsideTokens;
  readonly categoriesOf: CategoriesOf;
}

/** Creates the routes by which people connect assistants; none unless OAuth is on. */
function oauthRouters(
  { portal, authenticate, connector, ucp }: PortalApp,
  { oauth, oauthDeployment, rateLimit }: Config,
  { bodies, openLimit, outside, categoriesOf }: OauthParts,
): Router[] {
  if (!oauth) return [];
  const { store, clock, ids, view, outbound } = portal;
  const secret = store.secret('oauth');
  const deps = {
    ...{ portal, store, connector, outbound, secret, authenticate, bodies, openLimit, isLimited: rateLimit },
    ...{ tickets: new Tickets(secret), defaultDeployment: oauthDeployment },
    documentLimit: rateLimit ? new RateLimit(DOCUMENTS.perSecond, DOCUMENTS.burst) : undefined,
    publicUrl: () => view.links.publicUrl(),
    findSite: (host: string) => ucp.sites.find(host),
    now: () => clock.now(),
    issuersOf: (deploymentId: string) => outside.issuersOf(deploymentId),
    categoriesOf,
  };
  return [oauthRouter(deps), grantRouter({ store, clock, ids, links: view.links, openLimit })];
}

/** Collects the sources of the metrics, except those that the HTTP server measures. */
function sourcesOf({ store, portal }: PortalApp, config: Config): Omit<MetricSources, 'load' | 'closed'> {
  const fullest = new FullestOrganizations(portal.store, portal.quotas, () => portal.clock.now());
  return {
    tally: portal.tally,
    commits: store.commitStats,
    pool: store.connectionStats && (() => ({ open: 0, waiting: 0, ...store.connectionStats })),
    database: isDatabaseUrl(config.database) ? undefined : config.database,
    outbox: () => outboxAge(portal),
    organizations: () => fullest.found(),
    invalidLogs: () => portal.checkpoints.invalid,
  };
}

async function closeAll(...surfaces: readonly { close(): Promise<void> }[]): Promise<void> {
  await Promise.all(surfaces.map((surface) => surface.close()));
}

function hostnameOf(url: string | undefined): string[] {
  return url === undefined ? [] : [new URL(url).hostname];
}

function readersOf({ metricsPort, publicMetrics }: Config): MetricsReaders {
  if (metricsPort !== undefined) return 'none';
  return publicMetrics ? 'all' : 'this machine';
}

/** Reads the number of waiting deliveries, and the age of the oldest in seconds. */
async function outboxAge({ store, clock }: PortalApp['portal']) {
  const [figures] = (await store.list('outbox_figures', {}, undefined, 1)).entries;
  const since = figures?.since ?? null;
  return { waiting: figures?.waiting ?? 0, oldest: since === null ? 0 : Math.max(0, clock.now() - since) / 1000 };
}
