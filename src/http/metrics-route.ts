import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { PortalError } from '../domain/errors/portal-error.js';
import { isLoopbackAddress } from '../loopback.js';
import type { Metrics } from '../metrics/metrics.js';
import { addressOf } from './address.js';

/** Clients that may read /metrics on the main port; `none` if the metrics have a separate port. */
export type MetricsReaders = 'all' | 'this machine' | 'none';

/** @throws PortalError `not_found`, from the handler, for clients that may not read the metrics */
export function metricsRoute(metrics: Metrics, readers: MetricsReaders): RequestHandler {
  return async (request, response) => {
    if (readers === 'none' || (readers === 'this machine' && !isLoopbackAddress(addressOf(request) ?? ''))) {
      throw new PortalError('not_found', 'There is no such route; see /openapi.json.');
    }
    response.type(metrics.contentType).send(await metrics.text());
  };
}

/** Serves metrics on the separate port, to anyone who can connect. */
export function metricsListener(metrics: Metrics) {
  return ({ method, url }: IncomingMessage, response: ServerResponse): void => {
    const isAsked = (method === 'GET' || method === 'HEAD') && url?.split('?', 1)[0] === '/metrics';
    if (!isAsked) response.writeHead(404).end();
    else
      metrics.text().then(
        (text) => response.setHeader('content-type', metrics.contentType).end(text),
        () => response.writeHead(500).end(),
      );
  };
}
