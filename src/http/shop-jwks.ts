import type { RequestHandler } from 'express';
import { PortalError } from '../domain/errors/portal-error.js';
import type { Deployment } from '../domain/tenant/tenant.js';
import { oncePer } from '../domain/values/once-per.js';
import type { Store } from '../ports.js';
import { toJwk } from '../records/shop-keys.js';
import { fixedAnswer, sendFixed } from './fixed-answer.js';

/**
 * Serves the public keys with which a deployment signs or ever signed its order statements (RFC 7517), so that
 * statements can be verified for good.
 */
export function shopJwks(store: Pick<Store, 'read'>): RequestHandler {
  return async (request, response) => {
    const deployment = await store.read((rows) => rows.get('deployment', String(request.params.deployment_id)));
    if (!deployment) throw new PortalError('not_found', 'There is no deployment with this id.');
    sendFixed(request, response, keySet(deployment));
  };
}

const keySet = oncePer(({ ucp_keys = [] }: Deployment) =>
  fixedAnswer(JSON.stringify({ keys: ucp_keys.map(toJwk) }), { 'content-type': 'application/jwk-set+json' }),
);
