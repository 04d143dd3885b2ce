import { PortalError } from '../domain/errors/portal-error.js';
import { grantedScopes } from '../domain/tenant/linked-scopes.js';
import { type Caller, keyStatus } from '../domain/tenant/tenant.js';
import { hashSecret } from '../domain/values/secret.js';
import type { StoreReader } from '../ports.js';
import { type Parameters, requiredParameter } from './parameters.js';
import { audienceBaseOf } from './resources.js';

interface IntrospectDeps {
  readonly store: StoreReader;
  readonly publicUrl: () => string;
  now(): number;
}

/**
 * Describes a token to its organization (RFC 7662). A token that is unknown, expired, ended or of another organization
 * is only inactive.
 * @throws PortalError `forbidden` for a key without the scope `keys`
 * @throws OauthError `invalid_request`
 */
export async function introspectToken(
  { store, publicUrl, now }: IntrospectDeps,
  caller: Caller,
  parameters: Parameters,
): Promise<object> {
  if (!caller.scopes.has('keys')) throw new PortalError('forbidden', 'This key lacks the scope "keys".');
  const hash = hashSecret(requiredParameter(parameters, 'token'));
  const { token, key, base } = await store.read((rows) => {
    const found = rows.get('oauth_token', hash);
    const owner = found && rows.get('api_key', found.grant_id);
    return { token: found, key: owner, base: owner && audienceBaseOf(rows, owner, publicUrl()) };
  });
  const isActive =
    key?.grant !== undefined &&
    key.organization_id === caller.organization_id &&
    keyStatus(key, now()) === 'live' &&
    token !== undefined &&
    token.expires_at > now() &&
    token.replaced_at === undefined;
  if (!isActive) return { active: false };
  return {
    active: true,
    scope: grantedScopes(key).join(' '),
    client_id: key.grant.client_id,
    token_type: token.kind === 'access' ? 'Bearer' : 'refresh_token',
    exp: Math.floor(token.expires_at / 1000),
    iat: Math.floor(token.created_at / 1000),
    sub: key.id,
    aud: `${base}${key.grant.resource}`,
    iss: base,
  };
}
