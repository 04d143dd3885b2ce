import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { promptsFor } from '../../src/mcp/prompts.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import type { Known } from './fuzz-known.js';
import type { Schema, Values } from './fuzz-values.js';
import { MCP_HEADERS, promptMessage, toolMessage } from './mcp-message.js';
import type { Random } from './random.js';

export const HOWS = ['valid', 'mutated', 'broken'] as const;
/** A valid call, a call with changed values, or a call whose path, method, headers or message may be malformed. */
export type How = (typeof HOWS)[number];

/** A request, ready to send. */
export interface FuzzCall {
  readonly how: How;
  /** Name of the call in fault reports. */
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema?: Schema; readonly example?: unknown } | undefined;
}

interface Tool {
  readonly name: string;
  readonly inputSchema: Schema;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, NonNullable<Route['body']>>> };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const ROUTES = routesOf(JSON.parse(builtText('openapi.json')));
const TOOLS: readonly Tool[] = JSON.parse(builtText('tools.json'));

/** Share of messages that get a prompt. */
const PROMPT_SHARE = 0.1;
const PROMPTS: readonly Tool[] = promptsFor(new Set(['commerce', 'receipts:write'])).map(
  ({ name, arguments: declared = [] }) => ({
    name,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(declared.map((argument) => [argument.name, { type: 'string', minLength: 1 }])),
      required: declared.filter(({ required }) => required).map((argument) => argument.name),
    },
  }),
);

function builtText(name: string): string {
  return readFileSync(join(PACKAGE_ROOT, 'dist', name), 'utf8');
}

function routesOf({ paths }: OpenApi): readonly Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, { parameters = [], requestBody }]) => ({
        ...{ method, path, parameters },
        body: requestBody?.content['application/json'],
      })),
  );
}

/** API keys for the calls. */
export interface FuzzKeys {
  readonly shopping: readonly string[];
  readonly managing: string;
}

/** Generates calls from the built OpenAPI document and the list of tools. */
export class Calls {
  private readonly random: Random;
  private readonly known: Known;
  private readonly values: Values;
  private readonly keys: FuzzKeys;

  constructor(random: Random, known: Known, values: Values, keys: FuzzKeys) {
    this.random = random;
    this.known = known;
    this.values = values;
    this.keys = keys;
  }

  /** Generates a call of an HTTP route. */
  overHttp(how: How): FuzzCall {
    const route = this.random.of(ROUTES);
    const path = how === 'broken' && this.random.chance(0.2) ? this.brokenPath(route) : this.pathOf(route, how);
    const headers = { 'x-api-key': this.keyFor(route.path), ...this.extraHeaders(how) };
    const method =
      how === 'broken' && this.random.chance(0.1) ? this.random.of(['PUT', 'OPTIONS', 'TRACE']) : route.method;
    const call = { how, what: `${route.method} ${route.path}`, method: method.toUpperCase(), path, headers };
    if (route.body === undefined) return call;
    const { example, schema = {} } = route.body;
    const valid = example !== undefined && this.random.chance(0.3) ? example : this.values.valid(schema);
    return { ...call, ...this.bodied(how, how === 'mutated' ? this.values.mutated(valid) : valid, headers) };
  }

  /** Generates a call of a tool or prompt over HTTP. */
  overMcp(how: How): FuzzCall {
    const { message, what } = this.mcpMessage(how);
    const headers = { ...MCP_HEADERS, 'x-api-key': this.keyForTool(), ...this.extraHeaders('valid') };
    return { how, what, method: 'POST', path: '/mcp', ...this.bodied(how, message, headers) };
  }

  /** Generates a message that calls a tool or gets a prompt. */
  mcpMessage(how: How, id = 1): { readonly what: string; readonly message: object } {
    const isPrompt = this.random.chance(PROMPT_SHARE);
    const { name, inputSchema } = this.random.of(isPrompt ? PROMPTS : TOOLS);
    const what = `${isPrompt ? 'prompt' : 'tool'} ${name}`;
    const valid = this.values.valid(inputSchema);
    const args = how === 'valid' ? valid : this.values.mutated(valid);
    const message = isPrompt ? promptMessage(id, name, args) : toolMessage(id, name, args);
    if (how !== 'broken' || this.random.chance(0.5)) return { what, message };
    const broken = this.values.mutated(message);
    return { what, message: typeof broken === 'object' && broken !== null ? broken : { jsonrpc: '2.0', id, broken } };
  }

