import { isIP } from 'node:net';

/** Returns the host of the portal's URL in the form of mail addresses and message ids (RFC 5321, 4.1.3). */
export function mailHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  if (isIP(hostname) === 4) return `[${hostname}]`;
  return hostname.startsWith('[') ? `[IPv6:${hostname.slice(1)}` : hostname;
}
