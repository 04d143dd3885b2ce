import type { Request, RequestHandler } from 'express';
import type { Authenticate } from '../calls/authenticate.js';
import type { Invoke } from '../calls/invoke.js';
import type { Portal } from '../calls/portal.js';
import { required } from '../domain/values/required.js';
import type { bodyReader } from '../http/body.js';
import type { Route, RoutedSurface } from '../http/router.js';
import type { Log } from '../log.js';
import type { Streams } from '../mcp/streams.js';
import { schemaRoutes } from './extensions/schema-routes.js';
import { mcpRoutes } from './mcp/routes.js';
import { UCP_OPERATIONS } from './operations/index.js';
import { makeIdentify } from './platforms/callers.js';
import { rejectPath, restRoutes } from './rest/routes.js';
import { profileRoutes } from './site/profile-routes.js';
import type { SendDocument } from './site/site-document.js';
import { VERSIONS } from './versions/index.js';
import type { UcpParts } from './webhooks/event-parts.js';

interface UcpDeps extends UcpParts {
  readonly portal: Portal;
  readonly invoke: Invoke;
  readonly authenticate: Authenticate;
  readonly log: Log;
  /** Per-address rate limit of requests without a key. */
  readonly openLimit: RequestHandler;
  readonly readBody: ReturnType<typeof bodyReader>;
  readonly streams: Streams;
}

interface UcpSurface extends RoutedSurface {
  /** Host names of the deployments served over UCP. */
  hosts(): Promise<readonly string[]>;
  /** Closes open MCP streams. */
  close(): Promise<void>;
}

/** The surface through which UCP platforms call the portal (docs/ucp.md). */
export function ucpSurface(deps: UcpDeps): UcpSurface {
  const { portal, invoke, authenticate, log, openLimit, readBody, streams, sites, profiles } = deps;
  const { store, clock, gateway, outbound } = portal;
  const documents = [...profileRoutes({ sites, store, clock, gateway, versions: VERSIONS }), ...schemaRoutes(sites)];
  const binding = {
    operations: UCP_OPERATIONS,
    versions: VERSIONS,
    linksAccounts: sites.linksAccounts,
    identify: makeIdentify({ authenticate, profiles, sites, clock, ...outbound }),
    invoke,
    readBody,
    streams,
    countOpen: (request: Request) => countNow(openLimit, request),
    clock,
    log,
  };
  const mcp = mcpRoutes(binding);
  return {
    routes: [
      ...restRoutes(binding),
      ...mcp.routes,
      ...documents.map((document) => documentRoute(openLimit, ...document)),
    ],
    owns: (path) => path === '/ucp' || path.startsWith('/ucp/'),
    rejectPath: (request, response) => rejectPath(binding, request, response),
    hosts: () => sites.hosts(),
    close: mcp.close,
  };
}

function documentRoute(openLimit: RequestHandler, path: string, send: SendDocument): Route {
  return {
    http: { method: 'get', path },
    serve: (request, response) => {
      countNow(openLimit, request);
      return send(request, response);
    },
  };
}

/**
 * Applies a rate limit outside the middleware chain of express.
 * @throws PortalError `rate_limited`
 */
function countNow(limit: RequestHandler, request: Request): void {
  limit(request, required(request.res, 'response'), () => undefined);
}
