import type { Scope } from '../domain/tenant/tenant.js';
import { resourceMetadataUrl } from '../http/protected-resource.js';
import { DEFAULT_SCOPE } from './scopes.js';

interface Rejection {
  readonly status: number;
  /** Scope that a grant lacks. */
  readonly missingScope: Scope | undefined;
  readonly isTokenSent: boolean;
}

/**
 * Builds the `WWW-Authenticate` header of a rejected request (RFC 6750, 3; RFC 9728, 5.1): where to get a token after
 * 401, and with which scopes after 403. `undefined` for other errors.
 */
export function challengeOf(
  publicUrl: string,
  path: string,
  { status, missingScope, isTokenSent }: Rejection,
): string | undefined {
  const metadata = `resource_metadata="${resourceMetadataUrl(publicUrl, path)}"`;
  if (status === 401)
    return `Bearer ${metadata}, scope="${DEFAULT_SCOPE}"${isTokenSent ? ', error="invalid_token"' : ''}`;
  if (missingScope === undefined) return undefined;
  return `Bearer error="insufficient_scope", scope="${DEFAULT_SCOPE} ${missingScope}", ${metadata}`;
}
