import { PortalError } from '../../domain/errors/portal-error.js';
import { LINKED_PATH, type LinkedScope } from '../../domain/tenant/linked-scopes.js';
import { resourceMetadataUrl } from '../../http/protected-resource.js';
import type { Site } from '../site/site.js';

/** A call whose token of a linked person is missing, invalid or insufficient (UCP, Identity Linking, Error Handling). */
export class IdentityRefusal extends PortalError {
  /** Code of the message. */
  readonly reason: 'identity_required' | 'insufficient_scope';
  /** `WWW-Authenticate` header, from which the platform learns where to get a token, and with which scope. */
  readonly challenge: string;

  constructor(reason: IdentityRefusal['reason'], content: string, parameters: readonly string[]) {
    super(reason === 'identity_required' ? 'unauthorized' : 'forbidden', content);
    this.reason = reason;
    this.challenge = `Bearer ${parameters.join(', ')}`;
  }
}

export function invalidToken(site: Pick<Site, 'base'>, content: string): IdentityRefusal {
  const [realm, metadata] = placeOf(site);
  return new IdentityRefusal('identity_required', content, [realm, 'error="invalid_token"', metadata]);
}

export function tokenNeeded(site: Pick<Site, 'base' | 'linksAccounts'>, scope: LinkedScope): PortalError {
  // A challenge would lead to metadata that is not there.
  if (!site.linksAccounts)
    return new PortalError(
      'forbidden',
      'This shop is only for people who link their account, for which its operator must set PORTAL_OAUTH=1.',
    );
  const [realm, metadata] = placeOf(site);
  const content = 'This shop is for people who link their account: send their access token as Authorization: Bearer.';
  return new IdentityRefusal('identity_required', content, [realm, `scope="${scope}"`, metadata]);
}

export function insufficientScope(site: Pick<Site, 'base'>, scope: LinkedScope): IdentityRefusal {
  const [realm, metadata] = placeOf(site);
  const content = `The person has not allowed this: the access token lacks the scope ${scope}.`;
  const parameters = [realm, 'error="insufficient_scope"', `scope="${scope}"`, metadata];
  return new IdentityRefusal('insufficient_scope', content, parameters);
}

/** Returns the issuer of the site, and where the metadata of its resource is (RFC 9728, 5.1). */
function placeOf({ base }: Pick<Site, 'base'>): readonly [realm: string, metadata: string] {
  return [`realm="${base}"`, `resource_metadata="${resourceMetadataUrl(base, LINKED_PATH)}"`];
}
