import type { Authenticate, Credentials } from '../../calls/authenticate.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Caller } from '../../domain/tenant/tenant.js';
import { memo } from '../../domain/values/memo.js';
import type { Clock } from '../../ports.js';
import { linkPerson } from '../identity/link-person.js';
import type { PlatformCaller, UcpCaller } from '../session.js';
import { announcedAt } from '../site/announced.js';
import type { Site } from '../site/site.js';
import type { Sites } from '../site/sites.js';
import type { ProtocolVersion } from '../versions/version.js';
import { activeCapabilities } from './negotiate.js';
import { type ProfileRules, profileUrl } from './profile-url.js';
import type { Profiles } from './profiles.js';
import { isProven, isSigned, type SignedRequest } from './prove.js';

/** Parts of a request that identify its caller. */
export interface Presented {
  /** Host name that the request was sent to. */
  readonly host: string;
  /** Version of the endpoint. */
  readonly version: ProtocolVersion;
  /**
   * URL of the platform's profile, as sent.
   * @throws PortalError `invalid_profile_url`
   */
  profile(): string;
  /** Never includes a buyer id, which UCP does not use. */
  readonly credentials: Credentials;
  /** Access token of a linked person, for whom the platform acts; `undefined` if it acts for itself. */
  readonly token: string | undefined;
  readonly signed: SignedRequest;
  /** @throws PortalError `rate_limited` */
  countOpen(): void;
}

/** Maximum number of cached valid profile URLs; platforms send theirs with every call. */
const MAX_URLS = 1_000;

interface CallersDeps extends ProfileRules {
  readonly sites: Pick<Sites, 'find' | 'idOf' | 'of'>;
  readonly authenticate: Authenticate;
  readonly profiles: Pick<Profiles, 'get' | 'again'>;
  readonly clock: Clock;
}

/**
 * Returns a function that identifies the caller by its API key, signature or claimed profile, then negotiates
 * capabilities.
 * @throws PortalError `not_found` if no shop has this host, `unauthorized`, `forbidden`, `profile_not_trusted`,
 * `rate_limited`, `version_unsupported`, and those of `Profiles.get`; IdentityRefusal
 */
export function makeIdentify(deps: CallersDeps) {
  const { authenticate, profiles, sites, local } = deps;
  const urlOf = memo(MAX_URLS, (text: string) => profileUrl(text, { local }));
  return async (presented: Presented): Promise<UcpCaller> => {
    const { version, signed } = presented;
    /** Identifies a caller with a key. An invalid signature is rejected even if the key is valid. */
    const keyed = async (caller: Caller, id: string, url: URL): Promise<Found> => {
      const found = proven(caller, id, url.href, sites);
      assertAccepted(found.site, url);
      await isProven(deps, signed, found.site, url);
      return found;
    };
    const unkeyed = async (site: Site | undefined, url: URL): Promise<Found> => {
      if (!site) throw noSite();
      assertAccepted(site, url);
      // Profiles are not fetched for callers that could not buy with any profile.
      if (!isSigned(signed)) assertOpen(site);
      const isSure = await isProven(deps, signed, site, url);
      if (!isSure) assertOpen(site);
      return unkeyedCaller(site, url.href, isSure);
    };
    const hasKey = presented.credentials.key !== undefined;
    if (!hasKey) presented.countOpen();
    const id = await sites.idOf(presented.host);
    if (id === undefined) {
      if (hasKey) presented.countOpen();
      throw noSite();
    }
    const url = urlOf(presented.profile());
    const { caller: platform, site } = hasKey
      ? await keyed(await authenticate(presented.credentials), id, url)
      : await unkeyed(await sites.find(presented.host), url);
    const profile = await profiles.get(url);
    if (profile.version !== version.date) {
      const detail = `The profile has version ${profile.version}, and this endpoint serves ${version.date}; /.well-known/ucp names the others.`;
      throw new PortalError('version_unsupported', detail);
    }
    const active = activeCapabilities(announcedAt(site)(version))(profile);
    const listens = profile.orderWebhooks.size > 0;
    const { token, credentials } = presented;
    const linking = token !== undefined && { token, credentials, site, profile: url };
    const caller = linking ? await linkPerson(authenticate, platform, linking) : platform;
    return { ...caller, session: { site, version, platform: caller.platform, active, listens } };
  };
}

export type Identify = ReturnType<typeof makeIdentify>;

interface Found {
  readonly caller: PlatformCaller;
  readonly site: Site;
}

/** @throws PortalError `profile_not_trusted` */
function assertAccepted(site: Site, { href }: URL): void {
  if (site.accepts(href)) return;
  throw new PortalError('profile_not_trusted', 'The shop accepts named platforms, and this profile is none of them.');
}

/** @throws PortalError `unauthorized` if the shop requires platforms to prove their identity */
function assertOpen({ settings }: Site): void {
  if (settings.open) return;
  const detail =
    'This shop is for platforms that prove who they are: send your API key in x-api-key, or sign the request.';
  throw new PortalError('unauthorized', detail);
}

/**
 * Returns a caller without a key: a platform with a valid signature, or anyone in an open shop. Callers of one kind
 * cannot access resources of the other, even with the same profile.
 */
function unkeyedCaller(site: Site, profile: string, proven: boolean): Found {
  const { deployment } = site;
  const caller = {
    id: `${proven ? 'ucp-signed' : 'ucp'}:${deployment.id}:${profile}`,
    scopes: new Set(['commerce'] as const),
    organization_id: deployment.organization_id,
    deployment,
    buyer_id: null,
    platform: { profile, proven },
  };
  return { caller, site };
}

/**
 * Checks that the caller's key is bound to this profile and this deployment, whose row was read together with the key.
 * @throws PortalError `profile_not_trusted`
 */
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
