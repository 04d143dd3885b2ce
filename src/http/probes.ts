import { Router } from 'express';
import type { Store } from '../ports.js';
import { sendJson } from './reply.js';

/** Liveness and readiness (can it read and write?). Both are served before admission, even when the portal is full. */
export function probes(store: Store): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => sendJson(response, 200, { status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    await store.check();
    sendJson(response, 200, { status: 'ready' });
  });
  return router;
}
