import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { operations } from '../contract/portal-api.js';
import { fetchBySend } from './http-client.js';
import { neededArgument, neededHeader } from './needed-key.js';
import { NO_LOAD_LIMITS } from './no-load-limits.js';
import { request } from './portal.js';
import { environmentOf } from './postgres-of-path.js';
import { StdioHere } from './stdio-here.js';
import { isErrorResult, isStructured, parseToolResult } from './tool-result.js';

/** Outcome of an operation, in a form that does not depend on the surface. */
export interface Outcome {
  /** The success body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form they assert
  readonly body?: any;
  readonly error?: string;
  readonly detail?: string;
}

/** One way to reach a portal. */
export interface Surface {
  readonly name: string;
  call(operation: string, args: Readonly<Record<string, unknown>>): Promise<Outcome>;
  close(): Promise<void>;
}

export interface Target {
  readonly url: string;
  readonly database: string;
  readonly key: string;
  /** Buyer on whose behalf the calls are made. */
  readonly buyer?: string;
}

export const SURFACES = [
  'http',
  'mcp 2.x http',
  'mcp 2.x http legacy era',
  'mcp 2.x stdio',
  'mcp 1.x http',
  'mcp 1.x stdio',
] as const;
export type SurfaceName = (typeof SURFACES)[number];

export async function openSurface(name: SurfaceName, target: Target): Promise<Surface> {
  if (name === 'http') return httpSurface(target);
  const client = await connected(name, target);
  return {
    name,
    call: async (operation, args) =>
      outcomeOf(await client.callTool({ name: operation, arguments: { ...neededArgument(operation), ...args } })),
    close: () => client.close(),
  };
}

async function connected(name: Exclude<SurfaceName, 'http'>, target: Target) {
  const info = { name: 'test', version: '1.0.0' };
  const url = new URL('/mcp', target.url);
  const options = {
    fetch: fetchBySend,
    requestInit: { headers: { 'x-api-key': target.key, ...(target.buyer && { 'x-buyer-id': target.buyer }) } },
  };
  if (name === 'mcp 1.x http' || name === 'mcp 1.x stdio') {
    const client = new OldClient(info);
    await client.connect(name === 'mcp 1.x http' ? new OldHttpTransport(url, options) : stdio(target));
    return client;
  }
  const client = new Client(info, {
    versionNegotiation: { mode: name === 'mcp 2.x http legacy era' ? 'legacy' : 'auto' },
  });
  await client.connect(name === 'mcp 2.x stdio' ? stdio(target) : new StreamableHTTPClientTransport(url, options));
  return client;
}

function stdio(target: Target) {
  return new StdioHere({
    ...environmentOf(target.database),
    PORTAL_API_KEY: target.key,
    PORTAL_PUBLIC_URL: target.url,
    ...NO_LOAD_LIMITS,
    ...(target.buyer && { PORTAL_BUYER_ID: target.buyer }),
  });
}

/** Parses a text-only tool result. */
function outcomeOf(result: unknown): Outcome {
  if (isStructured(result)) throw new Error('a result has structured content that nobody asked for');
  const said = parseToolResult(result);
  if (!isErrorResult(result)) return { body: said };
  const { error, detail, next, ...rest } = asObject(said);
  if (typeof next !== 'string' || Object.keys(rest).length > 0)
    throw new Error(`not an error of ours: ${JSON.stringify(said)}`);
  return { error: String(error), detail: String(detail) };
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return { ...value };
  throw new Error('not an object');
}

function httpSurface(target: Target): Surface {
  return {
    name: 'http',
    async call(operation, args) {
      const { method, path, body } = httpRequest(operation, args);
      const headers = { ...neededHeader(operation), ...(target.buyer && { 'x-buyer-id': target.buyer }) };
      const { status, json } = await request(target.url, target.key, method, path, { headers, ...(body && { body }) });
      if (status === 200) return { body: json };
      const { error, detail, ...rest } = json;
      if (Object.keys(rest).length > 0) throw new Error(`not an error body: ${JSON.stringify(json)}`);
      return { error, detail };
    },
    close: async () => undefined,
  };
}

/** Arguments that can fill a path's `{id}`. `item_id` is last: in a path with both ids, `{id}` is the shop's id. */
const ID_MEMBERS = [
  ...['signing_key_id', 'receipt_id', 'checkout_id', 'order_id', 'shop_id'],
  ...['consumer_id', 'agent_id', 'key_id', 'item_id'],
];

/** Builds the path, query and body of an HTTP request from flat arguments, using the handwritten route table. */
export function httpRequest(operation: string, args: Readonly<Record<string, unknown>>) {
  const route = operations.find(({ name }) => name === operation);
  if (!route) throw new Error(`no route for ${operation}`);
  const rest = { ...args };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match: string, part: string) => {
    const named = part === 'lineId' ? 'line_item_id' : part;
    const member = named === 'id' ? ID_MEMBERS.find((name) => name in rest) : named;
    const value = member === undefined ? '' : rest[member];
    if (member !== undefined) delete rest[member];
    return encodeURIComponent(String(value));
  });
  if (route.method !== 'GET')
    return {
      method: route.method,
      path,
      body: route.method === 'DELETE' && Object.keys(rest).length === 0 ? undefined : rest,
    };
  const query = new URLSearchParams(
    Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { method: 'GET', path: query.size > 0 ? `${path}?${query}` : path, body: undefined };
}
