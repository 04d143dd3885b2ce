import type { LoadLimit, Tally } from '../calls/tally.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { RETRY_AFTER } from '../domain/errors/retry-after.js';
import type { Level } from './shared-limit.js';

/** Names of the limits in error texts: for a client that has used up its share, and for a full portal. */
const TEXTS: Readonly<Record<LoadLimit, { readonly shared: string; readonly full: string }>> = {
  connections: { shared: 'open connections', full: 'connections' },
  requests: { shared: 'requests in progress', full: 'requests' },
  streams: { shared: 'open streams', full: 'streams' },
  bodies: { shared: 'memory for request bodies', full: 'request bodies' },
};

const CLIENTS = { address: 'This address', key: 'This API key' } as const;

/**
 * Counts a rejection and returns its error: 429 for a client above its own share, 503 when the portal is full.
 */
export function refuse(tally: Tally, limit: LoadLimit, level: Level): PortalError {
  const { shared, full } = TEXTS[limit];
  if (level === 'all') {
    tally.rejected(limit);
    return new PortalError('unavailable', `The portal has reached its limit of ${full}; try again.`, RETRY_AFTER);
  }
  tally.rejected(`${level}_${limit}`);
  const detail = `${CLIENTS[level]} has used up its share of ${shared}; let some of them end, then try again.`;
  return new PortalError('rate_limited', detail, RETRY_AFTER);
}
