import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { OPERATIONS } from '../../../src/operations/index.js';
import { neededArgument, neededHeader } from '../../support/needed-key.js';
import { leavesOf, pathText } from './leaves.js';
import { FIELDS, holds, marker } from './markers.js';

type Args = Readonly<Record<string, unknown>>;

export interface Reply {
  readonly code: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form they assert
  readonly data: any;
  /** The whole response. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form they assert
  readonly body: any;
}

/** A client of one surface. The witness records everything that the client receives. */
export interface Speaker {
  readonly name: 'http' | 'mcp';
  call(operation: string, args: Args, more?: { readonly key?: string; readonly ifMatch?: string }): Promise<Reply>;
  close(): Promise<void>;
}

/** Records the responses received over the network, and the calls made. */
export class Witness {
  readonly refusals: string[] = [];
  readonly answers: string[] = [];
  readonly headers: string[] = [];
  /** `surface operation` of every success. */
  readonly succeeded = new Set<string>();
  /** `operation path` of every text that contained a marker. */
  readonly marked = new Set<string>();

  /** A `fetch` that records each response. */
  readonly fetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const response = await fetch(url, { redirect: 'manual', ...init });
    const text = await response.clone().text();
    // A page with a form may show buyers their own input, so it does not count as an error.
    const isForm = text.includes('<form method="post"');
    const refused = (response.status >= 400 && !isForm) || /"isError":true|"error":\{/.test(text);
    (refused ? this.refusals : this.answers).push(text);
    // The content length is skipped, because it could equal a numeric marker.
    for (const [name, value] of response.headers) if (name !== 'content-length') this.headers.push(`${name}: ${value}`);
    return response;
  };

  sent(operation: string, args: Args): void {
    for (const { path, value } of leavesOf(args)) {
      const text = `${operation} ${pathText(path)}`;
      if (!this.marked.has(text) && [...FIELDS.keys()].some((field) => holds(value, field))) this.marked.add(text);
    }
  }
}

export interface Place {
  readonly url: string;
  readonly key: string;
}

export function httpSpeaker(witness: Witness, { url, key }: Place, buyer?: string): Speaker {
  return {
    name: 'http',
    async call(operation, args, more = {}) {
      witness.sent(operation, args);
      const { method, path, body } = requestOf(operation, args);
      const headers: Record<string, string> = {
        'x-api-key': key,
        'user-agent': marker('user agent'),
        ...(buyer !== undefined && { 'x-buyer-id': buyer }),
        ...(more.key === undefined ? neededHeader(operation) : { 'idempotency-key': more.key }),
        ...(more.ifMatch !== undefined && { 'if-match': more.ifMatch }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      };
      const response = await witness.fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
      const answer = JSON.parse(await response.text());
      if (response.ok) witness.succeeded.add(`http ${operation}`);
      return { code: answer.error, data: answer.data, body: answer };
    },
    close: async () => undefined,
  };
}

/** Builds an operation's request from its declaration. */
function requestOf(operation: string, args: Args) {
  const http = OPERATIONS.find(({ name }) => name === operation)?.http;
  if (!http) throw new Error(`${operation} has no route`);
  const rest = { ...args };
  const take = (member: string) => {
    const value = rest[member];
    delete rest[member];
    return encodeURIComponent(String(value));
  };
  const path = http.path.replaceAll(/\{(\w+)\}/g, (_match, part: string) => take(http.parts?.[part] ?? part));
  const query = (http.query ?? []).flatMap((name) => (name in rest ? [`${name}=${take(name)}`] : []));
  const method = http.method.toUpperCase();
  const body = method === 'GET' ? undefined : JSON.stringify(rest);
  return { method, path: query.length > 0 ? `${path}?${query.join('&')}` : path, body };
}

export async function mcpSpeaker(witness: Witness, { url, key }: Place, buyer: string): Promise<Speaker> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { 'x-api-key': key, 'x-buyer-id': buyer, 'user-agent': marker('user agent') };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers },
    fetch: (to, init) => (init?.method === 'POST' ? witness.fetch(to, init) : fetch(to, init)),
  });
  await client.connect(transport);
  return {
    name: 'mcp',
    async call(operation, args, more = {}) {
      witness.sent(operation, args);
      const given = {
        ...args,
        ...(more.key === undefined ? neededArgument(operation) : { idempotency_key: more.key }),
      };
      const result = await client.callTool({ name: operation, arguments: given }).catch(rpcError);
      const body = JSON.parse(textOf(result));
      if (!body.error) witness.succeeded.add(`mcp ${operation}`);
      return { code: body.error, data: body.data, body };
    },
    close: () => client.close(),
  };
}

/** Stands for a protocol error, such as an internal fault. The witness has already recorded its text. */
function rpcError() {
  return { content: [{ type: 'text', text: '{"error":"rpc"}' }] };
}

function textOf({ content }: { readonly content?: unknown }): string {
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  return typeof first === 'object' && first !== null ? String(Reflect.get(first, 'text')) : '{}';
}
