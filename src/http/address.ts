import type { Request } from 'express';

/** The client's address: of the connection, or what the trusted proxies say it is (`PORTAL_TRUSTED_PROXIES`). */
export function addressOf(request: Request): string | undefined {
  return request.ip;
}

export function isLoopback(address: string | undefined): boolean {
  return (
    address !== undefined && (address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.'))
  );
}
