import type { Request, RequestHandler, Response } from 'express';
import type { Authenticate } from '../calls/authenticate.js';
import type { Operation } from '../calls/define.js';
import { etagOf } from '../calls/etag.js';
import type { HttpBinding } from '../calls/http-binding.js';
import type { Invoke } from '../calls/invoke.js';
import { booleanMembers, numericMembers, requiresMember } from '../calls/json-schema.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { bodyReader, jsonOf, rawBodyOf } from './body.js';
import type { BodyBudget } from './body-budget.js';
import { credentialsOf, header, headerValues } from './credentials.js';
import { sendInFormat } from './formats.js';
import { isMalformedPath, MALFORMED_PATH, markMalformedPath } from './malformed-path.js';
import { methodsAt } from './path-methods.js';
import { notesOf } from './reply.js';
import { RouteTable } from './route-table.js';

/** Limit of a body, unless its operation has another one (docs/api.md, HTTP). Bytes. */
const BODY_LIMIT = 256 * 1024;

interface Bound {
  readonly operation: Operation;
  readonly http: HttpBinding;
}

interface RouteDeps {
  readonly invoke: Invoke;
  readonly authenticate: Authenticate;
  readonly bodies: BodyBudget;
}

type Answer = (request: Request, response: Response, parts: Readonly<Record<string, string>>) => Promise<void>;

/**
 * One middleware for all routes of the registry, with a 405 for other methods of their paths: express would try its routes
 * one after the other, each with a pattern.
 */
export function apiRoutes(
  operations: readonly Operation[],
  { invoke, authenticate, bodies }: RouteDeps,
): RequestHandler {
  const bound = operations.flatMap((operation) => (operation.http ? [{ operation, http: operation.http }] : []));
  const table = new RouteTable(
    bound.map((one) => ({ ...one, answer: routeHandler(one, { invoke, authenticate, bodies }) })),
  );
  const refuse = methodRefusal(bound, invoke, authenticate);
  return async (request, response, next) => {
    markMalformedPath(request);
    const found = table.find(request.path, request.method);
    if (found) notesOf(request).route = found.anyRoute.http.path;
    if (found?.route) return found.route.answer(request, response, found.parts);
    if (found) return refuse(found.anyRoute, request, response);
    if (!request.path.startsWith('/api/')) return next();
    await authenticate(credentialsOf(request));
    if (isMalformedPath(request)) throw new PortalError('invalid_request', MALFORMED_PATH);
    throw new PortalError('not_found', 'There is no such route; see /openapi.json.');
  };
}

function routeHandler(bound: Bound, { invoke, authenticate, bodies }: RouteDeps): Answer {
  // Created when the route is first called: for all routes it would take a fifth of the start.
  let read: InputReader | undefined;
  const { operation, http } = bound;
  return async (request, response, sentParts) => {
    const { answer, replayed } = await invoke(operation, {
      ...callOf(request, operation, authenticate),
      readInput: () => {
        read ??= inputReader(bound, bodies);
        return read(request, response, sentParts);
      },
    });
    if (answer.version !== undefined) response.setHeader('etag', etagOf(answer.version));
    if (replayed) response.setHeader('idempotent-replayed', 'true');
    notesOf(request).outcome = 'ok';
    sendInFormat(request, response, answer.httpBody ?? answer.body, http.formats);
  };
}

function callOf(request: Request, operation: Operation, authenticate: Authenticate) {
  const notes = notesOf(request);
  notes.operation = operation.name;
  return {
    authenticate: () => authenticate(credentialsOf(request)),
    idempotency: { name: 'Idempotency-Key', keys: headerValues(request, 'idempotency-key') },
    ifMatch: header(request, 'if-match'),
    acceptLanguage: header(request, 'accept-language'),
    dryRun: request.method === 'HEAD',
    isGone: () => request.socket.destroyed,
    onCaller: ({ id }: { readonly id: string }) => {
      notes.caller = id;
    },
  };
}

type InputReader = (...call: Parameters<Answer>) => Promise<unknown>;

/** Path parts, query and body as the one flat input of the operation. */
function inputReader({ operation, http }: Bound, bodies: BodyBudget): InputReader {
  const parts = Object.entries(http.parts ?? {});
  const query = new Set(http.query);
  const elsewhere = new Set([...parts.map(([, member]) => member), ...query]);
  const typed = { numeric: numericMembers(operation.input), boolean: booleanMembers(operation.input) };
  const emptyIsObject = !requiresMember(operation.input, elsewhere);
  const readBody = bodyReader(http.bodyLimit ?? BODY_LIMIT, bodies);
  const bodyOf = async (request: Request, response: Response) => {
    const bytes = await readBody(request, response);
    return rawBodyOf(request, bytes, http) ?? jsonOf(request, bytes, emptyIsObject, http);
  };
  return async (request, response, sentParts) => {
    if (isMalformedPath(request)) throw new PortalError('invalid_request', MALFORMED_PATH);
    const body = http.method === 'get' ? {} : await bodyOf(request, response);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new PortalError('invalid_request', 'The body must be a JSON object.');
    }
    const misplaced = Object.keys(body).find((member) => elsewhere.has(member));
    if (misplaced !== undefined) throw new PortalError('invalid_request', `unknown member "${misplaced}"`);
    const fromPath = parts.map(([part, member]) => [member, sentParts[part]]);
    return { ...body, ...queryMembers(request, query, typed), ...Object.fromEntries(fromPath) };
  };
}

interface TypedMembers {
  readonly numeric: ReadonlySet<string>;
  readonly boolean: ReadonlySet<string>;
}

/** Only query values are always text, so only they are turned into numbers and booleans. */
function queryMembers(request: Request, known: ReadonlySet<string>, typed: TypedMembers) {
  const start = request.url.indexOf('?');
  if (start < 0) return {};
  const given = new URLSearchParams(request.url.slice(start));
  const members: Record<string, string | number | boolean> = {};
  for (const [name, value] of given) {
    if (!known.has(name))
      throw new PortalError(
        'invalid_request',
        `unknown query parameter "${name.replace(/[^\x20-\x7e]/g, '?').slice(0, 60)}"`,
      );
    if (Object.hasOwn(members, name)) throw new PortalError('invalid_request', `${name}: send it once`);
    members[name] = typedValue(name, value, typed);
  }
  return members;
}

function typedValue(name: string, value: string, { numeric, boolean }: TypedMembers): string | number | boolean {
  if (numeric.has(name) && /^-?\d{1,15}$/.test(value)) return Number(value);
  return boolean.has(name) && /^(true|false)$/.test(value) ? value === 'true' : value;
}

/** 405 comes after 401, 403 and 429, so it goes the same way as an allowed call of the path (docs/errors.md). */
function methodRefusal(all: readonly Bound[], invoke: Invoke, authenticate: Authenticate) {
  return async ({ operation, http }: Bound, request: Request, response: Response): Promise<void> => {
    const methods = methodsAt(http.path, all);
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
    await invoke(operation, {
      ...callOf(request, operation, authenticate),
      readInput: async () => {
        response.setHeader('allow', allow);
        throw new PortalError('method_not_allowed', `This path allows ${allow}.`);
      },
    });
  };
}
