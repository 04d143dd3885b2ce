import type { Grant } from '../domain/tenant/grant.js';
import { LINKED_SCOPES, type LinkedScope } from '../domain/tenant/linked-scopes.js';
import { keyStatus } from '../domain/tenant/tenant.js';
import type { StoreReader } from '../ports.js';
import { type GrantKey, hasGrant } from '../records/grants.js';
import type { AuthorizationRequest } from './authorization-request.js';

/** Maximum grants of a person that are searched, newest first. */
const MAX_GRANTS = 100;

interface EarlierLinkDeps {
  readonly store: Pick<StoreReader, 'list'>;
  now(): number;
}

/**
 * Makes a request for UCP extend the link that the person already has with this client in this shop: a platform that
 * asks for one more scope keeps the others, and the carts and orders of the link.
 */
export async function extendEarlierLink(
  { store, now }: EarlierLinkDeps,
  request: AuthorizationRequest,
  personId: string | undefined,
): Promise<AuthorizationRequest> {
  const { linkedScopes, resource } = request;
  if (personId === undefined || !linkedScopes) return request;
  const filter = { person_id: personId, organization_id: resource.deployment.organization_id };
  const { entries } = await store.list('person_grants', filter, undefined, MAX_GRANTS);
  const earlier = entries.filter(hasGrant).find((key) => isExtendable(key, request, now()));
  if (!earlier) return request;
  return { ...request, linkedScopes: addScopes(earlier.grant, linkedScopes), extends: earlier };
}

/** Returns the permissions of a link with further ones, in their usual order. */
export function addScopes({ linked_scopes = [] }: Grant, more: readonly LinkedScope[]): readonly LinkedScope[] {
  return LINKED_SCOPES.filter((scope) => linked_scopes.includes(scope) || more.includes(scope));
}

/** True if a request may extend a grant: a connected link with the same client and host, in the same shop. */
export function isExtendable(key: GrantKey, request: AuthorizationRequest, now: number): boolean {
  const { client, redirectUri, resource } = request;
  const { grant, deployment_id, expires_at } = key;
  // Redirect URIs of a client may be at several hosts. What a person allows one must not reach the tokens of another.
  const isSameClient = grant.client_id === client.id && grant.client_host === client.hostFor(redirectUri);
  const isSameShop = grant.resource === resource.path && deployment_id === resource.deployment.id;
  // The exchange of the code extends the key to the end of the grant.
  const isConnected = expires_at === grant.ends_at && keyStatus(key, now) === 'live';
  return isSameClient && isSameShop && isConnected && isProofSufficient(grant, request);
}

/** Without PKCE, the code must give no other scopes than those for which a client may leave it out. */
function isProofSufficient({ linked_scopes = [] }: Grant, request: AuthorizationRequest): boolean {
  const { codeChallenge, linkedScopes = [] } = request;
  return codeChallenge !== undefined || linked_scopes.every((scope) => linkedScopes.includes(scope));
}
