import { randomUUID } from 'node:crypto';
import { required } from '../../src/domain/values/required.js';
import { listOperations } from '../../src/ucp/operations/index.js';
import type { UcpOperation } from '../../src/ucp/operations/ucp-operation.js';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import type { Answered } from '../support/portal.js';
import { mugs, PAYMENT, ready } from './bodies.js';
import { CARD, PROFILE } from './platform.js';
import { HOST, profileOf, type World } from './world.js';

/** An operation of the registry in one version and over one transport. */
export interface Way {
  readonly version: string;
  readonly isEarly: boolean;
  readonly transport: 'rest' | 'mcp';
  readonly operation: UcpOperation;
}

export const WAYS: readonly Way[] = VERSIONS.flatMap((version) =>
  version.transports.flatMap((transport) =>
    listOperations(version).map((operation) => ({
      version: version.date,
      isEarly: version.isEarly === true,
      transport,
      operation,
    })),
  ),
);

/** Returns a table for `test.each`, with the name of each way and the way itself. */
export const table = (ways: readonly Way[]) =>
  ways.map((way) => [`${way.version} ${way.transport} ${way.operation.name}`, way] as const);

export const takesId = ({ operation }: Way) => operation.rest.path.includes('{id}');
export const takesBody = ({ operation }: Way) => operation.payload !== undefined;
export const isWrite = ({ operation }: Way) => operation.effect !== 'read';

/** Valid body of each operation that has one. If a new operation is missing here, its test fails. */
const BODIES: Readonly<Record<string, object>> = {
  create_checkout: ready(),
  update_checkout: ready(2),
  complete_checkout: PAYMENT,
  create_cart: { line_items: mugs() },
  update_cart: { line_items: mugs(3) },
  search_catalog: { query: 'mug' },
  lookup_catalog: { ids: ['enamel-mug'] },
  get_product: { id: 'enamel-mug' },
};

/** Returns the valid body of a way. In 2026-01-11, `complete_checkout` accepts a single instrument. */
export function bodyOf({ operation, isEarly }: Way): object | undefined {
  const body = BODIES[operation.name];
  return isEarly && body && 'payment' in body ? { payment_data: CARD } : body;
}

/** Changes to the valid call. */
export interface As {
  readonly key?: string | null;
  readonly profile?: string | null;
  readonly id?: string;
  readonly body?: unknown;
  readonly host?: string;
  readonly idempotencyKey?: string;
  /** Sent unchanged, in place of `body`; over MCP it is the whole message. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** True if the body is deliberately invalid. */
  readonly isWrong?: boolean;
}

export interface WayAnswer {
  readonly status: number;
  /** Code of the error, or of the first message. */
  readonly code: string | undefined;
  /** Body of the response over REST, or the same content over MCP. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form was held
  readonly body: any;
  readonly answered: Answered;
}

/** Makes one call of an operation. */
export async function callWay(world: World, way: Way, as: As = {}): Promise<WayAnswer> {
  const answered = await (way.transport === 'rest' ? overRest(world, way, as) : overMcp(world, way, as));
  const { status, json } = answered;
  const body = way.transport === 'rest' ? json : (json.result?.structuredContent ?? json.error.data);
  return { status, code: body.code ?? body.messages?.[0]?.code, body, answered };
}

function partsOf(world: World, way: Way, as: As) {
  const { key = world.key, profile = PROFILE, id = 'nothing', host = HOST, idempotencyKey = randomUUID() } = as;
  const url = profile === null ? undefined : profileOf(profile, way.version);
  const { portal, wrongly } = world.shop;
  const request = as.isWrong ? wrongly.request : portal.request;
  return { request, key, id, host, idempotencyKey, url, body: 'body' in as ? as.body : bodyOf(way) };
}

function overRest(world: World, way: Way, as: As): Promise<Answered> {
  const { request, key, id, host, idempotencyKey, url, body } = partsOf(world, way, as);
  const { rest } = way.operation;
  const named = { host, 'idempotency-key': idempotencyKey, ...(url && { 'ucp-agent': `profile="${url}"` }) };
  const path = `/ucp/${way.version}${rest.path.replace('{id}', encodeURIComponent(id))}`;
  const raw = as.raw ?? (takesBody(way) ? JSON.stringify(body) : undefined);
  const headers = { ...named, ...as.headers };
  return request(rest.method.toUpperCase(), path, { key, headers, ...(raw !== undefined && { raw }) });
}

function overMcp(world: World, way: Way, as: As): Promise<Answered> {
  const { request, key, host } = partsOf(world, way, as);
  const raw = as.raw ?? JSON.stringify(messageOf(world, way, as));
  return request('POST', `/ucp/${way.version}/mcp`, { key, headers: { host, ...as.headers }, raw });
}

/** Builds the message of a call over MCP. */
export function messageOf(world: World, way: Way, as: As = {}): object {
  const { id, idempotencyKey, url, body } = partsOf(world, way, as);
  const { payload, name } = way.operation;
  const meta = { 'idempotency-key': idempotencyKey, ...(url && { 'ucp-agent': { profile: url } }) };
  const args = { meta, ...(takesId(way) && { id }), ...(payload !== undefined && { [payload]: body }) };
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
}

/** Creates the object that an operation needs: a checkout, cart or order of the caller. Returns its id. */
export async function madeFor(world: World, way: Way, as: As = {}): Promise<string> {
  const { version } = way;
  const of = (name: string): Way =>
    required(
      WAYS.find((one) => one.version === version && one.transport === 'rest' && one.operation.name === name),
      name,
    );
  if (way.operation.name.endsWith('_cart')) return (await callWay(world, of('create_cart'), as)).body.id;
  const { body } = await callWay(world, of('create_checkout'), as);
  if (way.operation.name !== 'get_order') return body.id;
  return (await callWay(world, of('complete_checkout'), { ...as, id: body.id })).body.order.id;
}
