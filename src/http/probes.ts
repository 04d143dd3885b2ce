import { Router } from 'express';
import type { Store } from '../ports.js';
import { sendJson } from './reply.js';

/** Whether the process runs, and whether it can read and write; these are answered even when it is full. */
export function probes(store: Store): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => sendJson(response, 200, { status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    await store.check();
    sendJson(response, 200, { status: 'ready' });
  });
  return router;
}
