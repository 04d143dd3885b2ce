import { type RequestHandler, Router } from 'express';
import { FULL_REASONS, type RejectReason, type Tally } from '../calls/tally.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { RETRY_AFTER } from '../domain/errors/retry-after.js';
import type { Store } from '../ports.js';
import { sendJson } from './reply.js';

/**
 * Milliseconds for which a rejection counts in `/readyz`. A value above the interval of most monitors would hide
 * recoveries.
 */
const RECENT_MS = 5_000;

/** Part of the URL of a probe, so that other requests do not go through a router. */
const PROBE = /healthz|readyz/i;

const FULL: ReadonlySet<RejectReason> = new Set(FULL_REASONS);

/**
 * Serves liveness and readiness. Ready means that the store can be read and written, and that no calls were rejected
 * recently for lack of capacity. Both probes are served before admission, even when the portal is full. Rejections of
 * clients above their own limits do not count; otherwise a single client could make the portal unready. Invalid receipt
 * logs are only reported, since sales continue.
 */
export function probes(
  store: Pick<Store, 'check'>,
  refusals: Pick<Tally, 'rejectedWithin'>,
  logs: { readonly invalid: number },
): RequestHandler {
  const router = Router();
  router.get('/healthz', (_request, response) => sendJson(response, 200, { status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    await store.check();
    const reasons = refusals.rejectedWithin(RECENT_MS);
    const full = reasons.filter((reason) => FULL.has(reason));
    if (full.length > 0) {
      const detail = `The portal has rejected calls in the last ${RECENT_MS / 1000} seconds, at its limit of: ${full.join(', ')}.`;
      throw new PortalError('unavailable', detail, RETRY_AFTER);
    }
    const invalid = logs.invalid > 0 && { invalid_logs: logs.invalid };
    sendJson(response, 200, { status: 'ready', ...(reasons.length > 0 && { rejecting: reasons }), ...invalid });
  });
  return (request, response, next) => (PROBE.test(request.url) ? router(request, response, next) : next());
}
