import { z } from 'zod';
import type { OauthClient } from '../domain/tenant/grant.js';
import { type Ids, insertWrite, type StoreWriter } from '../ports.js';
import { OauthError } from './oauth-error.js';
import { redirectProblem } from './redirect-uri.js';

/** Time after which a registered client that was never used expires. Milliseconds. */
const UNUSED_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Maximum registered clients, so that a flood from many addresses cannot fill the database. */
export const MAX_REGISTERED_CLIENTS = 20_000;
const MAX_REDIRECT_URIS = 10;
const MAX_NAME_LENGTH = 200;

/** Members of a registration (RFC 7591, 2) that the portal reads; it ignores others, as the RFC asks. */
const registration = z.looseObject({
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECT_URIS),
  client_name: z.string().max(MAX_NAME_LENGTH).optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
});

interface RegisterDeps {
  readonly store: StoreWriter;
  readonly ids: Ids;
  now(): number;
}

/**
 * Registers a public client (RFC 7591). Every client is public, even if it asked for a secret: a program that
 * everyone can install keeps none, and PKCE protects its codes. Returns the response.
 * @throws OauthError `invalid_redirect_uri`, `invalid_client_metadata`
 */
export async function registerClient({ store, ids, now }: RegisterDeps, body: unknown): Promise<object> {
  const { redirect_uris, client_name } = readRegistration(body);
  const created = now();
  const client: OauthClient = {
    ...{ id: ids.next('cli'), kind: 'registered', name: client_name ?? '', redirect_uris, secret_hash: null },
    ...{ expires_at: created + UNUSED_LIFETIME_MS, created_at: created, version: 0 },
  };
  await store.update((rows) => {
    if (rows.find('countOauthClients', created) >= MAX_REGISTERED_CLIENTS)
      throw new OauthError('invalid_client_metadata', 'Too many clients are registered; try again tomorrow.');
    return { writes: [insertWrite('oauth_client', client)], result: undefined };
  }, 'oauth_clients');
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(created / 1000),
    ...(client_name !== undefined && { client_name }),
    redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

function readRegistration(body: unknown): z.output<typeof registration> {
  const { data, error } = registration.safeParse(body);
  if (!data) {
    const [issue] = error.issues;
    throw new OauthError('invalid_client_metadata', `${issue?.path.join('.') || 'body'}: ${issue?.message}`);
  }
  const problem = data.redirect_uris.map(redirectProblem).find((found) => found !== undefined);
  if (problem !== undefined) throw new OauthError('invalid_redirect_uri', `redirect_uris ${problem}`);
  if (data.grant_types && !data.grant_types.includes('authorization_code'))
    throw new OauthError('invalid_client_metadata', 'grant_types must include authorization_code');
  if (data.response_types && !data.response_types.includes('code'))
    throw new OauthError('invalid_client_metadata', 'response_types must include code');
  return data;
}
