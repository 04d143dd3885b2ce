import { MESSAGE_TEXTS, type MessageText } from '../domain/errors/message-text.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { formatText } from '../domain/values/format-text.js';
import { faultFields, type Log } from '../log.js';
import { findLocale } from '../texts/locale.js';

/**
 * Converts an error to the one that callers see on every surface. Anything but a `PortalError` is a fault of the
 * portal: it is logged in full under the request's id and returned as `internal_error`. A `PortalError` with a cause is
 * logged too.
 */
export function visibleError(error: unknown, log: Log, requestId: string): PortalError {
  const known = error instanceof PortalError;
  if (!known || error.cause !== undefined) log.error('fault', { request_id: requestId, ...faultFields(error) });
  if (known) return error;
  return new PortalError('internal_error', `Something went wrong in the portal (request ${requestId}).`);
}

/** Error text in the caller's language, if there is a translation. */
export function detailIn({ detail, texts: parts }: PortalError, acceptLanguage: string | undefined): string {
  // A replayed error may have been stored by a version with other texts.
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

/** Response headers for an error (RFC 9110, 10.2.3 and 11.6.1; docs/api.md, Repeats). */
export function errorHeaders({ status, retryAfter, replayed }: PortalError): Readonly<Record<string, string>> {
  return {
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(replayed && { 'idempotent-replayed': 'true' }),
    ...(status === 401 && { 'www-authenticate': 'Bearer realm="portal"' }),
  };
}
