import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../attestation/canonical-json.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { UcpOperation } from '../operations/ucp-operation.js';
import { readAs } from '../versions/read.js';

/** A call of a tool as JSON-RPC 2.0 has it; everything else is for the SDK. */
const toolCall = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int()]),
  method: z.literal('tools/call'),
  params: z.looseObject({
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()).optional(),
  }),
});

export interface ToolCall {
  readonly id: string | number;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Undefined = the message is something else. */
export function toolCallIn(message: unknown): ToolCall | undefined {
  const { success, data } = toolCall.safeParse(message);
  if (!success) return undefined;
  const { id, params } = data;
  return { id, name: params.name, args: params.arguments ?? {} };
}

/** The id of any request, for an answer to it; null = it has none that can be read. */
export function requestIdIn(message: unknown): string | number | null {
  const { success, data } = z.looseObject({ id: z.union([z.string(), z.int()]) }).safeParse(message);
  return success ? data.id : null;
}

const meta = z.looseObject({
  'ucp-agent': z.looseObject({ profile: z.string() }),
  'idempotency-key': z.string().optional(),
});

/** `meta` of a call: who calls (UCP, MCP Binding, Request Metadata). */
export interface CallMeta {
  readonly profile: string;
  readonly idempotencyKey: string | undefined;
}

/** @throws PortalError `invalid_profile_url` where no profile is named, `invalid_request` */
export function metaOf({ args }: ToolCall): CallMeta {
  const { success, data } = meta.safeParse(args.meta);
  if (success) return { profile: data['ucp-agent'].profile, idempotencyKey: data['idempotency-key'] };
  const detail = 'meta: send { "ucp-agent": { "profile": "https://…" } }, and an "idempotency-key" that is text';
  throw new PortalError('invalid_profile_url', detail);
}

/** An id of any length may be asked for: one that is too long is unknown, as in a path. */
const named = z.object({ id: z.string().min(1) });

/** The input of an operation from the arguments of its tool. @throws PortalError `invalid_request` */
export function inputOf({ rest, payload, needsKey }: UcpOperation, { args }: ToolCall, { idempotencyKey }: CallMeta) {
  if (needsKey && idempotencyKey === undefined) {
    throw new PortalError('invalid_request', 'meta.idempotency-key: this tool needs one');
  }
  if (payload !== undefined && (typeof args[payload] !== 'object' || args[payload] === null)) {
    throw new PortalError('invalid_request', `${payload}: takes an object`);
  }
  return {
    id: rest.path.includes('{id}') ? readAs(named, args).id : '',
    body: payload === undefined ? undefined : args[payload],
    digest: () => digestOf(args),
  };
}

/**
 * Repeats of a call are compared by its arguments without `meta`, in canonical form (RFC 8785): the bytes of a JSON-RPC message
 * differ with its id (docs/ucp.md).
 */
function digestOf({ meta: _meta, ...args }: ToolCall['args']): string {
  return createHash('sha256').update(canonicalJson(args)).digest('hex');
}
