import type { RequestHandler } from 'express';
import type { Tracing, Transport } from '../tracing/tracing.js';

/** Surfaces by the first part of a path; the default is the API. */
const SURFACES: Readonly<Record<string, Transport>> = { mcp: 'mcp', checkout: 'pages', orders: 'pages', ucp: 'ucp' };

/** Joins each request to the trace in its headers. Must follow `pace`, which starts several requests at once. */
export function joinTrace(tracing: Tracing): RequestHandler {
  return (request, _response, next) => {
    const { traceparent, tracestate } = request.headers;
    const [, first = ''] = request.path.split('/');
    tracing.within({ traceparent, tracestate }, SURFACES[first] ?? 'http', next);
  };
}
