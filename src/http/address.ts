import type { Request } from 'express';
import { memo } from '../domain/values/memo.js';
import { parsedUrl } from '../parsed-url.js';

/** The client's address, of the connection or as forwarded by trusted proxies (`PORTAL_TRUSTED_PROXIES`). */
export function addressOf(request: Request): string | undefined {
  return request.ip;
}

/** Cache of parsed `Host` values. It is bounded, since clients choose them. */
const MAX_HOSTS = 100;
const hostnameOf = memo(MAX_HOSTS, (host: string) => parsedUrl(`http://${host}`)?.hostname ?? '');

/** The host name in `Host`, never a forwarded one. Empty if an HTTP/1.0 request has none. */
export function requestedHost({ headers }: Request): string {
  return hostnameOf(headers.host ?? '');
}

export function isLoopback(address: string | undefined): boolean {
  return (
    address !== undefined && (address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.'))
  );
}
