import { errorHeaders, visibleError } from '../calls/visible-error.js';
import { PortalError } from '../domain/errors/portal-error.js';
import type { Log } from '../log.js';
import { errorEnvelope } from './envelope.js';
import { IdentityRefusal } from './identity/identity-refusal.js';
import { UcpOutcome } from './outcome.js';
import type { ProtocolVersion } from './versions/version.js';

/** HTTP statuses that the protocol allows (UCP, REST Binding); all others are mapped to 400. */
const STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 422, 424, 429, 500, 503]);

/**
 * Protocol names of codes that have other names here, because the portal's own API uses these names for other errors.
 */
const WIRE_CODES: Readonly<Record<string, string>> = {
  message_signature_invalid: 'signature_invalid',
  message_key_unknown: 'key_not_found',
};

/**
 * Protocol names of codes in the versions after 2026-01-11. In 2026-01-11 itself, `payment_instrument_invalid` has the
 * same name as in the portal's own API.
 */
const RETRYABLE_CODES: Readonly<Record<string, string>> = {
  ...WIRE_CODES,
  payment_instrument_invalid: 'invalid_request',
};

/**
 * Result of a failed call in every binding: either an outcome (a `UcpOutcome` or a missing checkout), or an error of
 * the call itself.
 */
export type Refusal =
  | { readonly outcome: object }
  | {
      readonly error: PortalError;
      readonly status: number;
      /** Protocol name of the error's code. */
      readonly code: string;
      /** Body over REST. */
      readonly body: object;
      readonly headers: Readonly<Record<string, string>>;
    };

/** Converts a failure to its wire form. `version`: that of the endpoint; `undefined` if the path has none. */
export function toRefusal(
  error: unknown,
  version: Pick<ProtocolVersion, 'date' | 'isEarly'> | undefined,
  log: Log,
  requestId: string,
): Refusal {
  if (version?.isEarly) return earlyRefusal(error, log, requestId);
  if (error instanceof UcpOutcome && version !== undefined)
    return { outcome: outcomeBody(version.date, error.code, error.message) };
  const known = visibleError(error, log, requestId);
  const { code, detail } = known;
  if (code === 'checkout_not_found' && version !== undefined)
    return { outcome: outcomeBody(version.date, 'not_found', detail) };
  const headers = headersOf(known);
  if (known instanceof IdentityRefusal && version !== undefined) {
    const { reason, status } = known;
    const body = outcomeBody(version.date, reason, detail, 'requires_buyer_review');
    return { error: known, status, code: reason, body, headers };
  }
  const status = STATUSES.has(known.status) ? known.status : 400;
  const name = RETRYABLE_CODES[code] ?? code;
  return { error: known, status, code: name, body: { code: name, content: detail }, headers };
}

function headersOf(error: PortalError): Readonly<Record<string, string>> {
  const headers = errorHeaders(error);
  return error instanceof IdentityRefusal ? { ...headers, 'www-authenticate': error.challenge } : headers;
}

/** Returns the form of 2026-01-11, which has the HTTP statuses of the portal's own API (docs/ucp.md). */
function earlyRefusal(error: unknown, log: Log, requestId: string): Refusal {
  const isOutcome = error instanceof UcpOutcome;
  const known = visibleError(isOutcome ? new PortalError('invalid_request', error.message) : error, log, requestId);
  const code = isOutcome ? error.code : (WIRE_CODES[known.code] ?? known.code);
  // This version calls the error text `detail`, later ones `content`.
  return { error: known, status: known.status, code, body: { code, detail: known.detail }, headers: headersOf(known) };
}

function outcomeBody(version: string, code: string, content: string, severity = 'unrecoverable'): object {
  return { ucp: errorEnvelope(version), messages: [{ type: 'error', code, content, severity }] };
}
