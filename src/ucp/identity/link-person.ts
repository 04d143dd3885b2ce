import type { Authenticate, Credentials } from '../../calls/authenticate.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { LINKED_PATH } from '../../domain/tenant/linked-scopes.js';
import type { Caller } from '../../domain/tenant/tenant.js';
import { bareHost } from '../../parsed-url.js';
import type { PlatformCaller } from '../session.js';
import type { Site } from '../site/site.js';
import { invalidToken } from './identity-refusal.js';

interface Linking {
  /** Access token of the person. */
  readonly token: string;
  readonly credentials: Credentials;
  readonly site: Site;
  /** URL of the platform's profile. */
  readonly profile: URL;
}

/**
 * Returns the platform as a caller for the person of an access token. The person's grant is then what calls: its limits
 * hold instead of those of the platform's key, and its objects are apart from all others.
 * @throws IdentityRefusal
 * @throws PortalError `rate_limited`
 */
export async function linkPerson(
  authenticate: Authenticate,
  platform: PlatformCaller,
  { token, credentials, site, profile }: Linking,
): Promise<PlatformCaller> {
  const person = await authenticate({ ...credentials, key: token, resource: LINKED_PATH }).catch((error: unknown) => {
    if (!(error instanceof PortalError) || error.code !== 'unauthorized') throw error;
    throw invalidToken(site, error.detail);
  });
  if (person.deployment?.id !== site.deployment.id) throw invalidToken(site, 'The access token is for another shop.');
  if (!isOfPlatform(person, profile))
    throw invalidToken(site, 'The access token was issued to another client than the platform of this profile.');
  return { ...person, buyer_id: null, platform: { ...platform.platform, account: person.id } };
}

/**
 * True if the client of a token is the platform: the operator said so, or the person's browser returned the code to the
 * host of the profile, or the client's metadata document is there.
 */
function isOfPlatform({ linked, ucp_profiles }: Caller, profile: URL): boolean {
  return ucp_profiles ? ucp_profiles.includes(profile.href) : linked?.client_host === bareHost(profile);
}
