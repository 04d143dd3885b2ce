import type { Request, RequestHandler } from 'express';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Organization } from '../../domain/tenant/tenant.js';
import type { Position, Store } from '../../ports.js';
import { signingKeyView } from '../../view/signing-key-view.js';
import { fixedJson, sendFixed } from '../fixed-answer.js';
import { queryParameter } from '../query-parameter.js';

/** Maximum keys per response. */
const PAGE = 500;

/**
 * Serves all signing keys of an organization with their times, in pages, oldest first. Revocation reasons are left out.
 */
export function keyHistory(store: Store, organizationOf: (request: Request) => Promise<Organization>): RequestHandler {
  return async (request, response) => {
    const { id } = await organizationOf(request);
    const position = await positionOf(store, id, queryParameter(request, 'after'));
    const page = await store.list('signing_keys', { organization_id: id }, position, PAGE);
    const keys = page.entries.map((row) => {
      const { revoked_reason: _, ...shown } = signingKeyView(row);
      return shown;
    });
    if (page.next) response.setHeader('link', `</logs/${id}/keys?after=${page.next.id}>; rel="next"`);
    sendFixed(request, response, fixedJson(JSON.stringify({ data: keys })));
  };
}

/** @throws PortalError `invalid_request` */
async function positionOf(
  store: Store,
  organizationId: string,
  after: string | undefined,
): Promise<Position | undefined> {
  if (after === undefined) return undefined;
  const key = await store.read((rows) => rows.get('signing_key', after));
  if (key?.organization_id === organizationId) return { created_at: key.created_at, id: key.id };
  throw new PortalError('invalid_request', 'after: must be the id in the Link header of the previous response');
}
