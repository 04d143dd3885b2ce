import type { RequestHandler } from 'express';
import type { Tracing, Transport } from '../tracing/tracing.js';

/** Surfaces by the first part of a path; all others are of the API. */
const SURFACES: Readonly<Record<string, Transport>> = { mcp: 'mcp', checkout: 'pages', orders: 'pages', ucp: 'ucp' };

/** What answers a request is a part of the trace that the request names. After `pace`, which begins several at once. */
export function traced(tracing: Tracing): RequestHandler {
  return (request, _response, next) => {
    const { traceparent, tracestate } = request.headers;
    const [, first = ''] = request.path.split('/');
    tracing.within({ traceparent, tracestate }, SURFACES[first] ?? 'http', next);
  };
}
