import type { Authenticate, Credentials } from '../../calls/authenticate.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Caller, Platform } from '../../domain/tenant/tenant.js';
import type { Session } from '../session.js';
import type { Site } from '../site/site.js';
import type { ProtocolVersion } from '../versions/version.js';
import { profileIn } from './agent-header.js';
import { activeCapabilities } from './negotiate.js';
import { type ProfileRules, profileUrl } from './profile-url.js';
import type { Profiles } from './profiles.js';

/** What a request says about who calls. */
export interface Presented {
  readonly site: Site;
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
  readonly authenticate: Authenticate;
  readonly profiles: Pick<Profiles, 'get'>;
}

/**
 * Finds out who calls, and what both sides can do: the platform by its header, its key or its claim, then its profile.
 * @throws PortalError `unauthorized`, `forbidden`, `profile_not_trusted`, `rate_limited`, `version_unsupported`, and
 * those of `Profiles.get`
 */
export function makeIdentify({ authenticate, profiles, local }: CallersDeps) {
  return async (presented: Presented): Promise<Identified> => {
    const { site, version } = presented;
    if (presented.credentials.key === undefined) presented.countOpen();
    const url = profileUrl(profileIn(presented.agent), { local });
    const { platforms } = site.settings;
    const caller = await callerOf(presented, url.href, authenticate);
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

async function callerOf(
  { site, credentials }: Presented,
  profile: string,
  authenticate: Authenticate,
): Promise<PlatformCaller> {
  if (credentials.key !== undefined) return proven(await authenticate(credentials), site, profile);
  if (!site.settings.open) {
    throw new PortalError('unauthorized', 'This shop is for platforms that it knows: send your API key in x-api-key.');
  }
  const { deployment } = site;
  return {
    id: `ucp:${profile}`,
    scopes: new Set(['commerce']),
    organization_id: deployment.organization_id,
    deployment,
    buyer_id: null,
    platform: { profile, proven: false },
  };
}

/** A key is for profiles, and for one deployment. @throws PortalError `profile_not_trusted` */
function proven({ buyer_problem, ...caller }: Caller, { deployment }: Site, profile: string): PlatformCaller {
  if (caller.deployment?.id !== deployment.id || !caller.ucp_profiles?.includes(profile)) {
    throw new PortalError('profile_not_trusted', 'This API key is not for this profile, or not for this shop.');
  }
  return { ...caller, buyer_id: null, platform: { profile, proven: true } };
}
