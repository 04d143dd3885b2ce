import { Resolver } from 'node:dns/promises';

/** First timeout per server in milliseconds, and tries. */
const DNS_LIMITS = { timeout: 2_000, tries: 2 };
/** Always this machine, never looked up (RFC 6761, 6.3). */
const LOCALHOST = /^(.+\.)?localhost\.?$/;

/**
 * All addresses of a host name, IPv4 first, from the system's DNS servers. `getaddrinfo` cannot be aborted and runs at
 * most four times at once, so names without a responding server would block file access and other lookups.
 * @throws Error with the DNS code if the name has no address, and the reason of the signal
 */
export async function resolveName(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<readonly string[]> {
  if (LOCALHOST.test(host)) return ['127.0.0.1', '::1'];
  signal.throwIfAborted();
  const resolver = new Resolver(DNS_LIMITS);
  if (servers) resolver.setServers(servers);
  const end = () => resolver.cancel();
  signal.addEventListener('abort', end, { once: true });
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.throwIfAborted();
    const found = [ipv4, ipv6].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
    return found;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
