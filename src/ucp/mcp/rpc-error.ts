import type { PortalError } from '../../domain/errors/portal-error.js';

/** JSON-RPC codes of UCP error codes (UCP, Error Codes); for other errors, the code depends on the HTTP status. */
const CODES: Readonly<Record<string, number>> = {
  invalid_profile_url: -32001,
  profile_unreachable: -32001,
  profile_malformed: -32001,
  profile_not_trusted: -32001,
  version_unsupported: -32001,
  digest_mismatch: -32600,
  algorithm_unsupported: -32600,
  unsupported_media_type: -32600,
  payload_too_large: -32600,
  invalid_json: -32700,
  internal_error: -32603,
};

/** Builds a JSON-RPC error. Its `data` is the body over REST, with `retry_after` if a retry must wait. */
export function rpcError({ detail: content, retryAfter }: PortalError, status: number, code: string) {
  const retry = retryAfter === undefined ? {} : { retry_after: retryAfter };
  return {
    code: CODES[code] ?? (status === 400 ? -32602 : -32000),
    message: content,
    data: { code, content, ...retry },
  };
}
