import type { Implementation } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { readMember } from './read-member.js';

/** First revision in which every result names its server. */
export const MODERN = '2026-07-28';

/** Member of a result's `_meta` that names the server. */
const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';

export const idOrToken = z.union([z.string(), z.int()]);

/** Any plain object, passed on as the same reference, since `z.object` would copy it. */
const object = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** An object without `__proto__`, which a copy would lose. */
export const plainObject = object.refine((value) => !Object.hasOwn(value, '__proto__'));

const toolCall = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: idOrToken,
  method: z.literal('tools/call'),
  params: z.looseObject({ name: z.string(), arguments: object.optional() }),
});

const MESSAGE_MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
const PARAMS_MEMBERS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/** A JSON-RPC 2.0 call of a tool. */
export interface ToolCall {
  readonly id: string | number;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** `_meta`, unchecked. */
  readonly meta: unknown;
  /** True if the message has members that a plain call lacks, such as those of a task. */
  readonly hasExtras: boolean;
}

/** Returns `undefined` for any other message. */
export function parseToolCall(message: unknown): ToolCall | undefined {
  const { success, data } = toolCall.safeParse(message);
  if (!success) return undefined;
  const { id, params } = data;
  const args = params.arguments ?? {};
  // The parsed copies lack `__proto__`, so the members are read from the original message.
  const hasExtras =
    hasOther(message, MESSAGE_MEMBERS) ||
    hasOther(readMember(message, 'params'), PARAMS_MEMBERS) ||
    Object.hasOwn(args, '__proto__');
  return { id, name: params.name, args, meta: params._meta, hasExtras };
}

function hasOther(value: unknown, members: ReadonlySet<string>): boolean {
  return Object.keys(Object(value)).some((member) => !members.has(member));
}

/** Finds the id that the response to a message must carry; null if none can be read. */
export function findRequestId(message: unknown): string | number | null {
  const { success, data } = z.looseObject({ id: idOrToken }).safeParse(message);
  return success ? data.id : null;
}

/**
 * Builds the response to a call, with its members in the SDK's order. The result names the server only from revision
 * `MODERN` on.
 */
export function toolCallResponse(
  id: string | number | null,
  result: object,
  isModern: boolean,
  server: Implementation,
) {
  const named = { resultType: 'complete', _meta: { [SERVER_INFO_KEY]: server } };
  return { result: isModern ? { ...result, ...named } : result, jsonrpc: '2.0', id };
}
