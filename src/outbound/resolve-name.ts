import { Resolver } from 'node:dns/promises';

/** How long one server is waited for at first, and how often servers are asked. Milliseconds. */
const TIMES = { timeout: 2_000, tries: 2 };
/** Names of this machine, whatever a server says (RFC 6761, 6.3). */
const LOCALHOST = /^(.+\.)?localhost\.?$/;

/**
 * All addresses of a host name, those of IPv4 first, as the DNS servers of the system say. `getaddrinfo` cannot be ended, and
 * only four of it run at once: names that nobody answers for would hold up everything that waits for files and other names.
 * @throws Error with the code of DNS where the name has no address, and the reason of the signal
 */
export async function resolveName(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<readonly string[]> {
  if (LOCALHOST.test(host)) return ['127.0.0.1', '::1'];
  signal.throwIfAborted();
  const resolver = new Resolver(TIMES);
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
