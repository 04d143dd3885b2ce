import { MESSAGE_TEXTS, type MessageText } from '../domain/errors/message-text.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { formatText } from '../domain/values/format-text.js';
import { faultFields, type Log } from '../log.js';
import { findLocale } from '../texts/locale.js';

/**
 * The error shown to callers on every surface. Anything except a `PortalError` is a fault of the portal: logged in full
 * under the request's id, and returned as `internal_error`.
 */
export function visibleError(error: unknown, log: Log, requestId: string): PortalError {
  const known = error instanceof PortalError;
  if (!known || error.cause !== undefined) log.error('fault', { request_id: requestId, ...faultFields(error) });
  if (known) return error;
  return new PortalError('internal_error', `Something went wrong in the portal (request ${requestId}).`);
}

/** Text of an error, in the caller's language if available. */
export function detailIn({ detail, texts: parts }: PortalError, acceptLanguage: string | undefined): string {
  // A replayed response may be from a version with other texts.
  if (!parts?.every(isKnown)) return detail;
  const { texts, tag } = findLocale(acceptLanguage, 'en');
  return parts.map((one) => formatText(one, texts.said, tag)).join(' ');
}

function isKnown({ text, parts }: MessageText): boolean {
  return (
    Object.hasOwn(MESSAGE_TEXTS, text) &&
    Object.values(parts).every((part) => typeof part !== 'object' || !('text' in part) || isKnown(part))
  );
}

/** Response headers of an error (RFC 9110, 10.2.3 and 11.6.1; docs/api.md, Repeats). */
export function errorHeaders({ status, retryAfter, replayed }: PortalError): Readonly<Record<string, string>> {
  return {
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(replayed && { 'idempotent-replayed': 'true' }),
    ...(status === 401 && { 'www-authenticate': 'Bearer realm="portal"' }),
  };
}
