import { isIPv6 } from 'node:net';

/** Number of 16-bit groups in an IPv6 address. */
const GROUPS = 8;
/** Number of groups in the network prefix of an IPv6 address. */
const NETWORK = 4;

/**
 * Identifies a client for rate limits: its IPv4 address, or the /64 network of its IPv6 address. One host owns such a
 * network (RFC 4291, 2.5.4) and could use a new address for each request.
 */
export function limitedAddress(address: string | undefined): string {
  if (address === undefined) return 'local';
  // Most addresses are IPv4, and the patterns for IPv6 are slow.
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? networkOf(address) : address;
}

function networkOf(address: string): string {
  const [withoutZone] = address.split('%', 1);
  // The URL parser normalizes an address to groups of hexadecimal digits (RFC 5952).
  const written = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [start = [], end = []] = written.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: GROUPS - start.length - end.length }, () => '0');
  return `${[...start, ...zeros, ...end].slice(0, NETWORK).join(':')}::/64`;
}
