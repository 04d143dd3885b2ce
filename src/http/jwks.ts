import type { RequestHandler } from 'express';
import { PortalError } from '../domain/errors/portal-error.js';
import { everyPage } from '../lists/every-page.js';
import type { Store } from '../ports.js';
import { jwkView } from '../view/signing-key-view.js';

/** The public keys of an organization (RFC 7517), active and retired, for anybody who verifies its receipts. */
export function jwks(store: Store): RequestHandler {
  return async ({ params }, response) => {
    const organizationId = String(params.organization_id);
    const organization = await store.read((rows) => rows.get('organization', organizationId));
    if (!organization) throw new PortalError('not_found', 'There is no organization of this id.');
    const all = await everyPage((after, limit) =>
      store.list('signing_keys', { organization_id: organizationId }, after, limit),
    );
    const keys = all.filter(({ status }) => status !== 'revoked');
    response.setHeader('content-type', 'application/jwk-set+json');
    // A key that was revoked must not live on in a cache.
    response.setHeader('cache-control', 'no-cache');
    response.end(JSON.stringify({ keys: keys.map(jwkView) }));
  };
}
