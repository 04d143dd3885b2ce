import type { Tracing } from '../tracing/tracing.js';
import type { Connector } from './connector.js';

/** Adds a span per request, with the host and the response's status. */
export function traceConnector(connector: Connector, tracing: Tracing | undefined): Connector {
  if (!tracing) return connector;
  return {
    resolve: (host, signal) => connector.resolve(host, signal),
    get: (url, address, limits) =>
      tracing.span('fetch profile', { 'server.address': url.hostname }, async (span) => {
        const fetched = await connector.get(url, address, limits);
        span.set({ 'portal.outcome': 'ok', 'http.response.status_code': fetched.status });
        return fetched;
      }),
  };
}
