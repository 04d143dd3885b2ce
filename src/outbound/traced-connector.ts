import type { Tracing } from '../tracing/tracing.js';
import type { Connector } from './connector.js';

/** A connector whose requests have spans, with the host that was asked and its answer's status. */
export function tracedConnector(connector: Connector, tracing: Tracing | undefined): Connector {
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
