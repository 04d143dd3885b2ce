import type { Request } from 'express';
import { memo } from '../domain/values/memo.js';
import { parsedUrl } from '../parsed-url.js';

/** The client's address: of the connection, or what the trusted proxies say it is (`PORTAL_TRUSTED_PROXIES`). */
export function addressOf(request: Request): string | undefined {
  return request.ip;
}

/** Values of `Host` that are known; clients choose them. */
const MAX_HOSTS = 100;
const hostnameOf = memo(MAX_HOSTS, (host: string) => parsedUrl(`http://${host}`)?.hostname ?? '');

/** The host name in `Host`; what proxies say of it is not believed. Empty where HTTP/1.0 names none. */
export function requestedHost({ headers }: Request): string {
  return hostnameOf(headers.host ?? '');
}

export function isLoopback(address: string | undefined): boolean {
  return (
    address !== undefined && (address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.'))
  );
}
