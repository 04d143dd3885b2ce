import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { PortalError } from '../../domain/errors/portal-error.js';
import { once } from '../../domain/values/once.js';
import { jsonOf } from '../../http/body.js';
import { header, headerValues } from '../../http/credentials.js';
import { notesOf } from '../../http/reply.js';
import { RouteTable } from '../../http/route-table.js';
import { type BindingDeps, callOperation, sendAnswer } from '../call-operation.js';
import { operationsOf } from '../operations/index.js';
import type { UcpOperation } from '../operations/ucp-operation.js';
import { profileIn } from '../platforms/agent-header.js';
import { endpointPath } from '../site/published.js';
import type { ProtocolVersion } from '../versions/version.js';
import { sendRefusal } from './refusal.js';

interface Route {
  readonly http: { readonly method: UcpOperation['rest']['method']; readonly path: string };
  readonly version: ProtocolVersion;
  readonly operation: UcpOperation;
}

/** The operations of all versions over REST, below `/ucp`; each route is derived from its declaration. */
export function restRoutes(deps: BindingDeps): RequestHandler {
  const { operations, versions } = deps;
  const routes = versions.flatMap((version) =>
    operationsOf(version, operations).map((operation): Route => {
      const { method, path } = operation.rest;
      return { http: { method, path: `${endpointPath(version.date)}${path}` }, version, operation };
    }),
  );
  const table = new RouteTable(routes);
  return orRefusal(deps, async (request, response, next) => {
    if (!isBelowUcp(request)) return next();
    const found = table.find(request.path, request.method);
    if (!found) return next();
    notesOf(request).route = found.anyRoute.http.path;
    if (!found.route) {
      deps.countOpen(request);
      throw new PortalError('not_found', `This path takes ${found.anyRoute.http.method.toUpperCase()}.`);
    }
    await answer(deps, found.route, request, response, found.parts.id ?? '');
  });
}

/** Answers for the paths below `/ucp` that no binding has. */
export function unknownRoute(deps: BindingDeps): RequestHandler {
  return orRefusal(deps, async (request, _response, next) => {
    if (!isBelowUcp(request)) return next();
    deps.countOpen(request);
    throw new PortalError('not_found', 'There is no such route; /.well-known/ucp names the endpoints.');
  });
}

const isBelowUcp = ({ path }: Request) => path.startsWith('/ucp/') || path === '/ucp';

/** What a handler throws is answered in the form of the version whose endpoint was called. */
function orRefusal({ versions, log }: BindingDeps, handler: (...of: Parameters<RequestHandler>) => Promise<void>) {
  return async (...[request, response, next]: Parameters<RequestHandler>) => {
    try {
      await handler(request, response, next);
    } catch (error) {
      const version = versions.find(({ date }) => request.path.startsWith(`${endpointPath(date)}/`));
      if (response.headersSent) response.destroy();
      else sendRefusal(request, response, error, version, log);
    }
  };
}

async function answer(deps: BindingDeps, route: Route, request: Request, response: Response, id: string) {
  const { operation, version, http } = route;
  const body = once(async () => (http.method === 'get' ? Buffer.alloc(0) : deps.readBody(request, response)));
  const reply = await callOperation(deps, {
    operation,
    version,
    request,
    profile: () => profileIn(header(request, 'ucp-agent')),
    countOpen: () => deps.countOpen(request),
    body,
    input: (bytes) => ({ id, ...inputOf(route, request, bytes) }),
    idempotency: { name: 'Idempotency-Key', keys: headerValues(request, 'idempotency-key') },
  });
  const { body: answered } = reply.answer;
  sendAnswer(deps, response, statusOf(operation, answered), answered, reply);
}

/** The body, and the hash of its bytes as they came. */
function inputOf({ http }: Route, request: Request, bytes: Buffer) {
  const digest = () => createHash('sha256').update(bytes).digest('hex');
  if (http.method === 'get') return { body: undefined, digest };
  return { body: bytes.length === 0 ? undefined : jsonOf(request, bytes, false), digest };
}

/** A new resource has its own status; where none could be created, the answer is an outcome. */
function statusOf({ rest }: UcpOperation, body: unknown): number {
  return rest.status !== undefined && isCreated(body) ? rest.status : 200;
}

function isCreated(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'id' in body;
}
