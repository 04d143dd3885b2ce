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

/** The argument `meta` of a call (UCP, MCP Binding, Request Metadata). */
export interface CallMeta {
  readonly profile: string;
  readonly idempotencyKey: string | undefined;
}

/** @throws PortalError `invalid_profile_url` if no profile is named */
export function parseMeta({ args }: ToolCall): CallMeta {
  const { success, data } = meta.safeParse(args.meta);
  if (success) return { profile: data['ucp-agent'].profile, idempotencyKey: data['idempotency-key'] };
  const detail = 'meta: send { "ucp-agent": { "profile": "https://…" } }, and an "idempotency-key" that is text';
  throw new PortalError('invalid_profile_url', detail);
}

/** Of any length: an id that is too long is unknown, as in a path. */
const named = z.object({ id: z.string().min(1) });

/** The input of an operation from the arguments of its tool. @throws PortalError `invalid_request` */
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
 * Repeats of a call are compared by its arguments without `meta`, in canonical form (RFC 8785), since the bytes of a
 * JSON-RPC message differ with its id (docs/ucp.md).
 */
function digestOf({ meta: _meta, ...args }: ToolCall['args']): string {
  return createHash('sha256').update(canonicalJson(args)).digest('hex');
}
