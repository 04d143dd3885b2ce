import { type ApiKey, keyStatus } from '../domain/tenant/tenant.js';
import { hashSecret } from '../domain/values/secret.js';
import { buildRevocation } from '../operations/tenancy/key-writes.js';
import { type Rows, replaceWrite, type Write } from '../ports.js';
import { isForResource, noGrant } from './exchange-code.js';
import { nextPair, type TokenPair, type TokenResponse, tokenResponse, tokenWrites } from './issue-tokens.js';
import { type Parameters, requiredParameter } from './parameters.js';
import type { TokenDeps } from './token-deps.js';

/**
 * Time for which a replaced refresh token gives the same pair again, for a client that lost the response or that
 * refreshes in two places at once. Milliseconds.
 */
const RETRY_MS = 60 * 1000;
/** Time for which a replaced refresh token is remembered, so that its use ends the grant. Milliseconds. */
const REUSE_MEMORY_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Replaces a refresh token by a new pair. A replaced one that comes again later was stolen from the client, or the
 * client's new one was, so the grant ends.
 * @throws OauthError `invalid_grant`, `invalid_request`
 */
export async function refreshTokens(deps: TokenDeps, clientId: string, parameters: Parameters): Promise<TokenResponse> {
  const { store, ids } = deps;
  const text = requiredParameter(parameters, 'refresh_token');
  const hash = hashSecret(text);
  const known = await store.read((rows) => rows.get('oauth_token', hash));
  if (known?.kind !== 'refresh') throw noGrant();
  const pair = nextPair(deps.secret, text);
  const answer = await store.update((rows): { writes: Write[]; result: TokenResponse | undefined } => {
    const now = deps.now();
    const token = rows.get('oauth_token', hash);
    const key = token && rows.get('api_key', token.grant_id);
    const isValid =
      key?.grant?.client_id === clientId && keyStatus(key, now) === 'live' && token && token.expires_at > now;
    if (!isValid || !isForResource(rows, deps, parameters, key)) return { writes: [], result: undefined };
    if (token.replaced_at !== undefined) {
      if (now - token.replaced_at <= RETRY_MS) return { writes: [], result: repeated(rows, key, pair, now) };
      const { writes } = buildRevocation(rows, { ids, actor: 'refresh token reuse', now }, key.id);
      return { writes, result: undefined };
    }
    const end = token.expires_at;
    const replaced = { ...token, replaced_at: now, expires_at: Math.min(end, now + REUSE_MEMORY_MS) };
    const writes = [replaceWrite('oauth_token', token, replaced), ...tokenWrites(key, pair, end, now)];
    return { writes, result: tokenResponse(key, pair) };
  }, known.organization_id);
  if (!answer) throw noGrant();
  return answer;
}

function repeated(rows: Rows, key: ApiKey, pair: TokenPair, now: number): TokenResponse | undefined {
  const access = rows.get('oauth_token', hashSecret(pair.access));
  return access && tokenResponse(key, pair, access.expires_at - now);
}
