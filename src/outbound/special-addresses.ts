import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Addresses that do not belong to hosts on the public internet (RFC 6890 and the IANA registries of special-purpose
 * addresses).
 */
const SPECIAL_V4 = [
  // An Azure host at a public address, from which each virtual machine gets its credentials.
  '168.63.129.16/32',
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Public IPv6 addresses are 2000::/3 without these. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const special = listOf(SPECIAL_V4, SPECIAL_V6);
const global6 = listOf([], ['2000::/3']);

function listOf(v4: readonly string[], v6: readonly string[]): BlockList {
  const list = new BlockList();
  for (const [nets, family] of [[v4, 'ipv4'] as const, [v6, 'ipv6'] as const]) {
    for (const net of nets) {
      const [address = '', bits] = net.split('/');
      list.addSubnet(address, Number(bits), family);
    }
  }
  return list;
}

/**
 * True for addresses that must not receive requests. IPv4 addresses mapped into IPv6 are never public, since they are
 * outside 2000::/3.
 */
export function isSpecialAddress(address: string): boolean {
  if (isIP(address) === 0) return true;
  if (isIPv6(address)) return !global6.check(address, 'ipv6') || special.check(address, 'ipv6');
  return special.check(address, 'ipv4');
}
