import type { Request, RequestHandler, Response } from 'express';
import { PortalError } from '../../domain/errors/portal-error.js';
import { required } from '../../domain/values/required.js';
import { requestedHost } from '../../http/address.js';
import { fixedAnswer, sendFixed } from '../../http/fixed-answer.js';
import type { PaymentGateway } from '../../payments/payment-gateway.js';
import type { Clock, Store } from '../../ports.js';
import { canonicalHandlers } from '../checkout/handlers.js';
import type { ProtocolVersion } from '../versions/version.js';
import { businessProfile } from './business-profile.js';
import { profilePath } from './published.js';
import type { Sites } from './sites.js';

interface ProfileDeps {
  readonly sites: Pick<Sites, 'find'>;
  readonly store: Pick<Store, 'read'>;
  readonly clock: Clock;
  readonly gateway: Pick<PaymentGateway, 'handler'>;
  /** Newest first. */
  readonly versions: readonly ProtocolVersion[];
}

/** Public, and for a minute at least (UCP, Profile Hosting). */
const CACHED = 'public, max-age=300';

/** `/.well-known/ucp`: the newest version; the others stand below it. */
export function profileRoutes({
  sites,
  store,
  clock,
  gateway,
  versions,
}: ProfileDeps): ReadonlyMap<string, RequestHandler> {
  const [newest, ...older] = versions;
  const answer = (version: ProtocolVersion, others: readonly ProtocolVersion[]) => {
    return async (request: Request, response: Response) => {
      const site = await sites.find(requestedHost(request));
      if (!site) throw new PortalError('not_found', 'No shop is reached at this host over UCP.');
      const shop = await store.read((rows) => required(rows.get('shop', site.deployment.shop_id), 'shop'));
      const handlers = canonicalHandlers(gateway, { shop }, site);
      const text = JSON.stringify(businessProfile(site, version, handlers, { older: others, now: clock.now() }));
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      sendFixed(request, response, fixedAnswer(text, headers, CACHED));
    };
  };
  const root = required(newest, 'a version');
  return new Map([
    [profilePath(), answer(root, older)],
    ...versions.map((version) => [profilePath(version.date), answer(version, [])] as const),
  ]);
}
