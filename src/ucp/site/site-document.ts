import type { Request, Response } from 'express';
import { PortalError } from '../../domain/errors/portal-error.js';
import { requestedHost } from '../../http/address.js';
import { fixedAnswer, sendFixed } from '../../http/fixed-answer.js';
import type { Site } from './site.js';
import type { Sites } from './sites.js';

/**
 * Clients may cache documents for one hour; UCP requires at least one minute (Profile Hosting). If a cached profile is
 * outdated, checkout responses take precedence over it.
 */
const CACHED = 'public, max-age=3600';

export type SendDocument = (request: Request, response: Response) => Promise<void>;

/**
 * Returns a handler that sends a public, cacheable document of the site at the request's host. `documentOf` returns
 * `undefined` if the site has no such document; the request then fails with `not_found`.
 */
export function siteDocument(
  sites: Pick<Sites, 'find'>,
  documentOf: (site: Site) => Promise<object> | object | undefined,
): SendDocument {
  return async (request, response) => {
    const site = await sites.find(requestedHost(request));
    if (!site) throw new PortalError('not_found', 'No shop is reached at this host over UCP.');
    const document = await documentOf(site);
    if (!document)
      throw new PortalError('not_found', 'This shop has no such document; its profile names those that it has.');
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    sendFixed(request, response, fixedAnswer(JSON.stringify(document), headers, CACHED));
  };
}
