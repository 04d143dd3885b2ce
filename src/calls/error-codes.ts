import type { ErrorCode } from '../domain/errors/portal-error.js';
import type { Operation } from './define.js';
import { toPropertySchemas } from './json-schema.js';

/** Codes that every operation can return. */
const COMMON: readonly ErrorCode[] = [
  'invalid_request',
  'buyer_required',
  'unauthorized',
  'forbidden',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'unavailable',
];
const WITH_BODY: readonly ErrorCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type'];

/** Names of the input members sent in the body, in order; empty if there is no body. */
export function bodyMembers({ http, input }: Pick<Operation, 'http' | 'input'>): readonly string[] {
  if (http?.method === 'get') return [];
  const elsewhere = new Set([...Object.values(http?.parts ?? {}), ...(http?.query ?? [])]);
  return Object.keys(toPropertySchemas(input)).filter((name) => !elsewhere.has(name));
}

/** Lists the error codes that an operation's route can return: its own codes, and the shared ones that apply to it. */
export function listErrorCodes(operation: Operation): {
  readonly own: readonly ErrorCode[];
  readonly shared: readonly ErrorCode[];
} {
  const shared = [...COMMON, ...(bodyMembers(operation).length > 0 ? WITH_BODY : [])];
  const ofWrites: readonly ErrorCode[] = operation.effect === 'read' ? [] : ['idempotency_conflict', 'quota_exceeded'];
  return { own: [...operation.errors.filter((code) => !shared.includes(code)), ...ofWrites], shared };
}
