import type { RequestHandler } from 'express';
import { PortalError } from '../domain/errors/portal-error.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import { byteCache } from '../domain/values/bounded-cache.js';
import { collectPages } from '../lists/every-page.js';
import type { Position, Store } from '../ports.js';
import { jwkView } from '../view/signing-key-view.js';
import { type FixedAnswer, fixedAnswer, sendFixed } from './fixed-answer.js';
import { queryParameter } from './query-parameter.js';

/** Maximum retired keys per response. */
const RETIRED = 100;
/** Maximum bytes of cached responses; with the cache, many requests for the same response share one buffer. */
const MAX_BYTES = 4 * 2 ** 20;

/**
 * Serves the public keys with which an organization's receipts are verified (RFC 7517): the active ones and the newest
 * retired ones. The `Link` with `rel="next"` leads to older ones (RFC 8288).
 */
export function jwks(store: Store): RequestHandler {
  const kept = byteCache<FixedAnswer>(MAX_BYTES);
  const running = new Map<string, Promise<FixedAnswer>>();
  const fresh = async (organizationId: string, before: string | undefined, name: string) => {
    const { text, older } = await keySet(store, organizationId, before);
    const link = older === undefined ? {} : { link: `</orgs/${organizationId}/jwks.json?before=${older}>; rel="next"` };
    const known = kept.get(name);
    if (known?.text === text && known.headers.link === link.link) return known;
    const made = fixedAnswer(text, { 'content-type': 'application/jwk-set+json', ...link });
    kept.set(name, made, { size: text.length + made.bytes.length });
    return made;
  };
  return async (request, response) => {
    const organizationId = String(request.params.organization_id);
    const before = queryParameter(request, 'before');
    const name = JSON.stringify([organizationId, before]);
    // Concurrent requests share one read. Later requests read again, since a key may have been revoked.
    const answer = running.get(name) ?? fresh(organizationId, before, name).finally(() => running.delete(name));
    running.set(name, answer);
    sendFixed(request, response, await answer);
  };
}

/** Returns the key set as text and, if there are older keys, the `before` of the next page in `older`. */
async function keySet(store: Store, organizationId: string, before: string | undefined) {
  const position = await positionOf(store, organizationId, before);
  const filter = { organization_id: organizationId };
  const active =
    before === undefined
      ? await collectPages((after, limit) => store.list('active_signing_keys', filter, after, limit))
      : [];
  const retired = await store.list('retired_signing_keys', filter, position, RETIRED);
  const keys = [...active, ...retired.entries].map(jwkView);
  return { text: JSON.stringify({ keys }), older: retired.next?.id };
}

/** @throws PortalError `not_found`, `invalid_request` */
async function positionOf(store: Store, organizationId: string, before: string | undefined) {
  const { organization, key } = await store.read((rows) => ({
    organization: rows.get('organization', organizationId),
    key: before === undefined ? undefined : rows.get('signing_key', before),
  }));
  if (!organization) throw new PortalError('not_found', 'There is no organization with this id.');
  if (before === undefined) return undefined;
  if (key?.organization_id === organizationId) return positionIn(key);
  throw new PortalError('invalid_request', 'before: must be the id in the Link header of the previous set');
}

function positionIn({ created_at, id }: SigningKey): Position {
  return { created_at, id };
}
