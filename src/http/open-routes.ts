import { join } from 'node:path';
import express, { type RequestHandler, type Response, Router } from 'express';
import type { Operation } from '../calls/define.js';
import { oncePer } from '../domain/values/once-per.js';
import type { Metrics } from '../metrics/metrics.js';
import { PACKAGE_ROOT } from '../package-root.js';
import type { Media, PaymentHandler } from '../ports.js';
import { type FixedAnswer, fixedAnswer, fixedJson, sendFixed } from './fixed-answer.js';
import { jwks } from './jwks.js';
import { type PublicLogsDeps, publicLogs } from './logs/public-logs.js';
import { mediaRoute } from './media.js';
import { type MetricsReaders, metricsRoute } from './metrics-route.js';
import { openApiText } from './openapi-text.js';
import { paymentSchemas } from './payment-schemas.js';
import { shopJwks } from './shop-jwks.js';

/** A page with the same content for every visitor. */
interface OpenPage {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Called on the first request. */
  text(): string;
}

export interface OpenDeps extends PublicLogsDeps {
  readonly operations: readonly Operation[];
  readonly handlers: readonly PaymentHandler[];
  readonly openPages: readonly OpenPage[];
  /** Shows the keys of the demo shop if this process loaded it (demo-keys.ts). */
  readonly demoKeys: RequestHandler;
  /** Limits requests to these routes, per address. */
  readonly openLimit: RequestHandler;
  readonly metrics: Metrics;
  readonly metricsReaders: MetricsReaders;
  readonly media: Media;
}

/** Creates the routes that need no key (docs/api.md, Without a key). */
export function openRoutes(deps: OpenDeps): Router {
  const { operations, handlers, store, openPages } = deps;
  const router = Router();
  router.use(deps.openLimit);
  router.get('/openapi.json', (request, response) => sendFixed(request, response, openApiAnswer(operations)));
  for (const { path, text, headers } of openPages) {
    let answer: FixedAnswer | undefined;
    router.get(path, (request, response) => {
      answer ??= fixedAnswer(text(), headers);
      sendFixed(request, response, answer);
    });
  }
  router.get('/docs/demo/:secret', deps.demoKeys);
  router.get('/metrics', metricsRoute(deps.metrics, deps.metricsReaders));
  router.get('/orgs/:organization_id/jwks.json', jwks(store));
  router.get('/deployments/:deployment_id/jwks.json', shopJwks(store));
  router.use(publicLogs(deps));
  router.use(paymentSchemas(handlers));
  router.use('/media/demo', express.static(join(PACKAGE_ROOT, 'db', 'demo', 'media'), MEDIA));
  router.get('/media/:shop_id/:name', mediaRoute(deps.media));
  return router;
}

/** Created on the first request, since hashing and copying it would slow down each start. */
const openApiAnswer = oncePer((operations: readonly Operation[]) => fixedJson(openApiText(operations)));

/** Sandboxed, since an SVG picture that is opened as a page could run a script. */
const MEDIA = {
  index: false,
  maxAge: '1h',
  setHeaders: (response: Response) => {
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  },
} as const;
