import { Resolver } from 'node:dns/promises';

/** First timeout per server, in milliseconds, and number of tries. */
const DNS_LIMITS = { timeout: 2_000, tries: 2 };
/** These names always mean this machine and are never looked up (RFC 6761, 6.3). */
const LOCALHOST = /^(.+\.)?localhost\.?$/;

/**
 * Resolves a host name to all its addresses, IPv4 first, with the system's DNS servers. `getaddrinfo` is not used: it
 * cannot be aborted and runs at most four times concurrently, so names whose servers do not respond would block file
 * access and other lookups.
 * @throws Error with the DNS code if the name has no address, or the reason of the signal
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
