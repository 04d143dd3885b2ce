import { expect } from 'vitest';
import type { Operation } from '../../src/calls/define.js';
import type { HttpBinding } from '../../src/calls/http-binding.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { neededHeader } from '../support/needed-key.js';
import { type Answered, request } from '../support/portal.js';

export type Args = Readonly<Record<string, unknown>>;

/** Calls operations over HTTP by the routes of the registry. The arguments are flat, like those of tools. */
export interface RegistryCaller {
  readonly key: string;
  readonly buyer: string | undefined;
  send(operation: string, args: Args, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  /** Returns `data` of the response; fails the test if the call fails. */
  ok(operation: string, args: Args, headers?: Readonly<Record<string, string>>): Promise<Answered['json']>;
}

/** `url` is read at every call, since it changes when a portal restarts. */
export function registryCaller(
  url: () => string,
  key: string,
  buyer?: string,
  operations: readonly Operation[] = OPERATIONS,
): RegistryCaller {
  const send: RegistryCaller['send'] = (operation, args, headers = {}) => {
    const { method, path, body } = routed(bindingOf(operation, operations), args);
    return request(url(), key, method, path, {
      headers: { ...(buyer !== undefined && { 'x-buyer-id': buyer }), ...neededHeader(operation), ...headers },
      ...(body && { body }),
    });
  };
  return {
    key,
    buyer,
    send,
    async ok(operation, args, headers) {
      const { status, json } = await send(operation, args, headers);
      if (status !== 200) expect.fail(`${operation}: ${status} ${JSON.stringify(json)}`);
      return json.data;
    },
  };
}

/** Returns the names of the members that are in the operation's path. */
export function pathMembers(operation: string, operations: readonly Operation[] = OPERATIONS): string[] {
  return Object.values(bindingOf(operation, operations).parts ?? {});
}

/** Builds the request from an operation's flat arguments. */
export function requestOf({ name, http }: Operation, args: Args) {
  if (!http) throw new Error(`no route for ${name}`);
  return routed(http, args);
}

function routed({ method, path, parts = {} }: HttpBinding, args: Args) {
  const rest = Object.entries(args).filter(([member]) => !Object.values(parts).includes(member));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, part: string) =>
    encodeURIComponent(String(args[parts[part] ?? ''])),
  );
  if (method !== 'get') return { method: method.toUpperCase(), path: filled, body: Object.fromEntries(rest) };
  const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)]));
  return { method: 'GET', path: query.size > 0 ? `${filled}?${query}` : filled, body: undefined };
}

function bindingOf(operation: string, operations: readonly Operation[]) {
  const http = operations.find(({ name }) => name === operation)?.http;
  if (!http) throw new Error(`no route for ${operation}`);
  return http;
}

/** Reads every entry of an order's history, across pages. */
export async function historyOf(by: RegistryCaller, order_id: string): Promise<Answered['json'][]> {
  const entries: Answered['json'][] = [];
  let cursor: string | undefined;
  do {
    const { json } = await by.send('get_order_history', { order_id, limit: 3, ...(cursor && { cursor }) });
    entries.push(...json.data);
    cursor = json.pagination?.cursor;
  } while (cursor);
  return entries;
}

/** Reads the version from a response. */
export function versionOf({ headers }: Answered): number {
  const version = Number(/^"(\d+)"$/.exec(headers.get('etag') ?? '')?.[1]);
  if (!Number.isInteger(version)) throw new Error('the answer has no version');
  return version;
}
