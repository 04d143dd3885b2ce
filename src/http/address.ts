import type { Request } from 'express';
import { memo } from '../domain/values/memo.js';
import { parsedUrl } from '../parsed-url.js';

/** The client's address: that of the connection, or the one forwarded by trusted proxies (`PORTAL_TRUSTED_PROXIES`). */
export function addressOf(request: Request): string | undefined {
  return request.ip;
}

/** Maximum entries in the cache of parsed `Host` values; it is bounded because clients choose them. */
const MAX_HOSTS = 100;
const hostnameOf = memo(MAX_HOSTS, (host: string) => parsedUrl(`http://${host}`)?.hostname ?? '');

/** The host name in `Host`, never a forwarded one. Empty for an HTTP/1.0 request without the header. */
export function requestedHost({ headers }: Request): string {
  return hostnameOf(headers.host ?? '');
}

export function isLoopback(address: string | undefined): boolean {
  return (
    address !== undefined && (address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.'))
  );
}
