import type { RequestHandler } from 'express';
import type { Tracing, Transport } from '../tracing/tracing.js';

/** Surfaces by the first segment of a path; any other path belongs to the API. */
const SURFACES: Readonly<Record<string, Transport>> = { mcp: 'mcp', checkout: 'pages', orders: 'pages', ucp: 'ucp' };

/**
 * Joins each request to the trace named in its headers. It must come after `pace`, which starts a waiting request from
 * the async context of another one.
 */
export function joinTrace(tracing: Tracing): RequestHandler {
  return (request, _response, next) => {
    const { traceparent, tracestate } = request.headers;
    const [, first = ''] = request.path.split('/');
    tracing.within({ traceparent, tracestate }, SURFACES[first] ?? 'http', next);
  };
}
