import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Authenticate } from '../calls/authenticate.js';
import type { Invoke } from '../calls/invoke.js';
import type { Tally } from '../calls/tally.js';
import { PortalError } from '../domain/errors/portal-error.js';
import type { Log } from '../log.js';
import type { Tracing } from '../tracing/tracing.js';
import type { Admission } from './admission.js';
import type { BodyBudget } from './body-budget.js';
import { clientOf } from './client.js';
import { headerValues } from './credentials.js';
import { inOrder } from './in-order.js';
import { joinTrace } from './join-trace.js';
import { limitAdmission } from './limit-admission.js';
import { logRequests } from './log-requests.js';
import { type OpenDeps, openRoutes } from './open-routes.js';
import { pace } from './pace.js';
import { probes } from './probes.js';
import { notesOf, sendError } from './reply.js';
import { type RoutedSurface, routeRequests } from './router.js';
import { apiSurface } from './routes.js';

interface HttpDeps extends OpenDeps {
  readonly invoke: Invoke;
  readonly authenticate: Authenticate;
  readonly log: Log;
  /** The surfaces other than `/api`. */
  readonly surfaces: readonly RoutedSurface[];
  /** Express routers for MCP and the pages. */
  readonly routers: readonly RequestHandler[];
  /** Responds with 404 to a browser. */
  readonly sendNotFoundPage: (request: Request, response: Response) => void;
  readonly admission: Admission;
  readonly tracing: Tracing | undefined;
  readonly bodies: BodyBudget;
  /** Reasons for recent rejections, which `/readyz` reports. */
  readonly refusals: Pick<Tally, 'rejectedWithin'>;
  /** Value for Express's `trust proxy`; `undefined` trusts no proxy. */
  readonly trustedProxies: number | readonly string[] | undefined;
}

/** Connects all routes, and adds a single handler for their errors (docs/api.md, HTTP). */
export function httpApp(deps: HttpDeps): Express {
  const { log, operations } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  if (deps.trustedProxies !== undefined) app.set('trust proxy', deps.trustedProxies);
  app.use(
    inOrder([
      logRequests(log, deps.metrics),
      rejectSecondHost,
      probes(deps.store, deps.refusals, deps.checkpoints),
      limitAdmission(deps.admission),
      pace(() => deps.admission.accepted, clientOf),
      ...(deps.tracing ? [joinTrace(deps.tracing)] : []),
      routeRequests([apiSurface(operations, deps), ...deps.surfaces]),
    ]),
  );
  for (const router of deps.routers) app.use(router);
  app.use(openRoutes(deps));
  app.use(() => {
    throw new PortalError('not_found', 'There is no such route; see /openapi.json.');
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) response.destroy();
    else if (isAbsentPage(request, error)) {
      notesOf(request).outcome = 'not_found';
      deps.sendNotFoundPage(request, response);
    } else sendError(request, response, error, log);
  });
  return app;
}

/** True if a browser has requested a page that does not exist. Errors of operations are JSON for every client. */
function isAbsentPage(request: Request, error: unknown): boolean {
  if (!(error instanceof PortalError) || error.code !== 'not_found') return false;
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return notesOf(request).operation === undefined && request.accepts('application/json', 'text/html') === 'text/html';
}

/**
 * Responds with 400 to a request that has several `Host` headers (RFC 9112, 3.2): a proxy may have used another one
 * than the portal would.
 * @throws PortalError `invalid_request`
 */
function rejectSecondHost(request: Request, _response: Response, next: NextFunction): void {
  if (headerValues(request, 'host').length > 1) throw new PortalError('invalid_request', 'Host: must be sent once');
  next();
}
