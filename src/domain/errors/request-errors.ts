import { errorRows } from './error-row.js';

/** Error codes that do not belong to a kind of object: form, authentication, conflicts, limits and faults. */
export const REQUEST_ERRORS = errorRows({
  invalid_request: {
    status: 400,
    when: 'A member, path part or query parameter is absent, unknown, of the wrong type or out of range, or a number in the body has more digits than a double can hold.',
    fix: 'Read the detail: it names the member and what it accepts. Correct it and send again.',
  },
  invalid_json: {
    status: 400,
    when: 'The body is not strict JSON: malformed, a BOM, invalid UTF-8, a duplicate member, a lone surrogate, or nested deeper than 64.',
    fix: 'Send one JSON object, UTF-8, each member once.',
  },
  invalid_cursor: {
    status: 400,
    when: '`cursor` is from another list or from other filters.',
    fix: 'Pass the `pagination.cursor` of the previous page, with the same filters, or omit it for the first page.',
  },
  buyer_required: {
    status: 400,
    when: 'The key was created with `--buyer-required` and the call names no buyer.',
    fix: 'Send the header `x-buyer-id` (or set `PORTAL_BUYER_ID` for stdio).',
  },
  unauthorized: {
    status: 401,
    when: 'No API key was sent, or the one sent is malformed, unknown, expired or revoked. Or an access token is expired, its grant has ended, or it is for another address.',
    fix: 'Send a valid key in `x-api-key`, or as `Authorization: Bearer`; for a token, refresh it or connect again.',
  },
  forbidden: {
    status: 403,
    when: 'The key lacks the scope that the operation needs, or the request came from an origin or host that is not allowed.',
    fix: 'Use a key with the scope that the detail names.',
  },
  not_found: {
    status: 404,
    when: 'No such route, item or page.',
    fix: 'Check the id, or the path against `/openapi.json`.',
    next: 'search_catalog',
  },
  method_not_allowed: {
    status: 405,
    when: 'The path exists, but not with this method.',
    fix: 'Use a method named in the `Allow` header.',
  },
  version_conflict: {
    status: 412,
    when: '`If-Match` names another version than the stored one: the object has changed since it was read.',
    fix: 'Read it again (get_checkout, get_order) and repeat the call with the new ETag.',
  },
  payload_too_large: {
    status: 413,
    when: 'The body, counted after decompression, is larger than its limit: 256 KiB, 64 KiB for a receipt, 8 MiB for an import of items (256 KiB for each of its rows), 5 MiB for a picture, 1 MiB at /mcp and for an event of a payment provider.',
    fix: 'Send less in one request.',
  },
  unsupported_media_type: {
    status: 415,
    when: 'The body is not `application/json` in UTF-8 (for a PATCH of an item also `application/merge-patch+json`, for a picture its own type), or is compressed otherwise than with gzip, deflate or br.',
    fix: 'Send one of these as `Content-Type`, plain or compressed with one of these.',
  },
  idempotency_conflict: {
    status: 409,
    when: 'The idempotency key (`Idempotency-Key`, over MCP `idempotency_key`) was used before by this caller for this operation with other arguments, the response was erased with the data of a person, or the purchase that `buy` kept under it was changed.',
    fix: 'Use a new key for a new request; repeat the old arguments to get the old response. After an erasure, read the object first: the call had succeeded. A changed purchase is a checkout that the detail names.',
  },
  rate_limited: {
    status: 429,
    when: 'A rate limit was exceeded: of the key, its organization or the address, of failed authentications, of receipts with a wrong signature, or of unknown discount codes. Or the address or the key uses up its share of connections, requests in flight, streams or memory for bodies (`PORTAL_ADDRESS_SHARE`, `PORTAL_KEY_SHARE`). Or the storage for idempotent responses of the key is full (`PORTAL_ANSWER_QUOTA`), and the idempotency key is new.',
    fix: 'Wait for the seconds in `Retry-After`; with a full quota, call without an idempotency key, or wait until old responses are removed.',
  },
  internal_error: {
    status: 500,
    when: 'An internal fault, logged under the request id.',
    fix: 'Try again later; report the `x-request-id` if it happens again.',
  },
  unavailable: {
    status: 503,
    when: 'The database is busy or cannot be read or written, a picture cannot be written, a payment cannot be voided yet, the receipt log cannot be signed, or the portal is at its limit of connections, requests, streams, bodies, waiting writes, or fetches of profiles and client documents.',
    fix: 'Repeat after a moment (over HTTP, the seconds in `Retry-After`); an idempotency key makes that safe.',
  },
});
