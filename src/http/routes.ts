import type { Request, Response } from 'express';
import type { Authenticate } from '../calls/authenticate.js';
import type { Operation } from '../calls/define.js';
import { etagOf } from '../calls/etag.js';
import type { HttpBinding } from '../calls/http-binding.js';
import type { Invoke } from '../calls/invoke.js';
import { booleanMembers, numericMembers, requiresMember } from '../calls/json-schema.js';
import type { Slices } from '../calls/slices.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { bodyReader, readOperationJson, readRawBody } from './body.js';
import type { BodyBudget } from './body-budget.js';
import { header, headerValues, readCredentials } from './credentials.js';
import { sendInFormat } from './formats.js';
import { isMalformedPath, MALFORMED_PATH } from './malformed-path.js';
import { notesOf, sendCompressedJson } from './reply.js';
import type { Route, RoutedSurface } from './router.js';

/** Default size limit of a body (docs/api.md, HTTP). */
const BODY_LIMIT_BYTES = 256 * 1024;

interface Bound {
  readonly operation: Operation;
  readonly http: HttpBinding;
}

interface RouteDeps {
  readonly invoke: Invoke;
  readonly authenticate: Authenticate;
  readonly bodies: BodyBudget;
}

type Serve = Route['serve'];

/** Serves the operations below `/api`, and responds with 405 to other methods of their paths. */
export function apiSurface(operations: readonly Operation[], deps: RouteDeps): RoutedSurface {
  const { authenticate } = deps;
  const bound = operations.flatMap((operation) => (operation.http ? [{ operation, http: operation.http }] : []));
  return {
    routes: bound.map((one) => ({
      http: one.http,
      serve: routeHandler(one, deps),
      rejectMethod: (request, response, methods) => rejectMethod(one, deps, request, response, methods),
    })),
    owns: (path) => path.startsWith('/api/'),
    rejectPath: async (request) => {
      await authenticate(readCredentials(request));
      if (isMalformedPath(request)) throw new PortalError('invalid_request', MALFORMED_PATH);
      throw new PortalError('not_found', 'There is no such route; see /openapi.json.');
    },
  };
}

function routeHandler(bound: Bound, { invoke, authenticate, bodies }: RouteDeps): Serve {
  // Created on the first call, because creating all readers at start would take a fifth of the start time.
  let read: InputReader | undefined;
  const { operation, http } = bound;
  return async (request, response, sentParts) => {
    const readInput = (slices: Slices) => {
      read ??= inputReader(bound, bodies);
      return read(slices, request, response, sentParts);
    };
    const { answer, replayed } = await invoke(operation, callOf(request, operation, authenticate, readInput));
    if (answer.version !== undefined) response.setHeader('etag', etagOf(answer.version));
    if (replayed) response.setHeader('idempotent-replayed', 'true');
    notesOf(request).outcome = 'ok';
    const body = answer.httpBody ?? answer.body;
    if (http.compressed) await sendCompressedJson(request, response, body);
    else sendInFormat(request, response, body, http.formats);
  };
}

function callOf(
  request: Request,
  operation: Operation,
  authenticate: Authenticate,
  readInput: (slices: Slices) => Promise<unknown>,
) {
  const notes = notesOf(request);
  notes.operation = operation.name;
  return {
    authenticate: () => authenticate(readCredentials(request)),
    readInput,
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

type InputReader = (slices: Slices, ...call: Parameters<Serve>) => Promise<unknown>;

/** Reads path segments, query and body into one flat input. */
function inputReader({ operation, http }: Bound, bodies: BodyBudget): InputReader {
  const parts = Object.entries(http.parts ?? {});
  const query = new Set(http.query);
  const elsewhere = new Set([...parts.map(([, member]) => member), ...query]);
  const typed = { numeric: numericMembers(operation.input), boolean: booleanMembers(operation.input) };
  const emptyIsObject = !requiresMember(operation.input, elsewhere);
  const readBody = bodyReader(http.bodyLimit ?? BODY_LIMIT_BYTES, bodies);
  const bodyOf = async (request: Request, response: Response, slices: Slices) => {
    const bytes = await readBody(request, response);
    const raw = readRawBody(request, bytes, http);
    if (!raw) return readOperationJson(request, bytes, emptyIsObject, http, slices);
    if (slices.isOver) await slices.next();
    return raw;
  };
  return async (slices, request, response, sentParts) => {
    if (isMalformedPath(request)) throw new PortalError('invalid_request', MALFORMED_PATH);
    const body = http.method === 'get' ? {} : await bodyOf(request, response, slices);
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

/** Converts query values, which are always text, to numbers and booleans. */
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
    if (Object.hasOwn(members, name))
      throw new PortalError('invalid_request', `query parameter "${name}" was sent more than once`);
    members[name] = typedValue(name, value, typed);
  }
  return members;
}

function typedValue(name: string, value: string, { numeric, boolean }: TypedMembers): string | number | boolean {
  if (numeric.has(name) && /^-?\d{1,15}$/.test(value)) return Number(value);
  return boolean.has(name) && /^(true|false)$/.test(value) ? value === 'true' : value;
}

/**
 * Runs like a call of the operation until its input is read, since 401, 403 and 429 take precedence over 405
 * (docs/errors.md).
 */
async function rejectMethod(
  { operation }: Bound,
  { invoke, authenticate }: RouteDeps,
  request: Request,
  response: Response,
  methods: readonly string[],
): Promise<void> {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
  const reject = async () => {
    response.setHeader('allow', allow);
    throw new PortalError('method_not_allowed', `This path allows ${allow}.`);
  };
  await invoke(operation, callOf(request, operation, authenticate, reject));
}
