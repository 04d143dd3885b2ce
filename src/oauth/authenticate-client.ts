import { hashSecret, isSameSecret } from '../domain/values/secret.js';
import type { StoreReader } from '../ports.js';
import { isDocumentUrl } from './client-document.js';
import { OauthError } from './oauth-error.js';
import { type Parameters, requiredParameter } from './parameters.js';

interface Presented {
  readonly id: string;
  readonly secret: string | undefined;
}

/**
 * Identifies the client of a request to the token or revocation endpoint (RFC 6749, 2.3), and checks its secret if it
 * has one. A public client is known by its id alone: PKCE and the tokens themselves prove the rest. Returns its id.
 * @throws OauthError `invalid_client`, `invalid_request`
 */
export async function authenticateClient(
  store: StoreReader,
  authorization: string | undefined,
  parameters: Parameters,
): Promise<string> {
  const { id, secret } = presentedBy(authorization, parameters);
  if (isDocumentUrl(id)) return id;
  const client = await store.read((rows) => rows.get('oauth_client', id));
  if (!client) throw new OauthError('invalid_client', 'client_id: there is no such client, or it has expired.');
  if (client.secret_hash !== null && (secret === undefined || !isSameSecret(hashSecret(secret), client.secret_hash)))
    throw new OauthError('invalid_client', 'The client secret is missing or wrong.');
  return id;
}

function presentedBy(authorization: string | undefined, parameters: Parameters): Presented {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined)
    return { id: requiredParameter(parameters, 'client_id'), secret: parameters.client_secret };
  const [id, secret, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':').map(formDecoded);
  if (id === undefined || secret === undefined || rest.length > 0)
    throw new OauthError('invalid_client', 'Authorization: must be Basic with the client id and secret.');
  if (parameters.client_secret !== undefined || (parameters.client_id ?? id) !== id)
    throw new OauthError('invalid_request', 'The client must be identified in one way only.');
  return { id, secret };
}

/** Decodes a part of `Basic` credentials, which RFC 6749 encodes like a form. */
function formDecoded(text: string): string | undefined {
  return new URLSearchParams(`part=${text.replaceAll('&', '%26')}`).get('part') ?? undefined;
}
