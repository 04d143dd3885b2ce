import type { Request, Response } from 'express';
import { PortalError } from '../../domain/errors/portal-error.js';
import { requestedHost } from '../../http/address.js';
import { fixedAnswer, sendFixed } from '../../http/fixed-answer.js';
import type { Site } from './site.js';
import type { Sites } from './sites.js';

/** For an hour; a minute is the least (UCP, Profile Hosting). What an answer says of a checkout counts whatever a kept profile says. */
const CACHED = 'public, max-age=3600';

export type SendDocument = (request: Request, response: Response) => Promise<void>;

/** Answers a document of the site that the request's host is, which anybody may read and keep. `undefined` = the site has none. */
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
