import { z } from 'zod';
import { PortalError } from '../domain/errors/portal-error.js';
import { parseStrictJson } from '../json/strict-json.js';
import { AddressRefusal, checkedAddress } from '../outbound/checked-address.js';
import type { Connector } from '../outbound/connector.js';
import { type OutboundRules, publicUrl } from '../outbound/public-url.js';
import { OauthError } from './oauth-error.js';
import { redirectProblem } from './redirect-uri.js';

const ANSWER_WITHIN_MS = 3_000;
/** A document needs less than 1 KB; the draft advises to accept at most 5 KB. */
const MAX_DOCUMENT_BYTES = 5 * 1024;
const MAX_URL_LENGTH = 512;
const MAX_REDIRECT_URIS = 20;

/** Members of a Client ID Metadata Document (draft-ietf-oauth-client-id-metadata-document) that the portal reads. */
const clientDocument = z.looseObject({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECT_URIS),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
});

export type ClientDocument = z.output<typeof clientDocument>;

/** True if a client id is the URL of a metadata document. */
export function isDocumentUrl(clientId: string): boolean {
  return /^https?:/i.test(clientId);
}

/**
 * Fetches the metadata document of a client. It is fetched for each authorization and never cached, so that a change
 * is effective at once.
 * @throws OauthError `invalid_client` if it cannot be fetched, or is not the valid document of this client
 */
export async function fetchClientDocument(
  clientId: string,
  connector: Connector,
  rules: OutboundRules,
): Promise<ClientDocument> {
  const url = documentUrl(clientId, rules);
  const body = await fetchBody(url, connector, rules);
  return readDocument(clientId, body);
}

function documentUrl(clientId: string, rules: OutboundRules): URL {
  const url = publicUrl(clientId, MAX_URL_LENGTH, rules);
  if ('problem' in url) throw refusal(`client_id: ${url.problem}`);
  // A path is required, and the parser must leave the URL as it is, so without dot segments or a default port.
  if (url.href !== clientId || url.pathname === '/') throw refusal('client_id: must be a normalized URL with a path');
  return url;
}

async function fetchBody(url: URL, connector: Connector, rules: OutboundRules): Promise<Buffer> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    const address = await checkedAddress(url, connector, rules, signal);
    const { status, body } = await connector.get(url, address, { bytes: MAX_DOCUMENT_BYTES, signal });
    if (status === 200) return body;
    throw refusal(
      `The client metadata document was answered with status ${status}; it must be 200, without redirects.`,
    );
  } catch (error) {
    if (error instanceof OauthError) throw error;
    if (error instanceof AddressRefusal) throw refusal('client_id: must be the URL of a public host');
    throw refusal(
      `The client metadata document could not be fetched within ${ANSWER_WITHIN_MS / 1000} s, or has more than ${MAX_DOCUMENT_BYTES / 1024} KiB.`,
    );
  }
}

function readDocument(clientId: string, body: Buffer): ClientDocument {
  const { data } = clientDocument.safeParse(parseJson(body));
  if (!data) throw refusal('The client metadata document must be JSON with client_id and redirect_uris.');
  if (data.client_id !== clientId) throw refusal('The client metadata document must have its own URL as client_id.');
  const wrong = data.redirect_uris.map(redirectProblem).find((problem) => problem !== undefined);
  if (wrong !== undefined) throw refusal(`The client metadata document is not valid: redirect_uris ${wrong}.`);
  if ((data.token_endpoint_auth_method ?? 'none') !== 'none')
    throw refusal('The client metadata document must have token_endpoint_auth_method "none".');
  if (data.grant_types && !data.grant_types.includes('authorization_code'))
    throw refusal('The client metadata document must have the grant type authorization_code.');
  return data;
}

function parseJson(body: Buffer): unknown {
  try {
    return parseStrictJson(body, { anyNumber: true });
  } catch (error) {
    if (error instanceof PortalError) return undefined;
    throw error;
  }
}

function refusal(description: string): OauthError {
  return new OauthError('invalid_client', description);
}
