import type { Request, RequestHandler } from 'express';
import { hashKey } from '../calls/api-key.js';
import type { ApiKey } from '../domain/tenant/tenant.js';
import type { Store } from '../ports.js';
import { addressOf, isLoopback } from './address.js';

/**
 * Sends the demo's keys and their scopes to the forms of `/docs`, only to a browser on this machine and on our pages:
 * another host name and a proxy's headers are rejected, and other sites cannot read the response.
 */
export function demoKeys(keys: readonly string[], store: Pick<Store, 'findKeyByHash'>): RequestHandler {
  return async (request, response) => {
    const rows = isOnThisMachine(request)
      ? await Promise.all(keys.map((key) => store.findKeyByHash(hashKey(key))))
      : [];
    const shown = rows.flatMap((row, index) => (isLive(row) ? [{ key: keys[index], scopes: row.scopes }] : []));
    response.setHeader('cache-control', 'no-store');
    response.json({ keys: shown });
  };
}

function isLive(row: ApiKey | undefined): row is ApiKey {
  return row !== undefined && row.revoked_at === null;
}

/** Headers added by proxies, including local ones. */
const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;

const LOCAL_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

function isOnThisMachine(request: Request): boolean {
  const { headers } = request;
  const from = headers['sec-fetch-site'];
  return (
    isLoopback(addressOf(request)) &&
    LOCAL_NAME.test(headers.host ?? '') &&
    OF_PROXIES.every((name) => headers[name] === undefined) &&
    (from === undefined || from === 'same-origin')
  );
}
