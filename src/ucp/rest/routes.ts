import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Invoke } from '../../calls/invoke.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { requestedHost } from '../../http/address.js';
import type { bodyReader } from '../../http/body.js';
import { jsonOf } from '../../http/body.js';
import { credentialsOf, header, headerValues } from '../../http/credentials.js';
import { notesOf, sendJson } from '../../http/reply.js';
import { RouteTable } from '../../http/route-table.js';
import type { Log } from '../../log.js';
import type { UcpOperation } from '../operations/ucp-operation.js';
import type { Identify } from '../platforms/callers.js';
import type { Session } from '../session.js';
import { endpointPath } from '../site/business-profile.js';
import type { ProtocolVersion } from '../versions/version.js';
import { CapabilitiesIncompatible } from './incompatible.js';
import { sendRefusal } from './refusal.js';

export interface RestDeps {
  readonly operations: readonly UcpOperation[];
  readonly versions: readonly ProtocolVersion[];
  readonly identify: Identify;
  readonly invoke: Invoke;
  readonly readBody: ReturnType<typeof bodyReader>;
  /** Counts a request of an address that proves nothing. @throws PortalError `rate_limited` */
  countOpen(request: Request): void;
  readonly log: Log;
}

interface Route {
  readonly http: { readonly method: UcpOperation['rest']['method']; readonly path: string };
  readonly version: ProtocolVersion;
  readonly operation: UcpOperation;
}

/** The operations of all versions over REST, below `/ucp`; each route is derived from its declaration. */
export function restRoutes(deps: RestDeps): RequestHandler {
  const { operations, versions, log } = deps;
  const routes = versions.flatMap((version) =>
    operations.map((operation): Route => {
      const { method, path } = operation.rest;
      return { http: { method, path: `${endpointPath(version.date)}${path}` }, version, operation };
    }),
  );
  const table = new RouteTable(routes);
  return async (request, response, next) => {
    if (!/^\/ucp(\/|$)/.test(request.path)) return next();
    const version = versions.find(({ date }) => request.path.startsWith(`${endpointPath(date)}/`));
    try {
      const found = table.find(request.path, request.method);
      if (!found?.route) deps.countOpen(request);
      if (!found) throw new PortalError('not_found', 'There is no such route; /.well-known/ucp names the endpoints.');
      notesOf(request).route = found.anyRoute.http.path;
      if (!found.route)
        throw new PortalError('not_found', `This path takes ${found.anyRoute.http.method.toUpperCase()}.`);
      await answer(deps, found.route, request, response, found.parts.id ?? '');
    } catch (error) {
      if (response.headersSent) response.destroy();
      else sendRefusal(request, response, error, version?.date, log);
    }
  };
}

async function answer(deps: RestDeps, route: Route, request: Request, response: Response, id: string): Promise<void> {
  const { operation } = route;
  const notes = notesOf(request);
  notes.operation = operation.operation.name;
  let session: Session | undefined;
  const reply = await deps.invoke(operation.operation, {
    authenticate: async () => {
      const identified = await identify(deps, route, request);
      session = identified.session;
      if (session.active.has(operation.capability)) return identified.caller;
      throw new CapabilitiesIncompatible(
        `This operation needs ${operation.capability}, which your profile does not have.`,
      );
    },
    readInput: async () => {
      if (!session) throw new Error('the call was not identified');
      return operation.input({ session, id, ...(await bodyOf(deps, route, request, response)) });
    },
    idempotency: { name: 'Idempotency-Key', keys: headerValues(request, 'idempotency-key') },
    acceptLanguage: header(request, 'accept-language'),
    dryRun: request.method === 'HEAD',
    isGone: () => request.socket.destroyed,
    onCaller: (caller) => {
      notes.caller = caller.id;
    },
  });
  if (reply.replayed) response.setHeader('idempotent-replayed', 'true');
  notes.outcome = 'ok';
  sendJson(response, statusOf(operation, reply.answer.body), reply.answer.body);
}

function identify({ identify, countOpen }: RestDeps, { version }: Route, request: Request) {
  return identify({
    host: requestedHost(request),
    version,
    agent: header(request, 'ucp-agent'),
    credentials: { ...credentialsOf(request), buyerId: undefined },
    countOpen: () => countOpen(request),
  });
}

/** The body, and the hash of its bytes as they came. */
async function bodyOf({ readBody }: RestDeps, { http }: Route, request: Request, response: Response) {
  if (http.method === 'get') return { body: undefined, digest: '' };
  const bytes = await readBody(request, response);
  const digest = createHash('sha256').update(bytes).digest('hex');
  return { body: bytes.length === 0 ? undefined : jsonOf(request, bytes, false), digest };
}

/** A new resource has its own status; where none could be created, the answer is an outcome. */
function statusOf({ rest }: UcpOperation, body: unknown): number {
  return rest.status !== undefined && isCreated(body) ? rest.status : 200;
}

function isCreated(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'id' in body;
}
