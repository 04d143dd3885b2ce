import type { Request } from 'express';
import { parsedUrl } from '../parsed-url.js';

/** The client's address: of the connection, or what the trusted proxies say it is (`PORTAL_TRUSTED_PROXIES`). */
export function addressOf(request: Request): string | undefined {
  return request.ip;
}

/** The host name in `Host`; what proxies say of it is not believed. Empty where HTTP/1.0 names none. */
export function requestedHost({ headers }: Request): string {
  return parsedUrl(`http://${headers.host ?? ''}`)?.hostname ?? '';
}

export function isLoopback(address: string | undefined): boolean {
  return (
    address !== undefined && (address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.'))
  );
}
