import { createHash } from 'node:crypto';
import type { OauthClient, OauthCode } from '../domain/tenant/grant.js';
import { type ApiKey, keyStatus } from '../domain/tenant/tenant.js';
import { hashSecret } from '../domain/values/secret.js';
import { buildRevocation } from '../operations/tenancy/key-writes.js';
import { type Rows, replaceWrite, type Write } from '../ports.js';
import { newPair, type TokenResponse, tokenResponse, tokenWrites } from './issue-tokens.js';
import { OauthError } from './oauth-error.js';
import { type Parameters, requiredParameter } from './parameters.js';
import { audienceBaseOf } from './resources.js';
import type { TokenDeps } from './token-deps.js';

/** Time after its last use for which a registered client stays known. Milliseconds. */
const USED_LIFETIME_MS = 400 * 24 * 60 * 60 * 1000;

/**
 * Exchanges a code for tokens, once. A code that comes a second time was seen by somebody else, so its grant ends.
 * @throws OauthError `invalid_grant`, `invalid_request`, `invalid_target`
 */
export async function exchangeCode(deps: TokenDeps, clientId: string, parameters: Parameters): Promise<TokenResponse> {
  const { store, ids } = deps;
  const hash = hashSecret(requiredParameter(parameters, 'code'));
  const redirectUri = requiredParameter(parameters, 'redirect_uri');
  const known = await store.read((rows) => rows.get('oauth_code', hash));
  if (!known) throw noGrant();
  const verifier =
    known.code_challenge === undefined ? parameters.code_verifier : requiredParameter(parameters, 'code_verifier');
  const pair = newPair(ids);
  const answer = await store.update((rows) => {
    const now = deps.now();
    const code = rows.get('oauth_code', hash);
    const key = code && rows.get('api_key', code.grant_id);
    if (!code || !key?.grant || code.client_id !== clientId) return refusal();
    if (code.used_at !== undefined) {
      const { writes } = buildRevocation(rows, { ids, actor: 'code replay', now }, key.id);
      return { writes, result: undefined };
    }
    // The key of a link that the code extends outlives the code.
    const isLive = code.expires_at > now && keyStatus(key, now) === 'live';
    const isValid = isLive && code.redirect_uri === redirectUri && isVerified(code, verifier);
    if (!isValid || !isForResource(rows, deps, parameters, key)) return refusal();
    const end = key.grant.ends_at;
    const writes = [
      replaceWrite('oauth_code', code, { ...code, used_at: now }),
      replaceWrite('api_key', key, { ...key, expires_at: end, updated_at: now }),
      ...tokenWrites(key, pair, end, now),
      ...keepClient(rows.get('oauth_client', clientId), now),
    ];
    return { writes, result: tokenResponse(key, pair) };
  }, known.organization_id);
  if (!answer) throw noGrant();
  return answer;
}

function refusal(): { writes: Write[]; result: undefined } {
  return { writes: [], result: undefined };
}

/** A verifier without a challenge is rejected: somebody may have removed the challenge from the request. */
function isVerified({ code_challenge }: OauthCode, verifier: string | undefined): boolean {
  if (code_challenge === undefined || verifier === undefined) return code_challenge === verifier;
  return createHash('sha256').update(verifier).digest('base64url') === code_challenge;
}

/** True if the request names no resource, or that of the grant (RFC 8707). */
export function isForResource(
  rows: Rows,
  { publicUrl }: Pick<TokenDeps, 'publicUrl'>,
  { resource }: Parameters,
  key: Pick<ApiKey, 'deployment_id' | 'grant'>,
): boolean {
  return resource === undefined || resource === `${audienceBaseOf(rows, key, publicUrl())}${key.grant?.resource}`;
}

/** Extends the lifetime of a registered client that is in use, at most once a day. */
function keepClient(client: OauthClient | undefined, now: number): Write[] {
  if (!client || client.expires_at === null) return [];
  const expires_at = now + USED_LIFETIME_MS;
  if (expires_at - client.expires_at < 24 * 60 * 60 * 1000) return [];
  return [replaceWrite('oauth_client', client, { ...client, expires_at })];
}

/** One text for all reasons, so that it does not reveal why the grant is invalid. */
export function noGrant(): OauthError {
  return new OauthError('invalid_grant', 'The code or refresh token is not valid for this client: start again.');
}
