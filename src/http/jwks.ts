import type { RequestHandler } from 'express';
import { PortalError } from '../domain/errors.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import type { Position, Store } from '../ports.js';
import { jwkView } from '../view/signing-key-view.js';

const PAGE = 100;

/** The public keys of an organization (RFC 7517), active and retired, for anybody who verifies its receipts. */
export function jwks(store: Store): RequestHandler {
  return async ({ params }, response) => {
    const organizationId = String(params.organization_id);
    const organization = await store.read((rows) => rows.get('organization', organizationId));
    if (!organization) throw new PortalError('not_found', 'There is no organization of this id.');
    const keys = (await allKeys(store, organizationId)).filter(({ status }) => status !== 'revoked');
    response.setHeader('content-type', 'application/jwk-set+json');
    // A key that was revoked must not live on in a cache.
    response.setHeader('cache-control', 'no-cache');
    response.end(JSON.stringify({ keys: keys.map(jwkView) }));
  };
}

async function allKeys(store: Store, organizationId: string): Promise<SigningKey[]> {
  const keys: SigningKey[] = [];
  let after: Position | undefined;
  do {
    const page = await store.listSigningKeys(organizationId, after, PAGE);
    keys.push(...page.entries);
    after = page.next;
  } while (after);
  return keys;
}
