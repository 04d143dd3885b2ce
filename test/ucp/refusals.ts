import type { ProtocolVersion } from '../../src/ucp/versions/version.js';
import type { Answered } from '../support/portal.js';
import { problems } from './published.js';
import { unless } from './rules/rule.js';
import { errorSchema, HAS_SCHEMAS } from './schemas.js';

/** Status over REST and code over JSON-RPC for each error code (UCP, Error Codes). */
export const REFUSALS: Readonly<Record<string, readonly [status: number, rpc: number]>> = {
  invalid_profile_url: [400, -32001],
  profile_unreachable: [424, -32001],
  profile_malformed: [422, -32001],
  version_unsupported: [422, -32001],
  profile_not_trusted: [403, -32001],
  signature_invalid: [401, -32000],
  key_not_found: [401, -32000],
  digest_mismatch: [400, -32600],
  algorithm_unsupported: [400, -32600],
  unauthorized: [401, -32000],
  identity_required: [401, -32000],
  insufficient_scope: [403, -32000],
  forbidden: [403, -32000],
  idempotency_conflict: [409, -32000],
  rate_limited: [429, -32000],
  unavailable: [503, -32000],
  invalid_request: [400, -32602],
  invalid_cursor: [400, -32602],
  request_too_large: [400, -32602],
  invalid_json: [400, -32700],
  unsupported_media_type: [400, -32600],
  payload_too_large: [400, -32600],
  not_found: [404, -32000],
};

const WAITING = new Set([429, 503]);

/** Returns the problems of an error response. */
export function refusalProblems({ isEarly, date }: ProtocolVersion, answered: Answered): string[] {
  const { status, json } = answered;
  // Problems of a linked person are the only ones with messages (UCP, Identity Linking, Error Handling).
  const [message] = json?.messages ?? [];
  if (message && !isEarly) {
    return [
      ...unless(status === REFUSALS[message.code]?.[0], `${message.code} has the status ${status}`),
      ...(HAS_SCHEMAS ? problems(date, errorSchema(date), json) : []),
      ...headerProblems(answered),
    ];
  }
  const text = isEarly ? 'detail' : 'content';
  // 2026-01-11 uses the statuses of the portal's own API.
  const [expected] = isEarly ? [status] : (REFUSALS[json?.code] ?? []);
  return [
    ...unless(status === expected, `${json?.code} has the status ${status}`),
    ...unless(Object.keys(json ?? {}).join() === `code,${text}`, 'it is no code with a text'),
    ...headerProblems(answered),
  ];
}

/** Checks that an error is no fault, that 401 says how to authenticate, and that 429 and 503 say how long to wait. */
export function headerProblems({ status, headers }: Answered): string[] {
  return [
    ...unless(status < 500 || status === 503, 'it is a fault of the portal'),
    ...unless(status !== 401 || headers.has('www-authenticate'), 'no WWW-Authenticate'),
    ...unless(!WAITING.has(status) || /^\d+$/.test(headers.get('retry-after') ?? ''), 'no Retry-After'),
  ];
}
