import { hashSecret } from '../domain/values/secret.js';
import { buildRevocation } from '../operations/tenancy/key-writes.js';
import { type Parameters, requiredParameter } from './parameters.js';
import type { TokenDeps } from './token-deps.js';

/**
 * Ends a token for its client (RFC 7009): an access token alone, or with a refresh token the whole grant. An unknown
 * token, or that of another client, changes nothing.
 * @throws OauthError `invalid_request`
 */
export async function revokeToken(deps: TokenDeps, clientId: string, parameters: Parameters): Promise<void> {
  const { store, ids, now } = deps;
  const hash = hashSecret(requiredParameter(parameters, 'token'));
  const known = await store.read((rows) => rows.get('oauth_token', hash));
  if (!known) return;
  await store.update((rows) => {
    const token = rows.get('oauth_token', hash);
    const key = token && rows.get('api_key', token.grant_id);
    if (key?.grant?.client_id !== clientId) return { writes: [], result: undefined };
    if (token?.kind === 'access')
      return { writes: [{ type: 'remove', table: 'oauth_token', key: hash }], result: undefined };
    return {
      writes: buildRevocation(rows, { ids, actor: 'client', now: now() }, key.id).writes,
      result: undefined,
    };
  }, known.organization_id);
}
