import type { RateLimit } from '../calls/rate-limit.js';
import { PortalError } from '../domain/errors/portal-error.js';
import type { ClientKind } from '../domain/tenant/grant.js';
import type { Connector } from '../outbound/connector.js';
import type { OutboundRules } from '../outbound/public-url.js';
import { bareHost } from '../parsed-url.js';
import type { StoreReader } from '../ports.js';
import { fetchClientDocument, isDocumentUrl } from './client-document.js';
import { shownName } from './client-name.js';
import { OauthError } from './oauth-error.js';
import { redirectHost } from './redirect-uri.js';

/** A client that asks for authorization. */
export interface Client {
  readonly id: string;
  readonly kind: Exclude<ClientKind, 'outside'>;
  readonly redirect_uris: readonly string[];
  /** Profiles of the UCP platforms that it stands for, if the operator named them. */
  readonly ucp_profiles?: readonly string[];
  /** True if the operator exempted it from PKCE, for requests of UCP 2026-01-11. */
  readonly pkce_optional?: true;
  /** Name for a person. `redirectUri` stands in for a client without a name that can be shown. */
  nameFor(redirectUri: string): string;
  /** Host of the metadata document, else that of the redirect URI. */
  hostFor(redirectUri: string): string;
}

export interface ClientsDeps {
  readonly store: StoreReader;
  readonly connector: Connector;
  readonly outbound: OutboundRules;
  /** Limit of all fetches of metadata documents together; `undefined` for none. */
  readonly documentLimit: RateLimit | undefined;
  now(): number;
}

/**
 * Finds a client by its id, which may be the URL of its metadata document.
 * @throws OauthError `invalid_client`
 * @throws PortalError `unavailable` when too many documents are being fetched
 */
export async function findClient(deps: ClientsDeps, clientId: string): Promise<Client> {
  if (isDocumentUrl(clientId)) {
    // Anyone can make the portal fetch any public URL, so it must not add up to a flood.
    const wait = deps.documentLimit?.take('documents', deps.now()) ?? 0;
    if (wait > 0)
      throw new PortalError('unavailable', 'Too many metadata documents are being fetched; try again.', wait);
    const { client_name, redirect_uris } = await fetchClientDocument(clientId, deps.connector, deps.outbound);
    const host = bareHost(new URL(clientId));
    const name = shownName(client_name, host);
    return { id: clientId, kind: 'metadata', redirect_uris, nameFor: () => name, hostFor: () => host };
  }
  const row = await deps.store.read((rows) => rows.get('oauth_client', clientId));
  if (!row || (row.expires_at !== null && row.expires_at <= deps.now()))
    throw new OauthError('invalid_client', 'client_id: there is no such client, or it has expired; register again.');
  const { id, kind, name, redirect_uris, ucp_profiles, pkce_optional } = row;
  return {
    ...{ id, kind, redirect_uris, hostFor: redirectHost },
    ...(ucp_profiles && { ucp_profiles }),
    ...(pkce_optional && { pkce_optional }),
    nameFor: (redirectUri) => shownName(name, redirectHost(redirectUri)),
  };
}
