import { required } from '../../domain/values/required.js';
import type { PaymentGateway } from '../../payments/payment-gateway.js';
import type { Clock, Store } from '../../ports.js';
import { toCanonicalHandlers } from '../checkout/handlers.js';
import type { ProtocolVersion } from '../versions/version.js';
import { businessProfile } from './business-profile.js';
import { profilePath } from './published.js';
import { type SendDocument, siteDocument } from './site-document.js';
import type { Sites } from './sites.js';

interface ProfileDeps {
  readonly sites: Pick<Sites, 'find'>;
  readonly store: Pick<Store, 'read'>;
  readonly clock: Clock;
  readonly gateway: Pick<PaymentGateway, 'handler'>;
  /** Newest first. */
  readonly versions: readonly ProtocolVersion[];
}

/** Routes of the profiles: the newest version at `/.well-known/ucp`, older ones at paths below it. */
export function profileRoutes({
  sites,
  store,
  clock,
  gateway,
  versions,
}: ProfileDeps): ReadonlyMap<string, SendDocument> {
  const [newest, ...older] = versions;
  const answer = (version: ProtocolVersion, others: readonly ProtocolVersion[]) => {
    return siteDocument(sites, async (site) => {
      const handlers = await store.read((rows) => {
        const shop = required(rows.get('shop', site.deployment.shop_id), 'shop');
        return toCanonicalHandlers(rows, gateway, { shop }, site);
      });
      return businessProfile(site, version, handlers, { older: others, now: clock.now() });
    });
  };
  const root = required(newest, 'a version');
  return new Map([
    [profilePath(), answer(root, older)],
    ...versions.map((version) => [profilePath(version.date), answer(version, [])] as const),
  ]);
}
