import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../attestation/canonical-json.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { ToolCall } from '../../mcp/tool-call.js';
import type { UcpOperation } from '../operations/ucp-operation.js';
import { readAs } from '../versions/read.js';

const meta = z.looseObject({
  'ucp-agent': z.looseObject({ profile: z.string() }),
  'idempotency-key': z.string().optional(),
});

/** The `meta` argument of a call (UCP, MCP Binding, Request Metadata). */
export interface CallMeta {
  readonly profile: string;
  readonly idempotencyKey: string | undefined;
}

/** @throws PortalError `invalid_profile_url` unless `meta` names a profile and its idempotency key, if any, is text */
export function parseMeta({ args }: ToolCall): CallMeta {
  const { success, data } = meta.safeParse(args.meta);
  if (success) return { profile: data['ucp-agent'].profile, idempotencyKey: data['idempotency-key'] };
  const detail = 'meta: send { "ucp-agent": { "profile": "https://…" } }, and an "idempotency-key" that is text';
  throw new PortalError('invalid_profile_url', detail);
}

/** No maximum length: an overlong id is reported as unknown, as in a path. */
const named = z.object({ id: z.string().min(1) });

/**
 * Converts a tool's arguments to the operation's input.
 * @throws PortalError `invalid_request`
 */
export function buildInput(
  { rest, payload, needsKey }: UcpOperation,
  { args }: ToolCall,
  { idempotencyKey }: CallMeta,
) {
  if (needsKey && idempotencyKey === undefined) {
    throw new PortalError('invalid_request', 'meta.idempotency-key: this tool needs one');
  }
  if (payload !== undefined && (typeof args[payload] !== 'object' || args[payload] === null)) {
    throw new PortalError('invalid_request', `${payload}: must be an object`);
  }
  return {
    id: rest.path.includes('{id}') ? readAs(named, args).id : '',
    body: payload === undefined ? undefined : args[payload],
    digest: () => digestOf(args),
  };
}

/**
 * Hash by which repeats of a call are recognized: the arguments without `meta`, in canonical form (RFC 8785). The bytes
 * of a JSON-RPC message cannot be used, since each message has a new id (docs/ucp.md).
 */
function digestOf({ meta: _meta, ...args }: ToolCall['args']): string {
  return createHash('sha256').update(canonicalJson(args)).digest('hex');
}
