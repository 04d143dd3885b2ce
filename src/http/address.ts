import type { Request } from 'express';
import { memo } from '../domain/values/memo.js';
import { parsedUrl } from '../parsed-url.js';

/**
 * Returns the client's address: that of the connection, or the one that trusted proxies forward
 * (`PORTAL_TRUSTED_PROXIES`).
 */
export function addressOf(request: Request): string | undefined {
  return request.ip;
}

/** Maximum cached `Host` values. There is a limit because clients choose the values. */
const MAX_HOSTS = 100;
const hostnameOf = memo(MAX_HOSTS, (host: string) => parsedUrl(`http://${host}`)?.hostname ?? '');

/**
 * Returns the host name in `Host`, never one that a proxy forwards. Empty if the header is absent (HTTP/1.0) or
 * malformed.
 */
export function requestedHost({ headers }: Request): string {
  return hostnameOf(headers.host ?? '');
}
