import type { RateLimit } from '../../calls/rate-limit.js';
import { webhookForm } from '../../delivery/webhook-form.js';
import type { Connector } from '../../outbound/connector.js';
import type { OutboundRules } from '../../outbound/public-url.js';
import type { Clock, Sealing, Store } from '../../ports.js';
import { Profiles } from '../platforms/profiles.js';
import { Sites } from '../site/sites.js';
import { orderListeners } from './order-listener.js';
import { platformForm } from './platform-form.js';

/** Rate limit for fetching platform profiles, shared by all platforms. */
const PROFILES = { perSecond: 5, burst: 50 };

/** Parts that the UCP surface and the delivery of UCP events share. */
export interface UcpParts {
  readonly sites: Sites;
  readonly profiles: Profiles;
}

interface EventDeps extends OutboundRules {
  readonly store: Pick<Store, 'list' | 'read' | 'secret'>;
  readonly clock: Clock;
  readonly publicUrl: () => string;
  /** True if people can link their account. */
  readonly linksAccounts: boolean;
  readonly connector: Connector;
  readonly sealing: Sealing;
  /** `undefined` for no limit. */
  readonly limit: (rate: typeof PROFILES) => RateLimit | undefined;
}

/** Builds the sites, the platform profiles, and the parts that write and send events. */
export function eventParts({ store, clock, publicUrl, linksAccounts, connector, sealing, limit, local }: EventDeps) {
  const sites = new Sites({ store, clock, publicUrl, linksAccounts });
  const profiles = new Profiles({ clock, connector, limit: limit(PROFILES), local });
  const forms = { webhook: webhookForm({ sealing, local }), ucp: platformForm({ sites, profiles, local }) };
  return { ucp: { sites, profiles }, listenerOf: orderListeners(sites), forms };
}
