import { join } from 'node:path';
import express, { type Response, Router } from 'express';
import type { Operation } from '../calls/define.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { PACKAGE_ROOT } from '../package-root.js';
import type { PaymentHandler, Store } from '../ports.js';
import { jwks } from './jwks.js';
import type { Metrics } from './metrics.js';
import { openApiText } from './openapi-text.js';
import { paymentSchemas } from './payment-schemas.js';
import { sendJson, sendJsonText } from './reply.js';

export interface OpenDeps {
  readonly operations: readonly Operation[];
  readonly handlers: readonly PaymentHandler[];
  readonly store: Store;
  /** False: /metrics answers loopback addresses only. */
  readonly publicMetrics: boolean;
}

/** What is answered without a key (docs/api.md, HTTP). */
export function openRoutes({ operations, handlers, store, publicMetrics }: OpenDeps, metrics: Metrics): Router {
  const router = Router();
  const openApi = openApiText(operations);
  router.get('/healthz', (_request, response) => sendJson(response, 200, { status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    await store.check();
    sendJson(response, 200, { status: 'ready' });
  });
  router.get('/openapi.json', (_request, response) => sendJsonText(response, 200, openApi));
  router.get('/metrics', (request, response) => {
    if (!publicMetrics && !isLoopback(request.socket.remoteAddress)) {
      throw new PortalError('not_found', 'There is no such route; see /openapi.json.');
    }
    response.type('text/plain; version=0.0.4').send(metrics.text());
  });
  router.get('/orgs/:organization_id/jwks.json', jwks(store));
  router.use(paymentSchemas(handlers));
  router.use('/media/demo', express.static(join(PACKAGE_ROOT, 'db', 'demo', 'media'), MEDIA));
  return router;
}

/** Pictures may be opened on their own, and an SVG can hold a script. */
const MEDIA = {
  index: false,
  maxAge: '1h',
  setHeaders: (response: Response) => {
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    response.setHeader('x-content-type-options', 'nosniff');
  },
} as const;

function isLoopback(address: string | undefined): boolean {
  return (
    address !== undefined && (address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.'))
  );
}
