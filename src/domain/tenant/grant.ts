import type { ProfilePart } from '../values/profile-part.js';
import type { LinkedScope } from './linked-scopes.js';

/** Sources of the name of an assistant. Only predefined ones, and those of an outside issuer, were checked by somebody. */
export const CLIENT_KINDS = ['metadata', 'registered', 'predefined', 'outside'] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

/** Permission that a person gave to an assistant, as a part of the API key that the assistant's tokens stand for. */
export interface Grant {
  /** OAuth client id of the assistant. */
  readonly client_id: string;
  readonly client_kind: ClientKind;
  /** Name that the person saw. */
  readonly client_name: string;
  /** Host of the client's metadata document, else of the address to which the browser returned. */
  readonly client_host: string;
  /** Person who gave it; absent if nobody was signed in. */
  readonly person_id?: string;
  /** Parts of the person's profile that the assistant may fill in. */
  readonly shares?: readonly ProfilePart[];
  /** Path of the only resource that accepts the tokens, such as `/mcp`. */
  readonly resource: string;
  /** Permissions over UCP, if that is the resource. The key's own scopes are then `commerce` alone. */
  readonly linked_scopes?: readonly LinkedScope[];
  /**
   * Instant at which the grant ends. Its key expires with the code until the code is exchanged. Milliseconds since the
   * epoch.
   */
  readonly ends_at: number;
}

/** Salts of the members of a grant that the log hides. A key that has them is in the log of its organization. */
export interface GrantEvidence {
  /** `person` is removed with the person; absent if nobody was signed in. */
  readonly salts: { readonly grant: string; readonly person?: string };
}

/** An OAuth client that is stored: predefined by the operator, or registered by itself (RFC 7591). */
export interface OauthClient {
  /** Its OAuth client id. */
  readonly id: string;
  readonly kind: Exclude<ClientKind, 'metadata' | 'outside'>;
  readonly name: string;
  readonly redirect_uris: readonly string[];
  /** SHA-256 of the secret, lower-case hex; null for a public client. */
  readonly secret_hash: string | null;
  /** Profiles of the UCP platforms that it stands for; absent for those at the host of its redirect URI. */
  readonly ucp_profiles?: readonly string[];
  /** True if the operator exempted it from PKCE, for requests of UCP 2026-01-11. It then has a secret. */
  readonly pkce_optional?: true;
  /** Milliseconds since the epoch; null for a predefined client. Each use of a registered client moves it. */
  readonly expires_at: number | null;
  readonly created_at: number;
  readonly version: number;
}

/** An authorization code. */
export interface OauthCode {
  /** SHA-256 of the code, lower-case hex. */
  readonly id: string;
  readonly organization_id: string;
  /** Id of the grant, which is the id of its API key. */
  readonly grant_id: string;
  readonly client_id: string;
  readonly redirect_uri: string;
  /** PKCE challenge (RFC 7636), method S256; absent for a client that is exempted. */
  readonly code_challenge?: string;
  readonly expires_at: number;
  /** Absent if it is unused. */
  readonly used_at?: number;
  readonly created_at: number;
  readonly version: number;
}

/** An access or refresh token. */
export interface OauthToken {
  /** SHA-256 of the token, lower-case hex. */
  readonly id: string;
  readonly kind: 'access' | 'refresh';
  readonly organization_id: string;
  readonly grant_id: string;
  readonly expires_at: number;
  /** Instant at which a refresh token was exchanged for its successor; absent before. */
  readonly replaced_at?: number;
  readonly created_at: number;
  readonly version: number;
}
