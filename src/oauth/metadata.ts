import { GRANT_SCOPES } from '../pages/grant/scopes-part.js';

const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource';

/** Returns the URL of the metadata of a resource (RFC 9728, 3.1). */
export function resourceMetadataUrl(publicUrl: string, path: string): string {
  return `${publicUrl}${PROTECTED_RESOURCE}${path}`;
}

/** Builds the metadata of a protected resource (RFC 9728). Clients take the first issuer, so outside ones come first. */
export function resourceMetadata(
  publicUrl: string,
  { path, name, issuers }: { readonly path: string; readonly name: string; readonly issuers: readonly string[] },
): object {
  return {
    resource: `${publicUrl}${path}`,
    authorization_servers: [...issuers, publicUrl],
    scopes_supported: GRANT_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: name,
    resource_documentation: `${publicUrl}/docs/mcp`,
  };
}

const CLIENT_AUTHENTICATION = ['none', 'client_secret_basic', 'client_secret_post'];

/** Builds the metadata of the authorization server (RFC 8414, RFC 9207 and Client ID Metadata Documents). */
export function serverMetadata(publicUrl: string): object {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    introspection_endpoint: `${publicUrl}/oauth/introspect`,
    scopes_supported: GRANT_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${publicUrl}/docs/mcp`,
  };
}
