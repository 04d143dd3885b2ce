import type { Authenticate, Credentials } from '../../calls/authenticate.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Caller, Platform } from '../../domain/tenant/tenant.js';
import type { Session } from '../session.js';
import type { Site } from '../site/site.js';
import type { Sites } from '../site/sites.js';
import type { ProtocolVersion } from '../versions/version.js';
import { profileIn } from './agent-header.js';
import { activeCapabilities } from './negotiate.js';
import { type ProfileRules, profileUrl } from './profile-url.js';
import type { Profiles } from './profiles.js';

/** What a request says about who calls. */
export interface Presented {
  /** The host name of the request. */
  readonly host: string;
  /** Of the endpoint that was called. */
  readonly version: ProtocolVersion;
  /** `UCP-Agent`. */
  readonly agent: string | undefined;
  /** Without a buyer: UCP reads none. */
  readonly credentials: Credentials;
  /** @throws PortalError `rate_limited` */
  countOpen(): void;
}

interface Identified {
  readonly caller: Caller;
  readonly session: Session;
}

interface CallersDeps extends ProfileRules {
  readonly sites: Pick<Sites, 'find' | 'idOf' | 'of'>;
  readonly authenticate: Authenticate;
  readonly profiles: Pick<Profiles, 'get'>;
}

/**
 * Finds out who calls, and what both sides can do: the platform by its header, its key or its claim, then its profile.
 * @throws PortalError `not_found` where no shop is reached at this host, `unauthorized`, `forbidden`, `profile_not_trusted`, `rate_limited`, `version_unsupported`, and
 * those of `Profiles.get`
 */
export function makeIdentify({ authenticate, profiles, sites, local }: CallersDeps) {
  return async (presented: Presented): Promise<Identified> => {
    const { version } = presented;
    const hasKey = presented.credentials.key !== undefined;
    if (!hasKey) presented.countOpen();
    const id = await sites.idOf(presented.host);
    if (id === undefined) {
      if (hasKey) presented.countOpen();
      throw noSite();
    }
    const url = profileUrl(profileIn(presented.agent), { local });
    const { caller, site } = hasKey
      ? proven(await authenticate(presented.credentials), id, url.href, sites)
      : claimed(await sites.find(presented.host), url.href);
    const { platforms } = site.settings;
    if (platforms && !platforms.includes(url.href)) {
      throw new PortalError(
        'profile_not_trusted',
        'The shop accepts named platforms, and this profile is none of them.',
      );
    }
    const profile = await profiles.get(url);
    if (profile.version !== version.date) {
      const detail = `The profile has version ${profile.version}, and this endpoint serves ${version.date}; /.well-known/ucp names the others.`;
      throw new PortalError('version_unsupported', detail);
    }
    return {
      caller,
      session: { site, version, platform: caller.platform, active: activeCapabilities(version, profile) },
    };
  };
}

export type Identify = ReturnType<typeof makeIdentify>;

type PlatformCaller = Caller & { readonly platform: Platform };

interface Found {
  readonly caller: PlatformCaller;
  readonly site: Site;
}

/** Anybody, in an open shop. @throws PortalError `unauthorized` */
function claimed(site: Site | undefined, profile: string): Found {
  if (!site) throw noSite();
  if (!site.settings.open) {
    throw new PortalError('unauthorized', 'This shop is for platforms that it knows: send your API key in x-api-key.');
  }
  const { deployment } = site;
  const caller = {
    id: `ucp:${deployment.id}:${profile}`,
    scopes: new Set(['commerce'] as const),
    organization_id: deployment.organization_id,
    deployment,
    buyer_id: null,
    platform: { profile, proven: false },
  };
  return { caller, site };
}

/** A key is for profiles, and for one deployment, whose row came with it. @throws PortalError `profile_not_trusted` */
function proven(
  { buyer_problem, ...caller }: Caller,
  deploymentId: string,
  profile: string,
  sites: Pick<Sites, 'of'>,
): Found {
  const { deployment } = caller;
  if (deployment?.id !== deploymentId || !caller.ucp_profiles?.includes(profile)) {
    throw new PortalError('profile_not_trusted', 'This API key is not for this profile, or not for this shop.');
  }
  const site = sites.of(deployment);
  if (!site) throw noSite();
  return { caller: { ...caller, buyer_id: null, platform: { profile, proven: true } }, site };
}

function noSite(): PortalError {
  return new PortalError('not_found', 'No shop is reached at this host over UCP.');
}
