import type { GrantScope } from '../pages/grant/scopes-part.js';
import { type Client, type ClientsDeps, findClient } from './clients.js';
import { OauthError } from './oauth-error.js';
import { type Parameters, requiredParameter } from './parameters.js';
import { isRegisteredRedirect } from './redirect-uri.js';
import { findResource, MCP_PATH, type Resource, type ResourcesDeps } from './resources.js';
import { readScopes } from './scopes.js';

/** Client and redirect URI of a request. Only after these are valid may errors be sent to the redirect URI. */
export interface Requester {
  readonly client: Client;
  readonly redirectUri: string;
  readonly state: string | undefined;
}

/** A valid authorization request. */
export interface AuthorizationRequest extends Requester {
  readonly resource: Resource;
  readonly scopes: readonly GrantScope[];
  readonly codeChallenge: string;
}

/** SHA-256 in base64url (RFC 7636, 4.2). */
const CHALLENGE = /^[\w-]{43}$/;

/**
 * Reads who asks.
 * @throws OauthError, which must be shown to the person, since the redirect URI cannot be trusted
 */
export async function readRequester(deps: ClientsDeps, parameters: Parameters): Promise<Requester> {
  const client = await findClient(deps, requiredParameter(parameters, 'client_id'));
  const redirectUri = requiredParameter(parameters, 'redirect_uri');
  if (!isRegisteredRedirect(client.redirect_uris, redirectUri))
    throw new OauthError('invalid_redirect_uri', 'redirect_uri: must be one of the redirect URIs of the client');
  return { client, redirectUri, state: parameters.state };
}

/** Reads what is asked for. @throws OauthError, which is sent to the redirect URI */
export async function readRequest(
  deps: ResourcesDeps & { readonly publicUrl: () => string },
  requester: Requester,
  parameters: Parameters,
): Promise<AuthorizationRequest> {
  if (parameters.response_type !== 'code')
    throw new OauthError('unsupported_response_type', 'response_type: must be code');
  const codeChallenge = requiredParameter(parameters, 'code_challenge');
  if (parameters.code_challenge_method !== 'S256')
    throw new OauthError('invalid_request', 'code_challenge_method: must be S256');
  if (!CHALLENGE.test(codeChallenge)) throw new OauthError('invalid_request', 'code_challenge: must be a SHA-256');
  const scopes = readScopes(parameters.scope);
  if (!scopes) throw new OauthError('invalid_scope', 'scope: has an unknown scope; see scopes_supported');
  const resource = await resourceOf(deps, parameters.resource);
  if (!resource) throw new OauthError('invalid_target', 'resource: must be the URL of an MCP endpoint of this portal');
  return { ...requester, resource, scopes, codeChallenge };
}

async function resourceOf(
  deps: ResourcesDeps & { readonly publicUrl: () => string },
  named: string | undefined,
): Promise<Resource | undefined> {
  if (named === undefined) return findResource(deps, MCP_PATH);
  const base = deps.publicUrl();
  return named.startsWith(`${base}/`) ? findResource(deps, named.slice(base.length)) : undefined;
}
