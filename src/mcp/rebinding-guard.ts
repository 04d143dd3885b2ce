import type { RequestHandler } from 'express';
import { parsedUrl } from '../parsed-url.js';

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
/** The code of the SDK's own guard, in the range that JSON-RPC 2.0 leaves to servers. */
const REJECTED = -32_000;

/**
 * Protects against DNS rebinding: checks `Host` and `Origin` before anything else of the request is read. Requests of
 * programs have no `Origin`. `allowedHosts` are hostnames in addition to localhost.
 */
export function rebindingGuard(allowedHosts: () => Promise<readonly string[]>): RequestHandler {
  return async ({ headers: { host, origin } }, response, next) => {
    const names = [...LOCAL_HOSTS, ...(await allowedHosts())];
    const message = hostProblem(host, names) ?? originProblem(origin, names);
    if (message === undefined) next();
    else response.status(403).json({ jsonrpc: '2.0', error: { code: REJECTED, message }, id: null });
  };
}

function hostProblem(host: string | undefined, names: readonly string[]): string | undefined {
  if (!host) return 'Missing Host header';
  const hostname = parsedUrl(`http://${host}`)?.hostname;
  if (hostname === undefined) return `Invalid Host header: ${host}`;
  return names.includes(hostname) ? undefined : `Invalid Host: ${hostname}`;
}

function originProblem(origin: string | undefined, names: readonly string[]): string | undefined {
  if (!origin) return undefined;
  const hostname = parsedUrl(origin)?.hostname;
  if (!hostname) return `Invalid Origin header: ${origin}`;
  return names.includes(hostname) ? undefined : `Invalid Origin: ${hostname}`;
}
