import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import express, { type Express, type NextFunction, type Request, type Response, type Router } from 'express';
import { PortalError } from '../domain/errors.js';
import type { Log } from '../log.js';
import type { Authenticate } from '../operations/authenticate.js';
import type { Operation } from '../operations/define.js';
import type { Invoke } from '../operations/invoke.js';
import { PACKAGE_ROOT } from '../package-root.js';
import type { PaymentHandler, Store } from '../ports.js';
import { Metrics } from './metrics.js';
import { openApiOf } from './openapi.js';
import { paymentSchemas } from './payment-schemas.js';
import { sendError, sendJson, startNotes } from './reply.js';
import { apiRouter } from './routes.js';

export interface HttpDeps {
  readonly operations: readonly Operation[];
  readonly handlers: readonly PaymentHandler[];
  readonly store: Store;
  readonly invoke: Invoke;
  readonly authenticate: Authenticate;
  readonly log: Log;
  /** False: /metrics answers loopback addresses only. */
  readonly publicMetrics: boolean;
  readonly gauges: () => Readonly<Record<string, number>>;
  /** Routers of the other surfaces: MCP and the buyer's pages. */
  readonly surfaces: readonly Router[];
}

/** Design 4: the routes of the registry, what needs no key, and one way to answer errors. */
export function httpApp(deps: HttpDeps): Express {
  const { log, store, operations } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  const metrics = new Metrics(deps.gauges);
  app.use((request, response, next) => watch(request, response, next, log, metrics));
  app.use(apiRouter(operations, deps.invoke, deps.authenticate));
  for (const surface of deps.surfaces) app.use(surface);
  app.use(openRoutes(deps, metrics));
  app.use(() => {
    throw new PortalError('not_found', 'There is no such route; see /openapi.json.');
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) response.destroy();
    else sendError(request, response, error, log);
  });
  return app;

  function openRoutes({ handlers, publicMetrics }: HttpDeps, counted: Metrics): Router {
    const router = express.Router();
    const openApi = openApiOf(operations);
    router.get('/healthz', (_request, response) => sendJson(response, 200, { status: 'ok' }));
    router.get('/readyz', async (_request, response) => {
      await store.check();
      sendJson(response, 200, { status: 'ready' });
    });
    router.get('/openapi.json', (_request, response) => sendJson(response, 200, openApi));
    router.get('/metrics', (request, response) => {
      if (!publicMetrics && !isLoopback(request.socket.remoteAddress))
        throw new PortalError('not_found', 'There is no such route.');
      response.type('text/plain; version=0.0.4').send(counted.text());
    });
    router.use(paymentSchemas(handlers));
    router.use('/media/demo', express.static(join(PACKAGE_ROOT, 'db', 'demo', 'media'), MEDIA));
    return router;
  }
}

/** Pictures may be opened on their own, and an SVG can hold a script. */
const MEDIA = {
  index: false,
  maxAge: '1h',
  setHeaders: (response: Response) => {
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    response.setHeader('x-content-type-options', 'nosniff');
  },
} as const;

/** Gives each request its id, and logs and counts it when it is over. */
function watch(request: Request, response: Response, next: NextFunction, log: Log, metrics: Metrics): void {
  const started = performance.now();
  const notes = startNotes(request, randomUUID());
  response.setHeader('x-request-id', notes.id);
  response.on('close', () => {
    const milliseconds = performance.now() - started;
    const operation = notes.operation ?? 'none';
    const outcome = notes.outcome ?? (response.statusCode < 400 ? 'ok' : String(response.statusCode));
    metrics.count(operation, outcome, milliseconds);
    const line = { request_id: notes.id, operation, caller: notes.caller, status: response.statusCode, outcome };
    log.info('request', { ...line, ms: Math.round(milliseconds * 10) / 10 });
  });
  next();
}

function isLoopback(address: string | undefined): boolean {
  return (
    address !== undefined && (address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.'))
  );
}
