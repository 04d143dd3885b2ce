import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { PortalError } from '../../domain/errors/portal-error.js';
import { once } from '../../domain/values/once.js';
import { parseJsonBody } from '../../http/body.js';
import { header, headerValues } from '../../http/credentials.js';
import type { Route } from '../../http/router.js';
import { type BindingDeps, callOperation, sendAnswer } from '../call-operation.js';
import { listOperations } from '../operations/index.js';
import type { UcpOperation } from '../operations/ucp-operation.js';
import { parseProfileUrl } from '../platforms/agent-header.js';
import { endpointPath } from '../site/published.js';
import type { ProtocolVersion } from '../versions/version.js';
import { sendRefusal } from './refusal.js';

interface BoundOperation {
  readonly http: { readonly method: UcpOperation['rest']['method']; readonly path: string };
  readonly version: ProtocolVersion;
  readonly operation: UcpOperation;
}

/** REST routes of all versions, below `/ucp`. Each route is derived from its operation's declaration. */
export function restRoutes(deps: BindingDeps): Route[] {
  const { operations, versions } = deps;
  const bound = versions.flatMap((version) =>
    listOperations(version, operations).map((operation): BoundOperation => {
      const { method, path } = operation.rest;
      return { http: { method, path: `${endpointPath(version.date)}${path}` }, version, operation };
    }),
  );
  return bound.map((one) => ({
    http: one.http,
    serve: (request, response, { id = '' }) =>
      orRefusal(deps, request, response, () => answer(deps, one, request, response, id)),
    rejectMethod: (request, response, methods) =>
      orRefusal(deps, request, response, () => {
        deps.countOpen(request);
        throw new PortalError('not_found', `This path allows ${methods.join(', ')}.`);
      }),
  }));
}

/** Rejects a path below `/ucp` that has no route. */
export function rejectPath(deps: BindingDeps, request: Request, response: Response): Promise<void> {
  return orRefusal(deps, request, response, () => {
    deps.countOpen(request);
    throw new PortalError('not_found', 'There is no such route; /.well-known/ucp names the endpoints.');
  });
}

/** Runs `serve`; an error is sent in the form of the called endpoint's version. */
async function orRefusal(
  { versions, log }: BindingDeps,
  request: Request,
  response: Response,
  serve: () => Promise<void> | void,
): Promise<void> {
  try {
    await serve();
  } catch (error) {
    const version = versions.find(({ date }) => request.path.startsWith(`${endpointPath(date)}/`));
    if (response.headersSent) response.destroy();
    else sendRefusal(request, response, error, version, log);
  }
}

async function answer(deps: BindingDeps, route: BoundOperation, request: Request, response: Response, id: string) {
  const { operation, version, http } = route;
  const body = once(async () => (http.method === 'get' ? Buffer.alloc(0) : deps.readBody(request, response)));
  const reply = await callOperation(deps, {
    operation,
    version,
    request,
    profile: () => parseProfileUrl(header(request, 'ucp-agent')),
    countOpen: () => deps.countOpen(request),
    body,
    input: (bytes) => ({ id, ...inputOf(route, request, bytes) }),
    idempotency: { name: 'Idempotency-Key', keys: headerValues(request, 'idempotency-key') },
  });
  const { body: answered } = reply.answer;
  sendAnswer(deps, response, statusOf(operation, answered), answered, reply);
}

/** Input of an operation. Its digest covers the bytes as received. */
function inputOf({ http }: BoundOperation, request: Request, bytes: Buffer) {
  const digest = () => createHash('sha256').update(bytes).digest('hex');
  if (http.method === 'get') return { body: undefined, digest };
  return { body: bytes.length === 0 ? undefined : parseJsonBody(request, bytes, false), digest };
}

/** Returns the status that the operation declares if the body has the id of a created resource, otherwise 200. */
function statusOf({ rest }: UcpOperation, body: unknown): number {
  return rest.status !== undefined && isCreated(body) ? rest.status : 200;
}

function isCreated(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'id' in body;
}
