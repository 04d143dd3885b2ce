import { deriveToken, generateToken } from '../calls/access-token.js';
import type { OauthToken } from '../domain/tenant/grant.js';
import { grantedScopes } from '../domain/tenant/linked-scopes.js';
import type { ApiKey } from '../domain/tenant/tenant.js';
import { hashSecret } from '../domain/values/secret.js';
import { type Ids, insertWrite, type Write } from '../ports.js';

/** Lifetime of an access token. Milliseconds. */
const ACCESS_LIFETIME_MS = 60 * 60 * 1000;

/** Texts of a pair of tokens, which only the client gets. */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** Response of the token endpoint (RFC 6749, 5.1). */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

export function newPair(ids: Pick<Ids, 'secret'>): TokenPair {
  return { access: generateToken(ids, 'access'), refresh: generateToken(ids, 'refresh') };
}

/** Returns the pair that replaces a refresh token: the same one each time. */
export function nextPair(secret: Buffer, refreshToken: string): TokenPair {
  return {
    access: deriveToken(secret, 'access', refreshToken),
    refresh: deriveToken(secret, 'refresh', refreshToken),
  };
}

type GrantKey = Pick<ApiKey, 'id' | 'organization_id' | 'scopes' | 'grant'>;

/** Builds the writes that store a pair. Both tokens expire with the grant, at the latest. */
export function tokenWrites(key: GrantKey, pair: TokenPair, grantEnd: number, now: number): Write[] {
  const row = (text: string, kind: OauthToken['kind'], expires_at: number): OauthToken => ({
    ...{ id: hashSecret(text), kind, organization_id: key.organization_id, grant_id: key.id, expires_at },
    ...{ created_at: now, version: 0 },
  });
  return [
    insertWrite('oauth_token', row(pair.access, 'access', Math.min(now + ACCESS_LIFETIME_MS, grantEnd))),
    insertWrite('oauth_token', row(pair.refresh, 'refresh', grantEnd)),
  ];
}

/** @param lifetime time for which the access token stays valid; milliseconds */
export function tokenResponse(key: GrantKey, pair: TokenPair, lifetime: number = ACCESS_LIFETIME_MS): TokenResponse {
  return {
    access_token: pair.access,
    token_type: 'Bearer',
    expires_in: Math.max(0, Math.floor(lifetime / 1000)),
    refresh_token: pair.refresh,
    scope: grantedScopes(key).join(' '),
  };
}
