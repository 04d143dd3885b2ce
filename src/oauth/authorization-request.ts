import { EARLY_LINKED_SCOPE } from '../domain/tenant/linked-scopes.js';
import type { GrantKey } from '../records/grants.js';
import { type Client, type ClientsDeps, findClient } from './clients.js';
import { OauthError } from './oauth-error.js';
import { type Parameters, requiredParameter } from './parameters.js';
import { isRegisteredRedirect } from './redirect-uri.js';
import {
  findMcpResource,
  findNamedResource,
  findUcpResource,
  issuerAt,
  MCP_PATH,
  type Resource,
  type ResourcesDeps,
} from './resources.js';
import { type AskedScopes, areLinkedScopes, readScopes, scopeNames } from './scopes.js';

/** Client and redirect URI of a request. Only after these are valid may errors be sent to the redirect URI. */
export interface Requester {
  readonly client: Client;
  readonly redirectUri: string;
  readonly state: string | undefined;
}

/** A valid authorization request. */
export interface AuthorizationRequest extends Requester, AskedScopes {
  readonly resource: Resource;
  /** Link of the same person and client that the request extends; absent for a new grant. */
  readonly extends?: GrantKey;
  /** `undefined` for a client that the operator exempted. */
  readonly codeChallenge: string | undefined;
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

/**
 * Reads what is asked for, at a host name of the portal.
 * @throws OauthError, which is sent to the redirect URI
 */
export async function readRequest(
  deps: ResourcesDeps,
  requester: Requester,
  parameters: Parameters,
  host: string,
): Promise<AuthorizationRequest> {
  if (parameters.response_type !== 'code')
    throw new OauthError('unsupported_response_type', 'response_type: must be code');
  const names = scopeNames(parameters.scope);
  const resource = await resourceOf(deps, parameters.resource, names, host);
  if (!resource)
    throw new OauthError('invalid_target', 'resource: must be the URL of an MCP endpoint of this portal, or of UCP');
  const asked = readScopes(names, resource.path);
  if (!asked) throw new OauthError('invalid_scope', 'scope: must be in scopes_supported, with one for this resource');
  return { ...requester, ...asked, resource, codeChallenge: readChallenge(requester, asked, parameters) };
}

/** Reads the PKCE challenge. Only requests of UCP 2026-01-11, which has none, may lack it, by clients with a secret. */
function readChallenge(
  { client }: Requester,
  { linkedScopes }: AskedScopes,
  parameters: Parameters,
): string | undefined {
  const isEarly = linkedScopes?.every((scope) => scope === EARLY_LINKED_SCOPE) === true;
  const hasNone = parameters.code_challenge === undefined && parameters.code_challenge_method === undefined;
  if (client.pkce_optional && isEarly && hasNone) return undefined;
  const challenge = requiredParameter(parameters, 'code_challenge');
  if (parameters.code_challenge_method !== 'S256')
    throw new OauthError('invalid_request', 'code_challenge_method: must be S256');
  if (!CHALLENGE.test(challenge)) throw new OauthError('invalid_request', 'code_challenge: must be a SHA-256');
  return challenge;
}

/** Finds the resource. UCP platforms need not name it: it follows from the scopes, or from the shop's own host. */
async function resourceOf(
  deps: ResourcesDeps,
  named: string | undefined,
  scopes: ReadonlySet<string>,
  host: string,
): Promise<Resource | undefined> {
  if (named !== undefined) return findNamedResource(deps, named);
  const isOwnHost = (await issuerAt(deps, host)) !== deps.publicUrl();
  const isUcp = areLinkedScopes(scopes) || (scopes.size === 0 && isOwnHost);
  return isUcp ? findUcpResource(deps, host) : findMcpResource(deps, MCP_PATH);
}
