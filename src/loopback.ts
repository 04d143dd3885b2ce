import { BlockList, isIP, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** True for addresses of this machine, such as 127.0.0.1, ::1 and the IPv4-mapped ::ffff:127.0.0.1. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** True for names and addresses of this machine. IPv6 addresses are without brackets. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host);
}
