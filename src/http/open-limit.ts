import type { RequestHandler } from 'express';
import { limitedAddress } from '../calls/limited-address.js';
import type { RateLimit } from '../calls/rate-limit.js';
import type { Tally } from '../calls/tally.js';
import { PortalError } from '../domain/errors/portal-error.js';
import type { Clock } from '../ports.js';
import { addressOf } from './address.js';

/**
 * Limits requests to routes that need no key, per address. If `limit` is `undefined`, they are unlimited.
 * @throws PortalError `rate_limited`, from the handler
 */
export function openLimit(limit: RateLimit | undefined, clock: Clock, tally: Tally): RequestHandler {
  return (request, _response, next) => {
    const wait = limit?.take(limitedAddress(addressOf(request)), clock.now()) ?? 0;
    if (wait > 0) {
      tally.rejected('address_rate');
      throw new PortalError('rate_limited', `Too many requests from this address; wait ${wait} s.`, wait);
    }
    next();
  };
}
