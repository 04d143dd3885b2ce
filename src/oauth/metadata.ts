import { faceOf } from '../domain/shop/face.js';
import { LINKED_PATH, LINKED_SCOPES } from '../domain/tenant/linked-scopes.js';
import { GRANT_SCOPES } from '../pages/grant/scopes-part.js';
import type { Resource } from './resources.js';

/** Builds the metadata of a protected resource (RFC 9728). Clients take the first issuer, so outside ones come first. */
export function resourceMetadata(publicUrl: string, { path, url, shop }: Resource, issuers: readonly string[]): object {
  const isUcp = path === LINKED_PATH;
  return {
    resource: url,
    authorization_servers: issuers,
    scopes_supported: isUcp ? LINKED_SCOPES : GRANT_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: faceOf(shop).name,
    resource_documentation: `${publicUrl}/docs/${isUcp ? 'ucp' : 'mcp'}`,
  };
}

const CLIENT_AUTHENTICATION = ['none', 'client_secret_basic', 'client_secret_post'];

/**
 * Builds the metadata of the authorization server (RFC 8414, RFC 9207 and Client ID Metadata Documents).
 * @param isUcp true if a shop is reached over UCP at the host of the issuer
 */
export function serverMetadata(issuer: string, isUcp: boolean): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    scopes_supported: [...GRANT_SCOPES, ...(isUcp ? LINKED_SCOPES : [])],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${issuer}/docs/mcp`,
  };
}