  private pathOf({ path, parameters }: Route, how: How): string {
    const query = new URLSearchParams();
    let before = '';
    const parts = path.split('/').map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) {
        before = part;
        return part;
      }
      return encodeURIComponent(this.parameter(how, name === 'id' ? before : name, parameters, name));
    });
    for (const one of parameters)
      if (one.in === 'query' && (one.required || this.random.chance(0.3)))
        query.append(one.name, this.parameter(how, one.name, parameters, one.name));
    return `${parts.join('/')}${query.size > 0 ? `?${query}` : ''}`;
  }

  private parameter(how: How, kind: string, parameters: readonly Parameter[], name: string): string {
    const { schema = {}, example } = parameters.find((one) => one.name === name) ?? {};
    const { random } = this;
    if (how === 'mutated' && random.chance(0.2)) return this.values.wrongText();
    const known = random.chance(0.9) ? this.known.of(kind) : undefined;
    return known ?? (random.chance(0.5) ? String(example ?? 'x') : String(this.values.valid(schema, name)));
  }

  private brokenPath({ path }: Route): string {
    const { random } = this;
    const odd = random.of(['%', '%zz', '%00', '%c3%28', '..%2f..%2f', '%2e%2e', 'a'.repeat(8_000), '//', '%ff%fe']);
    return `${path.replaceAll(/\{\w+\}/g, odd)}${random.chance(0.5) ? `?${odd}=${odd}&&limit=1&limit=2` : ''}`;
  }

  private keyFor(path: string): string {
    const { random, keys } = this;
    if (random.chance(0.03)) return random.of(['', 'x', `dk_${'0'.repeat(36)}`, 'Bearer', 'x'.repeat(2_000)]);
    const isShopping = path.startsWith('/api/commerce') !== random.chance(0.05);
    return isShopping ? random.of(keys.shopping) : keys.managing;
  }

  private keyForTool(): string {
    return this.random.chance(0.7) ? this.random.of(this.keys.shopping) : this.keys.managing;
  }

  private extraHeaders(how: How): Record<string, string> {
    const { random } = this;
    return {
      ...(random.chance(0.6) && { 'x-buyer-id': random.of(['ada', 'bob', 'eve', 'dan']) }),
      ...(random.chance(0.2) && { 'idempotency-key': `key-${random.below(200)}` }),
      ...(random.chance(0.05) && { 'if-match': random.of(['"1"', '*', '"x"', 'W/"2"', '']) }),
      ...(random.chance(0.1) && { 'accept-language': random.of(['de', 'fr-CA;q=0.5', '*', 'x'.repeat(500)]) }),
      ...(how === 'broken' && random.chance(0.2) && { 'x-buyer-id': random.of([' ', '\u00ff', 'x'.repeat(4_000)]) }),
    };
  }

  /** Serializes a value as the request body, or damages the body or its headers. */
  private bodied(
    how: How,
    value: unknown,
    headers: Readonly<Record<string, string>>,
  ): Pick<FuzzCall, 'headers' | 'body'> {
    const text = JSON.stringify(value) ?? '';
    const type = { ...headers, 'content-type': 'application/json' };
    if (how !== 'broken') return { headers: type, body: text };
    const { random } = this;
    const at = random.below(text.length + 1);
    const packed = new Uint8Array(gzipSync(text));
    return random.of<Pick<FuzzCall, 'headers' | 'body'>>([
      { headers: type, body: text.slice(0, at) },
      { headers: type, body: `${text.slice(0, at)}${random.of(['}', '"', ',', '\u0000', '\\u'])}${text.slice(at)}` },
      { headers: type, body: `{"a":1,"a":2,${text.slice(1)}` },
      { headers: type, body: '['.repeat(random.below(20_000)) },
      { headers: type, body: `\ufeff${text}` },
      { headers: type, body: Uint8Array.from({ length: 40 }, () => random.below(256)) },
      { headers: type, body: JSON.stringify({ text: 'x'.repeat(300_000) }) },
      {
        headers: {
          ...headers,
          'content-type': random.of(['text/plain', 'application/xml', ';', 'application/json;charset=latin1']),
        },
        body: text,
      },
      { headers: { ...type, 'content-encoding': random.of(['gzip', 'br', 'x']) }, body: text },
      { headers: { ...type, 'content-encoding': 'gzip' }, body: packed.slice(0, random.below(packed.length)) },
    ]);
  }
}
